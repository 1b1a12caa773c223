public import Foundation

/// A list of rows in one column, in sections that may have headers.
///
/// The rows come from `dataSource`. All of them are in the page, so there is a cell for each. A cell stays with its
/// item until the item is gone.
open class UITableView: SectionedList {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  /// The animation of an update. Ignored: the page shows the result at once.
  public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }
  /// The position of a row after scrolling. The browser chooses it; `none` in `selectRow` means not to scroll.
  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

  /// The height of the content.
  public static let automaticDimension: CGFloat = -1
  /// For source compatibility: the index has no link to a search.
  public static let indexSearch = "{search}"

  public final let style: Style
  final var cellClasses: [String: UITableViewCell.Type] = [:]
  final var headerClasses: [String: UITableViewHeaderFooterView.Type] = [:]

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    let layout = TableLayout()
    layout.sectionHeadersPinToVisibleBounds = style == .plain
    self.layout = layout
  }

  public required init?(coder: NSCoder) { nil }

  override public convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  // MARK: - Rows

  /// Provides the rows. The table asks it when it is laid out, or when the app asks the table for a row. Not retained.
  public final weak var dataSource: (any UITableViewDataSource)? {
    didSet { if dataSource !== oldValue { setNeedsReload() } }
  }

  final private(set) weak var tableDelegate: (any UITableViewDelegate)?

  override package final func delegateDidChange() {
    tableDelegate = delegate as? any UITableViewDelegate
    setNeedsReload()
  }

  public final func numberOfRows(inSection section: Int) -> Int { numberOfRows(ofSection: section) }

  public final func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    row(at: indexPath)?.cell as? UITableViewCell
  }

  public final func indexPath(for cell: UITableViewCell) -> IndexPath? { indexPath(ofRow: cell) }

  /// The cells on the screen, as far as the page told; in a table of up to 100 rows all of them.
  public final var visibleCells: [UITableViewCell] { visibleRows.compactMap { cellForRow(at: $0) } }

  /// The index paths of the rows on the screen, as far as the page told; in a table of up to 100 rows of all.
  public final var indexPathsForVisibleRows: [IndexPath]? { visibleRows }

  public final func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    loadIfNeeded()
    return supplement(ofKind: Self.headerKind, at: [section, 0]) as? UITableViewHeaderFooterView
  }

  public final func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    loadIfNeeded()
    return supplement(ofKind: Self.footerKind, at: [section, 0]) as? UITableViewHeaderFooterView
  }

  // MARK: - The data source

  override final var hasSource: Bool { dataSource != nil }
  override final func sourceSectionCount() -> Int { dataSource?.numberOfSections(in: self) ?? 0 }

  override final func sourceRowCount(inSection section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }

  override final func sourceIdentity(at indexPath: IndexPath) -> String? {
    dataSource?.tableView(self, identityForRowAt: indexPath).map(ItemIdentity.escaped)
  }

  override final func sourceIdentity(ofSection section: Int) -> String? { identity(ofSection: section, in: dataSource) }

  override final func makeCell(at indexPath: IndexPath) -> ListItemView {
    dataSource?.tableView(self, cellForRowAt: indexPath) ?? UITableViewCell()
  }

  override final func givenSize(ofRowAt indexPath: IndexPath) -> ItemSize? {
    let height = tableDelegate?.tableView(self, heightForRowAt: indexPath) ?? rowHeight
    return height >= 0 ? ItemSize(size: CGSize(width: 0, height: height), isFullWidth: true) : nil
  }

  /// The height of a row before it is measured. A delegate that estimates it may take long for the exact one.
  final func expectedHeight(ofRowAt indexPath: IndexPath) -> CGFloat {
    if let estimate = tableDelegate?.tableView(self, estimatedHeightForRowAt: indexPath), estimate > 0 {
      return (content[indexPath]?.givenSize?.size.height ?? estimate).saneLength
    }
    let given = givenSize(ofRowAt: indexPath)?.size.height.saneLength
    return given ?? content.estimate ?? max(estimatedRowHeight.saneLength, 44)
  }

  override final func setHeaderAndFooter(of section: inout ListSection, at index: Int) {
    section.headerHeight =
      tableDelegate?.tableView(self, heightForHeaderInSection: index) ?? sectionHeaderHeight
    section.footerHeight =
      tableDelegate?.tableView(self, heightForFooterInSection: index) ?? sectionFooterHeight
    let (hasHeader, hasFooter) = (!(0..<1 ~= section.headerHeight), !(0..<1 ~= section.footerHeight))
    let (oldHeader, oldFooter) = (section.header, section.footer)
    content.reusableView = oldHeader
    section.header = hasHeader ? tableDelegate?.tableView(self, viewForHeaderInSection: index) : nil
    content.reusableView = oldFooter
    section.footer = hasFooter ? tableDelegate?.tableView(self, viewForFooterInSection: index) : nil
    if hasHeader, section.header == nil {
      section.header = view(ofTitle: dataSource?.tableView(self, titleForHeaderInSection: index), oldHeader)
    }
    if hasFooter, section.footer == nil {
      section.footer = view(ofTitle: dataSource?.tableView(self, titleForFooterInSection: index), oldFooter)
    }
    (section.header as? UITableViewHeaderFooterView)?.use(style, isFooter: false)
    (section.footer as? UITableViewHeaderFooterView)?.use(style, isFooter: true)
  }

  /// The header and the footer of a section before their views are made.
  final func boundariesWithoutViews(
    ofSection index: Int
  ) -> (header: ListArrangement.Boundary?, footer: ListArrangement.Boundary?) {
    func boundary(_ height: CGFloat, _ title: @autoclosure () -> String?) -> ListArrangement.Boundary? {
      if height >= 1 { return .init(thickness: height, fixes: .both) }
      return height < 0 && title()?.isEmpty == false ? .init(thickness: 28) : nil
    }
    return (
      boundary(
        tableDelegate?.tableView(self, heightForHeaderInSection: index) ?? sectionHeaderHeight,
        self.dataSource?.tableView(self, titleForHeaderInSection: index)),
      boundary(
        tableDelegate?.tableView(self, heightForFooterInSection: index) ?? sectionFooterHeight,
        self.dataSource?.tableView(self, titleForFooterInSection: index))
    )
  }

  /// Returns the view of a section's title, the same as before if there was one; nil without a title.
  private func view(ofTitle title: String?, _ old: UIView?) -> UIView? {
    guard let title, !title.isEmpty else { return nil }
    let known = (old as? UITableViewHeaderFooterView).flatMap { $0.isOfTitle ? $0 : nil }
    let view = known ?? UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.isOfTitle = true
    if view.textLabel?.text != title { view.textLabel?.text = title }
    return view
  }

  // MARK: - Layout

  /// The distance of the rows from the sides of the table.
  final var inset: CGFloat { style == .insetGrouped ? Self.screenMargin : 0 }

  final var roomForRows: CGFloat { max(bounds.width - 2 * inset, 0) }

  override final func sizesItself(_ view: UIView, _ attributes: UICollectionViewLayoutAttributes) -> Bool {
    // The arrangement may be older than the height that the delegate gave a cell. Its header or footer without a class of its own keeps
    // the height that it was made with.
    view is UITableViewCell
      ? content[attributes.indexPath]?.givenSize == nil : !attributes.fixes.height && view.frameUse != .assigned
  }

  /// A delegate computes heights for the width of the table. The layout places whatever rows and heights there are now. A long table is
  /// placed anew only if something has changed.
  override final func prepareToArrange(isNewWidth: Bool) {
    if isNewWidth {
      askForHeights()
      content.estimate = nil
    }
    let outer = CGSize(width: height(ofOther: tableHeaderView), height: height(ofOther: tableFooterView))
    if isNewWidth || content.isWhole || outer != arrangedOuter || applied.hasFrames && hasOtherHeights {
      layout.prepare()
    }
    arrangedOuter = outer
  }

  /// Whether the delegate gave a row with a cell another height than the arrangement has, maybe by an estimate.
  private var hasOtherHeights: Bool {
    var isFound = false
    forEachRow { row, _, path in
      guard let height = row.givenSize?.size.height.saneLength else { return }
      if layout.arrangement?[path]?.frame.height != height { isFound = true }
    }
    return isFound
  }
  private var arrangedOuter = CGSize.zero

  /// Returns the height of the view above or below all rows: that of its frame, or of its content.
  final func height(ofOther view: UIView?) -> CGFloat {
    guard let view else { return 0 }
    let height = view.untransformedFrame.height
    return view.frameUse == .assigned || height > 0 && view.frameUse != .laidOut
      ? height : view.neededSize(width: bounds.width).height
  }

  override final func layOutOtherViews() {
    for view in [tableHeaderView, tableFooterView] {
      guard let view else { continue }
      let height = height(ofOther: view)
      let y = view === tableHeaderView ? 0 : layout.collectionViewContentSize.height - height
      let frame = CGRect(x: 0, y: y, width: bounds.width, height: height)
      if isLaidOut || view.frameUse == .assigned {
        view.setLaidOutFrame(frame)
      } else {
        if view.frameUse == .sizedToFit { view.frameUse = .unused }  // it is as wide as the table
        view.setFlowingFrame(CGRect(x: 0, y: 0, width: bounds.width, height: view.untransformedFrame.height))
      }
    }
    layOutListBackground(backgroundView)
  }

  override final func endChange() {
    let isAnimated = content.updates.animation != nil
    super.endChange()
    guard content.openBatches == 0, !content.isStale else { return }
    if isLaidOut {
      layout.forgetArrangement()
      askForHeights()
      itemsNeedLayout()
    }
    // Rows also move if only heights have changed.
    if !isAnimated { moveRows(.fade) }
  }

  override final func willDisplay(_ cell: ListItemView, at indexPath: IndexPath) {
    if let cell = cell as? UITableViewCell { tableDelegate?.tableView(self, willDisplay: cell, forRowAt: indexPath) }
  }

  override final func didEndDisplaying(_ cell: ListItemView, at indexPath: IndexPath) {
    if let cell = cell as? UITableViewCell {
      tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: indexPath)
    }
  }

  /// Prepares rows of long tables before they are shown. Not retained.
  public final weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  public final var isPrefetchingEnabled = true

  override final func prefetch(_ indexPaths: [IndexPath]) {
    if isPrefetchingEnabled { prefetchDataSource?.tableView(self, prefetchRowsAt: indexPaths) }
  }
  override final func cancelPrefetching(_ indexPaths: [IndexPath]) {
    prefetchDataSource?.tableView(self, cancelPrefetchingForRowsAt: indexPaths)
  }

  override final var flowingContentSize: CGSize {
    lengthOfFlowingRows.map { CGSize(width: bounds.width, height: $0) } ?? super.flowingContentSize
  }

  override final func displayRows() {
    guard let tableDelegate, content.hasUndisplayedRows else { return }
    super.displayRows()
    for index in content.shownSections {
      let section = content.sections[index]
      if let view = section.header { tableDelegate.tableView(self, willDisplayHeaderView: view, forSection: index) }
      if let view = section.footer { tableDelegate.tableView(self, willDisplayFooterView: view, forSection: index) }
    }
  }

  // MARK: - Looks

  /// Whether there are lines below the rows. Default: `singleLine`.
  @Rendered public final var separatorStyle = UITableViewCell.SeparatorStyle.singleLine

  /// The height of a line below a row: a pixel of the screen, or 0 if there are none.
  final var separatorHeight: CGFloat { separatorStyle == .none ? 0 : 1 / max(UIScreen.main.scale, 1) }

  /// The colour of the lines between the rows. Default: nil, the style sheet's colour.
  @Rendered public final var separatorColor: UIColor?

  /// The colours of the section index. Default: nil, those of the style sheet.
  @Rendered public final var sectionIndexColor: UIColor?
  @Rendered public final var sectionIndexBackgroundColor: UIColor?

  /// The height of rows, in points. Default: `automaticDimension`, the height of the content. It is a minimum for rows whose
  /// content flows.
  public final var rowHeight = UITableView.automaticDimension {
    didSet { if rowHeight != oldValue { setNeedsReload() } }
  }

  /// The minimum heights of headers and footers, in points. Default: `automaticDimension`, the height of the content. A
  /// height from 0 to less than 1 means no header or footer.
  public final var sectionHeaderHeight = UITableView.automaticDimension {
    didSet { if sectionHeaderHeight != oldValue { setNeedsReload() } }
  }
  public final var sectionFooterHeight = UITableView.automaticDimension {
    didSet { if sectionFooterHeight != oldValue { setNeedsReload() } }
  }

  /// The height of rows before they are measured, in points. All rows are in the page, and are measured if the app lays
  /// them out by frames.
  public final var estimatedRowHeight = UITableView.automaticDimension

  /// The insets of the lines below rows, in points. Default: at the start, those of the texts.
  public final var separatorInset: UIEdgeInsets {
    get { ownSeparatorInset ?? UIEdgeInsets(top: 0, left: Self.screenMargin, bottom: 0, right: 0) }
    set { ownSeparatorInset = newValue }
  }
  @Rendered private var ownSeparatorInset: UIEdgeInsets?

  /// A view above all rows. It has the height of its frame, and the width of the table.
  public final var tableHeaderView: UIView? { didSet { replace(oldValue, by: tableHeaderView) } }

  /// A view below all rows. On iOS an empty one removes the lines below the last row; here there are no such lines.
  public final var tableFooterView: UIView? { didSet { replace(oldValue, by: tableFooterView) } }

  override final var outerViews: (above: UIView?, below: UIView?) { (tableHeaderView, tableFooterView) }

  // MARK: - Selection

  override final var allowsMultipleSelectionNow: Bool {
    isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  override final func canSelect(_ indexPath: IndexPath) -> Bool {
    if isEditing {
      guard allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing else { return false }
    } else {
      guard allowsSelection || allowsMultipleSelection else { return false }
    }
    guard let tableDelegate else { return allowsMultipleSelectionNow || isSelectionAllowed == true }
    return tableDelegate.tableView(self, shouldHighlightRowAt: indexPath)
  }

  override final func willSelect(_ indexPath: IndexPath) -> IndexPath? {
    tableDelegate.map { $0.tableView(self, willSelectRowAt: indexPath) } ?? indexPath
  }
  override final func willDeselect(_ indexPath: IndexPath) -> IndexPath? {
    tableDelegate.map { $0.tableView(self, willDeselectRowAt: indexPath) } ?? indexPath
  }
  override final func didSelect(_ indexPath: IndexPath) { tableDelegate?.tableView(self, didSelectRowAt: indexPath) }
  override final func didDeselect(_ indexPath: IndexPath) {
    tableDelegate?.tableView(self, didDeselectRowAt: indexPath)
  }

  /// Whether a tap can select rows in editing mode. Default: false.
  public final var allowsSelectionDuringEditing = false {
    didSet { if allowsSelectionDuringEditing != oldValue { setNeedsRenderOfRows() } }
  }
  /// Whether several rows can be selected in editing mode. Rows then have no buttons to delete or insert. Default:
  /// false.
  public final var allowsMultipleSelectionDuringEditing = false {
    didSet { if allowsMultipleSelectionDuringEditing != oldValue { setNeedsRenderOfRows() } }
  }

  // MARK: - Editing

  private var isInEditingMode = false

  /// Whether the table is in editing mode, in which rows have buttons to delete, insert and move. A change deselects
  /// all rows. Default: false.
  open var isEditing: Bool {
    get { isInEditingMode }
    set { setEditing(newValue, animated: false) }
  }

  open func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != isInEditingMode else { return }
    isInEditingMode = editing
    deselectAll()
    content.reusableCells = []
    func change() {
      for cell in content.cells {
        (cell as? UITableViewCell)?.setEditing(editing, animated: animated)
        cell.cellStateDidChange()
        cell.setNeedsLayout()  // its content makes room for the controls of editing mode
      }
      setNeedsRenderOfRows()
      if animated { layoutIfNeeded() }
    }
    if animated { OpenMotion.current.run(Motion(duration: 0.3), change) } else { change() }
  }

  /// In editing mode, the markup of a row depends on whether it is the first or the last one, which does not move further.
  override final func rowsDidChange() {
    if isInEditingMode { setNeedsRenderOfRows() } else { setNeedsRender() }
  }

  // MARK: - HTML

  override package var isScrollable: Bool {
    hasAssignedFrame && (super.isScrollable || isScrollEnabled && !isLaidOut)
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    html.write(attribute: "data-style", "\(style)")
    if separatorStyle == .none { html.write(" data-unseparated") }
  }

  override open func renderContent(into html: HTMLRenderer) { renderList(into: html, style: style) }

  override final func renderSectionIndex(into html: HTMLRenderer) {
    guard let dataSource, let titles = dataSource.sectionIndexTitles(for: self), !titles.isEmpty else { return }
    html.write("<div class=\"section-index\"><div>")
    for (index, title) in titles.enumerated() where title != Self.indexSearch {
      let section = dataSource.tableView(self, sectionForSectionIndexTitle: title, at: index)
      guard content.sections.indices.contains(section) else { continue }
      guard content.isWhole else {
        html.writeButton(tapping: "index-\(section)", of: self, title: title)
        continue
      }
      html.write("<a href=\"#")
      html.write(text: isLaidOut ? content.sections[section].header?.elementID ?? "" : "\(elementID).header-\(section)")
      html.write("\">")
      html.write(text: title)
      html.write("</a>")
    }
    html.write("</div></div>")
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let color = sectionIndexColor { css += "--index:\(color.css);" }
    if let color = sectionIndexBackgroundColor { css += "--index-background:\(color.css);" }
    if let ownSeparatorInset { css.declareSeparator(ownSeparatorInset) }
    if let separatorColor { css.declare("--separator", separatorColor.css) }
  }
}

extension CSSText {
  /// Declares where the lines below rows begin and end.
  mutating func declareSeparator(_ inset: UIEdgeInsets) {
    self += "--separator-start:\(CSS.clampedRem(inset.left));--separator-end:\(CSS.clampedRem(inset.right));"
  }
}
