internal import Basics
public import Foundation

/// A relation between attributes of views: one is equal to, at least or at most another one times a multiplier plus a
/// constant.
///
/// Constraints are solved as in UIKit: see `LayoutSystem`.
open class NSLayoutConstraint: NSObject {
  /// The axes of a layout.
  public enum Axis: Int, Sendable { case horizontal, vertical }

  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal = 0
    case greaterThanOrEqual = 1
  }

  /// An attribute of a view or layout guide, with UIKit's raw values.
  public enum Attribute: Int, Sendable {
    case notAnAttribute = 0
    case left = 1
    case right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    case centerXWithinMargins, centerYWithinMargins
  }

  /// A view or a layout guide. It is not retained.
  public final var firstItem: AnyObject? { first?.object }
  public final let firstAttribute: Attribute
  public final let relation: Relation
  /// The other view or layout guide; nil for a constraint with a fixed size. It is not retained.
  public final var secondItem: AnyObject? { second?.object }
  public final let secondAttribute: Attribute
  public final let multiplier: CGFloat

  final let first, second: LayoutItem?

  /// The constant that is added, in points.
  open var constant: CGFloat { didSet { if constant != oldValue { didChange() } } }

  /// The priority. If constraints contradict each other, the one with the highest priority counts.
  open var priority = UILayoutPriority.required { didSet { if priority != oldValue { didChange() } } }

  /// A name that the app chooses, for messages.
  open var identifier: String?

  /// The view that has the constraint in its `constraints` while it is active: the nearest common ancestor of both views.
  final var holder: UIView? { holdingItem?.view }
  final var holdingItem: LayoutItem?

  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    (first, second) = (LayoutItem.of(view1 as AnyObject), view2.flatMap { LayoutItem.of($0 as AnyObject) })
    // UIKit ignores the attribute of no view.
    (firstAttribute, secondAttribute) = (attr1, view2 == nil ? .notAnAttribute : attr2)
    (self.relation, self.multiplier, constant) = (relation, multiplier, c)
    super.init()
    if CreationStacks.areRecorded { CreationStacks.record(self) }
  }

  init(
    _ first: LayoutItem?, _ firstAttribute: Attribute, _ relation: Relation, _ second: LayoutItem?,
    _ secondAttribute: Attribute, multiplier: CGFloat, constant: CGFloat
  ) {
    (self.first, self.second) = (first, second)
    (self.firstAttribute, self.secondAttribute) = (firstAttribute, second == nil ? .notAnAttribute : secondAttribute)
    (self.relation, self.multiplier, self.constant) = (relation, multiplier, constant)
    super.init()
    if CreationStacks.areRecorded { CreationStacks.record(self) }
  }

  // MARK: - Activity

  /// Whether the constraint is active. Its views must have a common ancestor before it is activated.
  open var isActive: Bool {
    get { holder != nil }
    set {
      guard newValue != isActive else { return }
      if newValue { activate() } else { holder?.uninstall(self) }
    }
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for (index, constraint) in constraints.enumerated() {
      constraint.isActive = true
      guard index == 0 else { continue }
      // Most are of one view: it makes room for all of them at once.
      constraint.holder?.rareProperties[LayoutRules.self].constraints.reserveCapacity(constraints.count)
    }
  }

  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func activate() {
    guard let first = firstView else {
      return Misuse.report("A constraint about \(firstAttribute) is of a view that is gone. It was left out.")
    }
    guard secondAttribute != .notAnAttribute || secondItem != nil else { return first.install(self, of: first) }
    guard let second = secondView, let common = first.commonAncestor(with: second) else {
      return Misuse.report(
        "\(description): the views are not in one tree. Add them to their superviews before the constraint is active.")
    }
    common.install(self, of: first, second)
  }

  private func didChange() { holder?.setNeedsUpdateConstraints() }

  /// The views of the two items. The view of a layout guide is its owning view.
  final var firstView: UIView? { first?.owner }
  final var secondView: UIView? { second?.owner }

  override open var description: String {
    let name = identifier.map { "\"\($0)\" " } ?? ""
    let other = secondView.map { " to \($0.layoutName).\(secondAttribute)" } ?? ""
    let size = secondItem == nil && firstAttribute.isSize ? " to \(CSS.number(constant))" : ""
    return "The constraint \(name)of \(firstView?.layoutName ?? "a view that is gone").\(firstAttribute)\(other)\(size)"
  }
}

extension NSLayoutConstraint.Attribute {
  var axis: NSLayoutConstraint.Axis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins:
      .horizontal
    default: .vertical
    }
  }

  var isSize: Bool { self == .width || self == .height }
}

extension UIView {
  /// The name of the view in messages.
  final var layoutName: String {
    let name = ClassNames.name(of: type(of: self))
    let id = elementID
    return id.isEmpty ? name : "\(name) (\(id))"
  }

  fileprivate func commonAncestor(with other: UIView) -> UIView? {
    var view: UIView? = self
    while let candidate = view {
      if other.isDescendant(of: candidate) { return candidate }
      view = candidate.superview
    }
    return nil
  }
}
