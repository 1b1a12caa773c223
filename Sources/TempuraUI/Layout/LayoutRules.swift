internal import Foundation

/// The layout properties of a view: its constraints, its layout guides, and the priorities of its content.
struct LayoutRules: RarePropertyGroup {
  /// The active constraints of the view, in the order of their activation.
  var constraints: [NSLayoutConstraint] = []
  /// The guides that the app added.
  var guides: [UILayoutGuide] = []
  /// The guides that every view has, such as that of its margins, once the app used them.
  var ownGuides: [UILayoutGuide.Role: UILayoutGuide] = [:]
  var margins: NSDirectionalEdgeInsets?
  /// The content hugging priorities.
  var hugging = AxisPriorities()
  var compressionResistance = AxisPriorities()
  /// Whether the content of the view, which is the root of a layout, is being measured.
  var isMeasured = false
  /// How the view was measured as the root of a layout, until it is laid out.
  var measured: MeasuredLayout?

  /// The CSS of the view as an arranged subview of a stack that flows.
  var arrangedStyle = ""
}

/// A priority of each axis; nil for the default.
struct AxisPriorities {
  private var horizontal, vertical: UILayoutPriority?

  init() {}

  subscript(axis: NSLayoutConstraint.Axis) -> UILayoutPriority? {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

extension UIView {
  /// Adds a constraint of one or two views to `constraints`, which activates it.
  final func install(_ constraint: NSLayoutConstraint, of first: UIView, _ second: UIView? = nil) {
    let item = layoutItem
    guard constraint.holdingItem !== item else { return }
    constraint.holder?.uninstall(constraint)
    rareProperties[LayoutRules.self].constraints.append(constraint)
    constraint.holdingItem = item
    join(first)
    if let second { join(second) }
    noteSubtreeWithFrames()
    setNeedsUpdateConstraints()
  }

  /// Marks the views between this one and a view that it constrains: they are laid out together with this one.
  private func join(_ view: UIView) {
    var outer = view === self ? nil : view.superview
    while let current = outer, current !== self {
      current.viewFlags.insert(.joinsSuperview)
      outer = current.superview
    }
  }

  /// Removes a constraint from `constraints`, which deactivates it.
  final func uninstall(_ constraint: NSLayoutConstraint) {
    rareProperties[LayoutRules.self].constraints.removeAll { $0 === constraint }
    constraint.holdingItem = nil
    setNeedsUpdateConstraints()
  }
}
