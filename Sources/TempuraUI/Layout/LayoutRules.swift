internal import Foundation

/// The layout properties of a view: its constraints, its layout guides, and the CSS that its constraints become.
struct LayoutRules: RarePropertyGroup {
  /// The active constraints of the view, in the order of their activation.
  var constraints: [NSLayoutConstraint] = []
  /// The guides that the app added.
  var guides: [UILayoutGuide] = []
  /// The guides that every view has, such as that of its margins, once the app used them.
  var ownGuides: [UILayoutGuide.Role: UILayoutGuide] = [:]
  var margins: NSDirectionalEdgeInsets?
  /// The content hugging priorities.
  var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
  var compressionResistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]

  /// The CSS of the view as a container, from the constraints of its subviews.
  var containerStyle = ""
  /// The CSS of the view in its superview, from its constraints.
  var itemStyle = ""
  /// The CSS of the view as an arranged subview of a stack view.
  var arrangedStyle = ""
}

extension UIView {
  /// Adds a constraint to `constraints`, which activates it.
  final func install(_ constraint: NSLayoutConstraint) {
    guard constraint.holder !== self else { return }
    constraint.holder?.uninstall(constraint)
    rareProperties[LayoutRules.self].constraints.append(constraint)
    constraint.holder = self
    setNeedsUpdateConstraints()
  }

  /// Removes a constraint from `constraints`, which deactivates it.
  final func uninstall(_ constraint: NSLayoutConstraint) {
    rareProperties[LayoutRules.self].constraints.removeAll { $0 === constraint }
    constraint.holder = nil
    setNeedsUpdateConstraints()
  }

  /// Whether constraints position or size the view. Its frame has no effect then.
  final var hasItemConstraints: Bool {
    rareProperties.box(of: LayoutRules.self).map { !$0.properties.itemStyle.isEmpty } ?? false
  }
}
