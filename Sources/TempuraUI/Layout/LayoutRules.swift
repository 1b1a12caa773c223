internal import Foundation

/// The constraints that a view holds, what they are about, and the CSS that follows from them.
struct LayoutRules: RarePropertyGroup {
  /// The active constraints that the view holds, in the order in which they became active.
  var constraints: [NSLayoutConstraint] = []
  /// Guides that the app added.
  var guides: [UILayoutGuide] = []
  /// The view's own guides.
  var ownGuides: [UILayoutGuide.Role: UILayoutGuide] = [:]
  var margins: NSDirectionalEdgeInsets?
  /// How much the content insists on its size, by axis.
  var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
  var compressionResistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]

  /// What the constraints of the view's subviews make of it, in CSS.
  var containerStyle = ""
  /// What constraints make of the view itself, in CSS.
  var itemStyle = ""
  /// What the stack around the view makes of it, in CSS.
  var arrangedStyle = ""
}

extension UIView {
  final func hold(_ constraint: NSLayoutConstraint) {
    guard constraint.holder !== self else { return }
    constraint.holder?.forget(constraint)
    rareProperties[LayoutRules.self].constraints.append(constraint)
    constraint.holder = self
    setNeedsUpdateConstraints()
  }

  final func forget(_ constraint: NSLayoutConstraint) {
    rareProperties[LayoutRules.self].constraints.removeAll { $0 === constraint }
    constraint.holder = nil
    setNeedsUpdateConstraints()
  }

  /// Whether constraints place the view, so that its frame does not.
  final var isPlacedByConstraints: Bool { !rareProperties[LayoutRules.self].itemStyle.isEmpty }

}
