/// What constraints and anchors refer to: a view or a layout guide, until it is released.
///
/// Constraints are the only objects that refer to most views without retaining them. A weak reference would leave each of these views
/// with slow counts of references.
final class LayoutItem {
  // Safe because the view or the guide calls `clear()` when it is released, and only code of its scene uses it.
  @exclusivity(unchecked) private(set) final unowned(unsafe) var view: UIView?
  @exclusivity(unchecked) private(set) final unowned(unsafe) var guide: UILayoutGuide?
  /// The index of the item in the layout that looked for it last.
  @exclusivity(unchecked) final var index = 0

  init(_ view: UIView) { self.view = view }
  init(_ guide: UILayoutGuide) { self.guide = guide }

  /// Returns the item of a view or a guide; nil for other objects.
  static func of(_ object: AnyObject) -> LayoutItem? {
    (object as? UIView)?.layoutItem ?? (object as? UILayoutGuide)?.layoutItem
  }

  final var object: AnyObject? { view ?? guide }

  final var isGone: Bool { view == nil && guide == nil }

  /// The view, or the view that has the guide.
  final var owner: UIView? { view ?? guide?.owningView }

  final func clear() { (view, guide) = (nil, nil) }
}

extension UIView {
  private struct Reference: RarePropertyGroup {
    var item: LayoutItem?
  }

  final var layoutItem: LayoutItem {
    if let item = rareProperties.box(of: Reference.self)?.properties.item { return item }
    let item = LayoutItem(self)
    rareProperties[Reference.self].item = item
    return item
  }

  final func clearLayoutItem() { rareProperties.box(of: Reference.self)?.properties.item?.clear() }
}
