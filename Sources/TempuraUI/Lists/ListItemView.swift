internal import Foundation

/// What cells, headers and footers of tables and collection views have in common. UIKit has no such class.
open class ListItemView: UIView {
  /// The identifier that the view was dequeued with; nil for other views.
  open var reuseIdentifier: String? { dequeuedIdentifier }
  final var dequeuedIdentifier: String?

  /// The section and the row that a list gave the view as a cell.
  @exclusivity(unchecked) final var place: (section: Int32, row: Int32) = (-1, -1)

  /// The size that the list gives the cell; nil for that of its content. For cells that flow, the height is a minimum.
  @Rendered final var itemSize: ItemSize?

  override final var stacksSubviews: Bool { false }

  /// The list of the cell.
  final var list: SectionedList? { superview as? SectionedList }

  /// The content view, once it was made.
  var contentIfMade: UIView? { itemContent }

  /// The content view of a cell of a collection view, or of a header or footer of a table, once it was used.
  final private(set) var itemContent: ItemContentView?

  /// Returns that content view, a subview with the size of this view.
  final func makeContent() -> UIView {
    if let itemContent { return itemContent }
    let made = ItemContentView()
    made.reserveSubviews(2)  // most cells have a few
    itemContent = made
    insertSubview(made, at: 0)
    made.setPathName(ofItem: "content", in: self)
    setArea(CGRect(origin: .zero, size: bounds.size), ofContent: made)
    return made
  }

  /// Called before a dequeued view is filled with content again. Does nothing by default.
  open func prepareForReuse() {}

  override open func setNeedsLayout() {
    if !viewFlags.contains(.needsLayout) { list?.itemsNeedLayout() }
    super.setNeedsLayout()
  }

  /// The layout margins of a row as wide as the list.
  final var marginsOfRow: NSDirectionalEdgeInsets {
    NSDirectionalEdgeInsets(top: 11, leading: Self.screenMargin, bottom: 11, trailing: Self.screenMargin)
  }

  /// Gives the parts of the view their areas. An override of `layoutSubviews` in an app calls `super` first.
  func layoutParts() {}

  override open func layoutSubviews() {
    super.layoutSubviews()
    layoutParts()
  }

  /// Returns the size for the constraints of the content, or else by `sizeThatFits(_:)`.
  override final func layoutSizeFitting(
    _ targetSize: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    // The content view has its width beside the accessory before it is measured.
    layoutParts()
    let constrained =
      constraints.isEmpty ? [contentIfMade, self].compactMap(\.self).first { $0.hasConstraintsOfSubviews } : self
    var size: CGSize
    if let view = configuredContentView, constrained == nil, !(self is UITableViewCell) {
      let insets = contentIfMade.map { max(bounds.width - $0.bounds.width, 0) } ?? 0
      size = sizeOfConfiguredContent(view, width: max(targetSize.width - insets, 1))
      size.width += insets
    } else if let constrained {
      let isWhole = constrained === self || constrained.bounds.width <= 0
      let insets = isWhole ? 0 : max(bounds.width - constrained.bounds.width, 0)
      let target = CGSize(width: horizontal == .required ? max(targetSize.width - insets, 1) : 0, height: 0)
      size = constrained.fittingSize(target, horizontal: horizontal)
      size.width += insets
      if let cell = self as? UITableViewCell {
        // As in UIKit, constraints that say nothing of a height mean the usual one.
        let hasOwnContent = cell.titleIfMade != nil || cell.detailIfMade != nil || configuredContentView != nil
        if size.height == 0 || constrained === self && hasOwnContent {
          let isWithoutHeight = constrained === cell.contentView && !hasOwnContent
          let usual = cell.sizeOfContent(width: max(targetSize.width, 1), isWithoutHeight: isWithoutHeight)
          size.height = max(size.height, usual.height)
        }
        size.height += cell.table?.separatorHeight ?? 0
      }
    } else {
      let height = vertical == .required ? targetSize.height : .greatestFiniteMagnitude
      size = sizeThatFits(CGSize(width: targetSize.width, height: height))
    }
    if horizontal == .required { size.width = targetSize.width }
    if vertical == .required { size.height = targetSize.height }
    return size.sane
  }
}

/// The size that an app gives an item of a list.
struct ItemSize: Equatable {
  let size: CGSize
  /// Whether the item is as wide as the list.
  let isFullWidth: Bool

  /// The size as CSS declarations of an item of a collection view. The height is a minimum: an item grows with its content.
  var css: String {
    let width = isFullWidth ? "width:100%;" : "width:min(\(CSS.px(size.width)),100%);"
    return "flex:none;\(width)min-height:\(CSS.px(size.height));"
  }
}
