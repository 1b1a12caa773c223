public import Foundation

/// A rule about where views stand: one attribute equals, or is at least or at most, another one times a factor plus a
/// constant.
///
/// The rules of a view's subviews become a grid of the style sheet, in which content can grow: see `docs/layout.md` for
/// what has a counterpart there. A rule that has none is reported and left out.
open class NSLayoutConstraint: NSObject {
  /// The two directions of a layout.
  public enum Axis: Int, Sendable {
    case horizontal, vertical
  }

  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal = 0
    case greaterThanOrEqual = 1
  }

  /// What a rule is about, with UIKit's numbers.
  public enum Attribute: Int, Sendable {
    case notAnAttribute = 0
    case left = 1
    case right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    case centerXWithinMargins, centerYWithinMargins
  }

  /// A view or a layout guide. It is not retained.
  public private(set) final weak var firstItem: AnyObject?
  public final let firstAttribute: Attribute
  public final let relation: Relation
  /// The other view or layout guide; nil for a rule about a size alone. It is not retained.
  public private(set) final weak var secondItem: AnyObject?
  public final let secondAttribute: Attribute
  public final let multiplier: CGFloat

  /// What is added, in points.
  open var constant: CGFloat { didSet { if constant != oldValue { didChange() } } }

  /// Which of rules that contradict one another counts: the one with the higher priority.
  open var priority = UILayoutPriority.required { didSet { if priority != oldValue { didChange() } } }

  /// A name of the app's, for messages.
  open var identifier: String?

  /// The view that has the rule while it is active: the one that both of its views lie in.
  final weak var holder: UIView?

  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    firstItem = view1 as AnyObject
    firstAttribute = attr1
    self.relation = relation
    secondItem = view2.map { $0 as AnyObject }
    secondAttribute = attr2
    self.multiplier = multiplier
    constant = c
  }

  // MARK: - Activity

  /// Whether the rule counts. To activate it, its views have to be in one tree already.
  open var isActive: Bool {
    get { holder != nil }
    set {
      guard newValue != isActive else { return }
      if newValue { activate() } else { holder?.forget(self) }
    }
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func activate() {
    guard let first = firstView else {
      return Misuse.report("A constraint about \(firstAttribute) is of a view that is gone. It was left out.")
    }
    guard secondAttribute != .notAnAttribute || secondItem != nil else { return first.hold(self) }
    guard let second = secondView, let common = first.commonAncestor(with: second) else {
      return Misuse.report(
        "\(description): the views are not in one tree. Add them to their superviews before the constraint is active.")
    }
    common.hold(self)
  }

  private func didChange() { holder?.setNeedsUpdateConstraints() }

  /// The views that the rule is about: those of guides are the ones that have them.
  final var firstView: UIView? { firstItem as? UIView ?? (firstItem as? UILayoutGuide)?.owningView }
  final var secondView: UIView? { secondItem as? UIView ?? (secondItem as? UILayoutGuide)?.owningView }

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
  /// How messages name a view.
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
