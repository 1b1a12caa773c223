public import Foundation

/// A row of a list in a collection view. It looks like a row of a table.
open class UICollectionViewListCell: UICollectionViewCell {
  /// What the row shows before and after its content. Default: none.
  public final var accessories: [UICellAccessory] = [] {
    didSet {
      for old in oldValue where old.view?.superview === self { old.view?.removeFromSuperview() }
      for accessory in accessories { if let view = accessory.view { addSubview(view) } }
      setNeedsRender()
      setNeedsLayout()
    }
  }

  /// The indentation of the content, in points for each level.
  @Rendered public final var indentationLevel = 0
  @Rendered public final var indentationWidth: CGFloat = 10
  /// For source compatibility.
  public final var indentsAccessories = true

  /// Where the line below the row begins. Ignored: the page draws the lines of the list.
  public final var separatorLayoutGuide: UILayoutGuide { contentView.safeAreaLayoutGuide }

  /// Whether the cell is made as a header, or as a footer, of a list with an appearance.
  final var supplementaryRole: (kind: String, style: UITableView.Style)?

  /// Returns an empty configuration for a row of the list, or for the header or footer that the cell is made as.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    guard let (kind, style) = supplementaryRole else { return .cell() }
    switch kind {
    case UICollectionView.elementKindSectionHeader: return style == .plain ? .plainHeader() : .groupedHeader()
    case UICollectionView.elementKindSectionFooter: return style == .plain ? .plainFooter() : .groupedFooter()
    default: return .cell()
    }
  }

  private func shown(isLeading: Bool) -> [UICellAccessory] {
    let isEditing = (superview as? UICollectionView)?.isEditing ?? false
    return accessories.filter {
      $0.isLeading == isLeading && $0.isShown(isEditing: isEditing) && $0.hasElement
        && ($0.accessoryType != .reorder || outline.map { $0.source.canMove(at: $0.path) } ?? false)
    }
  }

  /// The data source of the list and the index path of the row, if rows may have children or be moved.
  private var outline: (source: any OutliningDataSource, path: IndexPath)? {
    guard let list = superview as? UICollectionView, let source = list.dataSource as? any OutliningDataSource,
      let path = list.content.indexPath(of: self)
    else { return nil }
    return (source, path)
  }

  /// Expands or collapses the item of the row; nil if it is not in an outline.
  private var toggle: (() -> Void)? {
    guard let outline, outline.source.isExpanded(at: outline.path) != nil else { return nil }
    return { [self] in
      outline.source.toggle(at: outline.path)
      setNeedsRender()
    }
  }

  // MARK: - Layout

  override final var standardMargins: NSDirectionalEdgeInsets { marginsOfRow }

  override var areaOfContent: CGRect {
    guard hasAssignedFrame else { return super.areaOfContent }
    func width(_ accessories: [UICellAccessory]) -> CGFloat {
      accessories.isEmpty ? 0 : accessories.reduce(8) { $0 + $1.width + 8 }
    }
    let start = width(shown(isLeading: true)) + CGFloat(indentationLevel) * indentationWidth
    let end = width(shown(isLeading: false))
    return CGRect(
      x: isRightToLeft ? end : start, y: 0, width: max(bounds.width - start - end, 0), height: bounds.height)
  }

  // MARK: - Taps

  private var swipeActions: [(part: String, action: UIContextualAction)] {
    guard let list = superview as? UICollectionView, !list.isEditing, let configuration = list.listConfiguration,
      let path = list.content.indexPath(of: self)
    else { return [] }
    let leading = configuration.leadingSwipeActionsConfigurationProvider?(path)?.actions(at: .leading) ?? []
    let trailing = configuration.trailingSwipeActionsConfigurationProvider?(path)?.actions(at: .trailing) ?? []
    return (leading + trailing).named
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    let refusal: ControlRefusal? = isReachable ? nil : .unreachable
    if part.isEmpty, accessories.contains(where: \.isWholeRow), let toggle {
      return TapTarget(refusal: refusal, tap: toggle)
    }
    if let target = super.tapTarget(ofPart: part) { return target }
    if let move = RowMove(part: part), let outline, outline.source.canMove(at: outline.path) {
      return TapTarget(refusal: refusal) { outline.source.move(at: outline.path, by: move) }
    }
    if let action = swipeActions.first(where: { $0.part == part })?.action {
      return TapTarget(refusal: refusal) { action.handler(action, self) { _ in } }
    }
    let all = shown(isLeading: true) + shown(isLeading: false)
    guard let accessory = all.first(where: { $0.part == part }), let action = accessory.action ?? toggle else {
      return nil
    }
    return TapTarget(refusal: refusal, tap: action)
  }

  // MARK: - HTML

  /// A header may be a cell. It is then not a list item. Without a data source, all cells are items.
  override open var htmlTag: StaticString {
    guard let content = (superview as? UICollectionView)?.content else { return "div" }
    return content.sections.isEmpty || content.indexPath(of: self) != nil ? "li" : "div"
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    if isBare(itemContent) { html.write(" data-bare") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    if accessories.contains(where: \.isWholeRow), toggle != nil {
      html.writeStretchedButton(of: self, namedBy: contentView, fallback: localized(.partItem), isExpanded: isExpanded)
    } else {
      renderTapArea(into: html)
    }
    for accessory in shown(isLeading: true) { write(accessory, into: html) }
    _ = contentView
    itemContent?.setHasElement()
    html.render(contentView)
    let views = accessories.compactMap(\.view)
    for view in subviews where view !== contentView && !views.contains(where: { $0 === view }) { html.render(view) }
    html.writeRowActions(swipeActions, of: self, content: contentView)
    for accessory in shown(isLeading: false) { write(accessory, into: html) }
  }

  private var isExpanded: Bool? { outline.flatMap { $0.source.isExpanded(at: $0.path) } }

  private func write(_ accessory: UICellAccessory, into html: HTMLRenderer) {
    if let view = accessory.view { return html.render(view) }
    let declarations = accessory.tintColor.map { "color:\($0.css);" } ?? ""
    func writeSign(_ look: StaticString, label: String? = nil) {
      html.writeAccessory(look, declarations: declarations, text: accessory.text ?? "", label: label)
    }
    func button(_ title: ServerText, _ cssClass: StaticString) {
      guard accessory.action != nil else { return }
      html.writeRowButton(
        accessory.part, of: self, content: contentView, title: localized(title), cssClass: cssClass)
    }
    switch accessory.accessoryType {
    case .outlineDisclosure where accessory.isWholeRow || accessory.action == nil && isExpanded == nil:
      writeSign(isExpanded == true ? "disclosure open" : "disclosure")
    case .outlineDisclosure:
      html.writeButton(tapping: accessory.part, of: self, cssClass: "outline") {
        html.write(attribute: "aria-labelledby", contentView.elementID)
        if let isExpanded { html.write(attribute: "aria-expanded", "\(isExpanded)") }
      } content: {
        writeSign(isExpanded == true ? "disclosure open" : "disclosure")
      }
    case .disclosureIndicator: writeSign("disclosure")
    case .checkmark: writeSign("checkmark", label: localized(.partChecked))
    case .label: writeSign("label")
    case .delete: button(.buttonDelete, "destructive")
    case .insert: button(.buttonInsert, "insert")
    case .detail: button(.buttonDetails, "detail")
    case .multiselect: writeSign("circle")
    case .reorder: html.writeReorderControl(of: self, content: contentView)
    case .popUpMenu, .customView: break
    }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if indentationLevel > 0 { css += "--indentation:\(CSS.rem(CGFloat(indentationLevel) * indentationWidth));" }
  }
}

extension UICellAccessory {
  /// The name of the accessory's button in the row.
  fileprivate var part: String { "row-accessory-\(accessoryType)" }
}
