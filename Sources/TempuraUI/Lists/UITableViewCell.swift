public import Foundation

/// A row of a table.
///
/// A subclass overrides `init(style:reuseIdentifier:)`, as on iOS. That is enough to register it.
open class UITableViewCell: ListItemView, ListCell {
  public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }
  public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
  public enum EditingStyle: Int, Sendable { case none, delete, insert }
  public enum SeparatorStyle: Int, Sendable { case none, singleLine }

  final let style: CellStyle

  public init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    super.init(frame: .zero)
    dequeuedIdentifier = reuseIdentifier
    // As on iOS. Frames and autoresizing masks of subviews refer to this size until the table lays the cell out.
    setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 44))
    contentView.setFlowingFrame(bounds)
    addSubview(contentView)
    contentView.setPathName(ofItem: "content-view", in: self)
  }

  public required init?(coder: NSCoder) { nil }

  /// Makes a cell of a registered class.
  override public convenience init(frame: CGRect) { self.init(style: .default, reuseIdentifier: nil) }

  // MARK: - Content

  /// The view for the content of the cell.
  public final let contentView: UIView = CellContentView()

  /// The label of the title. Added to the cell on first access.
  public final var textLabel: UILabel? {
    if let titleIfMade { return titleIfMade }
    titleIfMade = label(at: imageIfMade == nil ? 0 : 1)
    return titleIfMade
  }
  /// The second label. Added to the cell on first access; nil in the style `default`.
  public final var detailTextLabel: UILabel? {
    if style == .default || detailIfMade != nil { return detailIfMade }
    let made = label(at: .max)
    if style == .value1 { made.textColor = .secondaryText }
    if style == .subtitle {
      made.font = .systemFont(ofSize: 12)
      made.lineBreakMode = .byTruncatingTail  // Without one, a label that flows wraps.
    }
    detailIfMade = made
    return made
  }
  /// The image before the text. Added to the cell on first access.
  public final var imageView: UIImageView? {
    if let imageIfMade { return imageIfMade }
    let made = UIImageView()
    made.isAccessibilityElement = false  // The text beside it is the accessible name.
    imageIfMade = made
    contentView.insertSubview(made, at: 0)
    return made
  }

  // The views of the cell's style that were used.
  final private(set) var imageIfMade: UIImageView?
  final private(set) var titleIfMade, detailIfMade: UILabel?

  private func label(at index: Int) -> UILabel {
    let label = UILabel()
    contentView.insertSubview(label, at: index)
    return label
  }

  // MARK: - Looks

  /// The background of the row. Default: that of rows of the table's style.
  override open var backgroundColor: UIColor? {
    get {
      super.backgroundColor
        ?? table.map { $0.style == .plain ? .systemBackground : .secondarySystemGroupedBackground }
    }
    set { super.backgroundColor = newValue }
  }

  /// The symbol or button at the end of the row. Not shown if there is an `accessoryView`. Default: `none`.
  public final var accessoryType = AccessoryType.none {
    didSet { if accessoryType != oldValue { accessoryTypeDidChange() } }
  }
  /// A view at the end of the row, instead of the accessory.
  public final var accessoryView: UIView? { didSet { showAccessoryView(insteadOf: oldValue) } }

  /// What the row has at its end in editing mode, instead of `accessoryType` and `accessoryView`.
  public final var editingAccessoryType = AccessoryType.none {
    didSet { if editingAccessoryType != oldValue { accessoryTypeDidChange() } }
  }
  public final var editingAccessoryView: UIView? { didSet { showAccessoryView(insteadOf: oldValue) } }

  private func accessoryTypeDidChange() {
    setNeedsRender()
    setNeedsLayout()
  }

  /// The accessory and the view of the row's present mode. A row that cannot be edited keeps its own.
  final var shownAccessoryType: AccessoryType { isInEditingMode ? editingAccessoryType : accessoryType }
  override final func labellingView(of subview: UIView) -> UIView? {
    guard subview === shownAccessoryView else { return nil }
    return titleIfMade ?? (configuredContentView as? UIListContentView)?.titleIfMade
  }

  final var shownAccessoryView: UIView? { isInEditingMode ? editingAccessoryView : accessoryView }

  private var isInEditingMode: Bool {
    guard let table, table.isEditing, let path = table.content.indexPath(of: self) else { return false }
    return table.dataSource?.tableView(table, canEditRowAt: path) == true
  }

  private func showAccessoryView(insteadOf old: UIView? = nil) {
    let shown = shownAccessoryView
    for case let view? in [old, accessoryView, editingAccessoryView] where view !== shown && view.superview === self {
      view.removeFromSuperview()
    }
    if let shown, shown.superview !== self { addSubview(shown) }
  }

  /// The look of a selected row: `none` looks unselected; the others look alike.
  @Rendered public final var selectionStyle = SelectionStyle.default

  /// The insets of the line below the row, in points. Default: those of the table.
  public final var separatorInset: UIEdgeInsets {
    get {
      ownSeparatorInset ?? table?.separatorInset ?? UIEdgeInsets(top: 0, left: Self.screenMargin, bottom: 0, right: 0)
    }
    set { ownSeparatorInset = newValue }
  }

  @Rendered private var ownSeparatorInset: UIEdgeInsets?

  /// The indentation of the labels of the cell, in points for each level. Rows that flow do not show it.
  public final var indentationLevel = 0
  public final var indentationWidth: CGFloat = 10

  /// Whether the cell looks selected. To select its row, use the table.
  open var isSelected: Bool {
    get { viewFlags.contains(.isSelected) }
    set { setSelected(newValue, animated: false) }
  }

  open func setSelected(_ selected: Bool, animated: Bool) {
    set(.isSelected, to: selected)
    cellStateDidChange()
    selectionOfBackgroundDidChange()
  }

  /// Whether the cell looks pressed. Only the app sets it, and the page ignores it: the style sheet shows presses.
  open var isHighlighted = false { didSet { cellStateDidChange() } }

  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }

  /// Whether the table is in editing mode.
  open var isEditing: Bool {
    get { table?.isEditing ?? false }
    set { setEditing(newValue, animated: false) }
  }

  /// Called when editing mode of the table begins or ends. Does nothing itself: the table decides on the buttons of its rows.
  open func setEditing(_ editing: Bool, animated: Bool) {}

  // MARK: - Configurations

  /// The state of the cell for its configurations.
  open var configurationState: UICellConfigurationState { state(isEditing: isEditing, isHighlighted: isHighlighted) }

  /// Called before the cell is laid out, if its state changed. Does nothing by default.
  open func updateConfiguration(using state: UICellConfigurationState) {}

  // MARK: - Layout

  override final var contentIfMade: UIView? { contentView }
  override final var standardMargins: NSDirectionalEdgeInsets { marginsOfRow }

  /// Gives the content view the area beside the accessory.
  override final func layoutParts() {
    showAccessoryView()  // The mode may have changed.
    updateConfigurationIfNeeded()
    layOutAreas()
  }

  /// The size of the row: for its labels, or of other content that flows; else 44 points high, as on iOS.
  override open func sizeThatFits(_ size: CGSize) -> CGSize { sizeOfContent(width: size.width) }

  // MARK: - Taps

  final var table: UITableView? { superview as? UITableView }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    if let target = super.tapTarget(ofPart: part) { return target }
    guard let table, let path = table.indexPath(for: self) else { return nil }
    guard let action = table.action(ofPart: part, at: path) else {
      setNeedsRender()  // The page may still show a button that the row no longer has.
      return nil
    }
    return TapTarget(refusal: isReachable ? nil : .unreachable, tap: action)
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "li" }

  override open func renderAttributes(into html: HTMLRenderer) {
    if style != .default { html.write(attribute: "data-style", "\(style)") }
    if isSelected, selectionStyle != .none { html.write(" data-selected") }
    if isBare { html.write(" data-bare") }
    if table?.targetOfBrowser === self { html.write(" data-scroll-target") }
  }

  override package func renderAccessibility(into html: HTMLRenderer) {
    // If the row has a button that covers it, the button has the accessible name.
    if selectableIndexPath == nil { super.renderAccessibility(into: html) }
  }

  /// The index path of the row if a tap can select it, else nil.
  private var selectableIndexPath: IndexPath? {
    guard let table, let path = table.indexPath(for: self), !hasTapRecognizer, table.canSelect(path) else {
      return nil
    }
    return path
  }

  override open func renderContent(into html: HTMLRenderer) {
    let table = table
    let path = table?.indexPath(for: self)
    if let table, let path { renderControlsBefore(at: path, of: table, into: html) }
    let backgrounds = [backgroundView, selectedBackgroundView].filter { $0?.superview === self }.compactMap(\.self)
    for view in backgrounds { html.render(view) }
    html.render(contentView)
    for view in subviews where view !== contentView && !backgrounds.contains(view) { html.render(view) }
    if let table, let path, !table.isEditing { renderActions(at: path, of: table, into: html) }
    if shownAccessoryView == nil { renderAccessory(into: html) }
    if let table, let path, table.canMove(at: path) {
      html.writeReorderControl(
        of: self, content: contentView, canMoveUp: table.destination(ofRowAt: path, by: .up) != nil,
        canMoveDown: table.destination(ofRowAt: path, by: .down) != nil)
    }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if !hasAssignedFrame, let itemSize { css += "min-height:max(\(CSS.px(itemSize.size.height)),var(--target));" }
    if let ownSeparatorInset {
      css.declareSeparator(ownSeparatorInset)
    } else if hasAssignedFrame, let start = startOfTitleBesideImage {
      css += "--separator-start:\(CSS.clampedRem(start));"
    }
    if !hasAssignedFrame, let color = flowingBackground { css.declare("background-color", color.css) }
    appendBackgroundConfiguration(to: &css)
  }

  private func renderControlsBefore(at path: IndexPath, of table: UITableView, into html: HTMLRenderer) {
    if selectableIndexPath != nil {
      let isToggle = table.allowsMultipleSelectionNow
      html.writeStretchedButton(
        of: self, namedBy: contentView.subviews.isEmpty ? self : contentView, fallback: localized(.partRow),
        isPressed: isSelected || isToggle ? isSelected : nil, isChecked: shownAccessoryType == .checkmark)
    }
    if table.hasSelectionCircle(at: path) { html.writeAccessory("circle") }
    switch table.editingStyle(at: path) {
    case .delete:
      // As on iOS, it shows what a swipe shows.
      let (title, actions) = (table.deletionTitle(at: path), table.swipeActions(at: path))
      html.writeRowMenu(
        "row-deletion", of: self, content: contentView, title: title, cssClass: "opens-menu destructive"
      ) {
        html.writeRowActionButtons(actions, of: self, content: contentView, deletion: actions.isEmpty ? title : nil)
      }
    case .insert: writeRowButton("row-insert", title: .buttonInsert, cssClass: "insert", into: html)
    case .none: break
    }
  }

  private func renderAccessory(into html: HTMLRenderer) {
    let type = shownAccessoryType
    if type.isButton { writeRowButton("row-accessory", title: .buttonDetails, cssClass: "detail", into: html) }
    switch type {
    case .none, .detailButton: break
    case .disclosureIndicator, .detailDisclosureButton: html.writeAccessory("disclosure")
    case .checkmark: html.writeAccessory("checkmark", label: localized(.partChecked), id: (self, "row-checkmark"))
    }
  }

  private func renderActions(at path: IndexPath, of table: UITableView, into html: HTMLRenderer) {
    html.writeRowActions(
      table.swipeActions(at: path), of: self, content: contentView,
      deletion: table.hasEditingButton(.delete, at: path) ? table.deletionTitle(at: path) : nil)
  }

  private func writeRowButton(_ part: String, title: ServerText, cssClass: StaticString, into html: HTMLRenderer) {
    html.writeRowButton(part, of: self, content: contentView, title: localized(title), cssClass: cssClass)
  }
}

/// The content view of a cell. The first subview changes the markup of the cell's buttons, so the cell is rendered
/// again.
final class CellContentView: UIView {
  override var stacksSubviews: Bool { showsOwnContent }
  override var followsSuperview: Bool { true }
  override func didAddSubview(_ subview: UIView) { superview?.setNeedsRender() }
  override func willRemoveSubview(_ subview: UIView) { superview?.setNeedsRender() }
  override var standardMargins: NSDirectionalEdgeInsets {
    guard let cell = superview as? UITableViewCell else { return super.standardMargins }
    var margins = cell.standardMargins
    if cell.shownAccessoryType != .none || cell.shownAccessoryView != nil { margins.trailing = 8 }
    return margins
  }
}
