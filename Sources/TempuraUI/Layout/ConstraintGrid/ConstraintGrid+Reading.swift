internal import Basics
internal import Foundation

extension ConstraintGrid {
  private typealias Axis = NSLayoutConstraint.Axis
  private typealias Edge = AxisConstraints.Edge
  private typealias Position = AxisConstraints.Position

  /// One side of a constraint.
  private enum Term {
    case edge(Axis, Position)
    case centre(Axis, item: Int, lead: Inset, trail: Inset)
    case length(Axis, item: Int, less: Inset)
    case baseline(item: Int, AxisConstraints.Baseline)
  }

  /// Reads all constraints, those of a higher priority first: of constraints that contradict each other the first one
  /// counts.
  func readConstraints() {
    for item in subitems { readFrame(of: item) }
    var active = container.constraints
    for item in subitems {
      // The other constraints that a subview holds are between its own subviews.
      active.append(contentsOf: view(item)?.constraints.filter(\.isOfOneView) ?? [])
    }
    let byPriority = active.enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }
    for (_, constraint) in byPriority where constraint.relation == .equal { read(constraint) }
    for (_, constraint) in byPriority where constraint.relation != .equal { read(constraint) }
  }

  /// Reads the assigned frame of a view to which a constraint of another view refers.
  private func readFrame(of item: Int) {
    guard let view = view(item), view.hasAssignedFrame, !view.viewFlags.contains(.ignoresFrame),
      container.constraints.contains(where: { $0.secondView === view })
    else { return }
    let frame = view.frame
    _ = horizontal.join(.lead(of: item), at: Position(edge: .containerLead, distance: Inset(frame.minX)))
    _ = vertical.join(.lead(of: item), at: Position(edge: .containerLead, distance: Inset(frame.minY)))
    horizontal.lengths[item, default: .init()].fixed = frame.width
    vertical.lengths[item, default: .init()].fixed = frame.height
  }

  private func read(_ constraint: NSLayoutConstraint) {
    guard let firstItem = constraint.firstItem, isOfThisTree(constraint) else {
      constraint.holder?.uninstall(constraint)
      return
    }
    // The container's own size concerns its superview.
    if constraint.isOfOneView, firstItem === container { return }
    guard let secondItem = constraint.secondItem else { return readSize(constraint, of: firstItem) }
    guard let first = term(firstItem, constraint.firstAttribute),
      let second = term(secondItem, constraint.secondAttribute)
    else {
      return refuse(
        constraint, "they are not a view and one that lies right in it, nor two that lie in the same one",
        "use constraints to the superview of each")
    }
    read(constraint, first, second)
  }

  /// Whether the views of a constraint still exist and are in the container. As in UIKit, a view that leaves its
  /// superview loses its constraints with other views.
  private func isOfThisTree(_ constraint: NSLayoutConstraint) -> Bool {
    guard let first = constraint.firstView, first.isDescendant(of: container) else { return false }
    if constraint.secondAttribute == .notAnAttribute { return true }
    return constraint.secondView?.isDescendant(of: container) ?? false
  }

  private func readSize(_ constraint: NSLayoutConstraint, of item: AnyObject) {
    guard let index = index(of: item) else { return }
    let axis = constraint.firstAttribute.axis
    var length = self[axis].lengths[index] ?? .init()
    switch constraint.relation {
    case .equal: if length.fixed == nil { length.fixed = constraint.constant }
    case .greaterThanOrEqual: length.minimum = max(length.minimum ?? 0, constraint.constant)
    case .lessThanOrEqual: length.maximum = min(length.maximum ?? .infinity, constraint.constant)
    }
    self[axis].lengths[index] = length
  }

  private func read(_ constraint: NSLayoutConstraint, _ first: Term, _ second: Term) {
    let isMirrored = isRightToLeft && constraint.firstAttribute.isPhysical
    let constant = isMirrored ? -constraint.constant : constraint.constant
    switch (first, second) {
    case (.length(let axis, let item, _), .length(let otherAxis, let other, let less)):
      readLengths(constraint, (axis, item), (otherAxis, other), less: less)
    case _ where constraint.multiplier != 1:
      refuse(
        constraint, "a page has no multiple of a position",
        "put a layout guide, or a view, of that width or height before it")
    case (.edge(let axis, let edge), .edge(let other, var position)) where axis == other:
      position.distance = position.distance + Inset(constant) - edge.distance
      readEdges(constraint, edge.edge, position, axis, isMirrored: isMirrored)
    case (.centre(let axis, let item, let lead, let trail), .centre(let other, let otherItem, let lead2, let trail2))
    where axis == other && constraint.relation == .equal:
      if item == 0 {
        self[axis].centres[otherItem] = .container(lead: lead, trail: trail, offset: -constraint.constant)
      } else if otherItem == 0 {
        self[axis].centres[item] = .container(lead: lead2, trail: trail2, offset: constraint.constant)
      } else if self[axis].centres[item] == nil {
        self[axis].centres[item] = .item(otherItem, offset: constraint.constant)
      } else {
        self[axis].centres[otherItem] = .item(item, offset: -constraint.constant)
      }
    case (.centre(let axis, let item, _, _), .edge(let other, var position))
    where axis == other && item != 0 && constraint.relation == .equal:
      position.distance = position.distance + Inset(constant)
      self[axis].centres[item] = .edge(position)
    case (.edge(let axis, let edge), .centre(let other, 0, _, _)) where axis == other && constraint.relation == .equal:
      join(constraint, edge.edge, at: Position(edge: .containerMiddle, distance: Inset(constant) - edge.distance), axis)
    case (.baseline(let item, let baseline), .baseline(let other, let same))
    where baseline == same && constraint.constant == 0 && item != 0 && other != 0:
      vertical.baselines[item] = (other, baseline)
    case (.baseline, _), (_, .baseline):
      refuse(constraint, "a page only lines the baselines of two views in a row up", "use topAnchor or bottomAnchor")
    default:
      refuse(
        constraint, "the attributes cannot be compared in a page", "use edges, sizes, or centres that are equal")
    }
  }

  // MARK: - Edges

  private func readEdges(
    _ constraint: NSLayoutConstraint, _ edge: Edge, _ position: Position, _ axis: Axis, isMirrored: Bool
  ) {
    var relation = constraint.relation
    if isMirrored, relation != .equal {
      relation = relation == .lessThanOrEqual ? .greaterThanOrEqual : .lessThanOrEqual
    }
    switch relation {
    case .equal: join(constraint, edge, at: position, axis)
    case .greaterThanOrEqual: limit(constraint, edge, atLeast: position, axis)
    case .lessThanOrEqual:
      limit(constraint, position.edge, atLeast: Position(edge: edge, distance: -position.distance), axis)
    }
  }

  private func join(_ constraint: NSLayoutConstraint, _ edge: Edge, at position: Position, _ axis: Axis) {
    if !self[axis].join(edge, at: position), constraint.priority == .required {
      Misuse.report("\(constraint.description) contradicts others of \(container.layoutName), and was left out.")
    }
  }

  /// Reads that an edge is at a position or after it.
  private func limit(_ constraint: NSLayoutConstraint, _ edge: Edge, atLeast position: Position, _ axis: Axis) {
    let before = position.edge
    let latestEnd = Position(edge: edge, distance: -position.distance)
    if before.side == .trail, before.item != 0 {
      if edge.item == 0 || self[axis].position(of: edge) != nil {
        if self[axis].position(of: before) == nil { self[axis].latestEnds[before.item] = latestEnd }
      } else if edge.side == .lead {
        self[axis].makeLine(at: before)
        self[axis].earliestStarts[edge.item] = position
      } else {
        self[axis].latestEnds[before.item] = latestEnd
        self[axis].makeLine(at: edge)
      }
    } else if edge.side == .lead, edge.item != 0 {
      if self[axis].position(of: edge) == nil {
        self[axis].makeLine(at: before)
        self[axis].earliestStarts[edge.item] = position
      }
    } else if edge.item != 0 || before.item != 0 {
      refuse(constraint, "a page has no such limit", "say where the edge is, or limit the width or height")
    }
  }

  // MARK: - Lengths

  private func readLengths(
    _ constraint: NSLayoutConstraint, _ first: (axis: Axis, item: Int), _ second: (axis: Axis, item: Int), less: Inset
  ) {
    let (factor, constant, relation) = (constraint.multiplier, constraint.constant, constraint.relation)
    let (axis, item, other) = (first.axis, first.item, second.item)
    if item == other, axis != second.axis, constant == 0, relation == .equal, factor > 0 {
      aspectRatios[item] = axis == .horizontal ? factor : 1 / factor
    } else if axis == second.axis, item != 0, other == 0 {
      self[axis].lengths[item, default: .init()].part = (factor, constant - less.points * factor, relation)
    } else if axis == second.axis, item == 0, other != 0, factor > 0 {
      self[axis].lengths[other, default: .init()].part = (1 / factor, -constant / factor, relation)
    } else if axis == second.axis, constant == 0, relation == .equal {
      self[axis].ratios.append((item, other, factor))
    } else {
      refuse(
        constraint, "a page cannot compare these sizes",
        "give the views of a row equal widths without a constant, or put them in a UIStackView that fills equally")
    }
  }

  // MARK: - Terms

  private func term(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) -> Term? {
    var role = (item as? UILayoutGuide)?.role ?? .free
    var attribute = attribute
    if let plain = attribute.withoutMargins {
      attribute = plain
      role = .margins
    }
    let owner = item as? UIView ?? (item as? UILayoutGuide).flatMap { $0.role == .free ? nil : $0.owningView }
    guard let index = index(of: owner ?? item) else { return nil }
    let axis = attribute.axis
    if role == .scrollFrame, axis == .horizontal, attribute != .width { isInVisibleArea = true }
    let insets = owner.map { $0.insets(of: role, axis) } ?? (lead: Inset(), trail: Inset())
    let lead = Term.edge(axis, Position(edge: .lead(of: index), distance: insets.lead))
    let trail = Term.edge(axis, Position(edge: .trail(of: index), distance: -insets.trail))
    switch attribute {
    case .leading, .top: return lead
    case .trailing, .bottom: return trail
    case .left: return isRightToLeft ? trail : lead
    case .right: return isRightToLeft ? lead : trail
    case .centerX, .centerY: return .centre(axis, item: index, lead: insets.lead, trail: insets.trail)
    case .width, .height: return .length(axis, item: index, less: insets.lead + insets.trail)
    case .firstBaseline: return .baseline(item: index, .first)
    case .lastBaseline: return .baseline(item: index, .last)
    default: return nil
    }
  }

  /// Reports a constraint without a counterpart in CSS.
  func refuse(_ constraint: NSLayoutConstraint, _ reason: String, _ advice: String) {
    Misuse.report("\(constraint.description) was left out, because \(reason): \(advice).")
  }
}

extension NSLayoutConstraint.Attribute {
  fileprivate var isPhysical: Bool { [.left, .right, .leftMargin, .rightMargin].contains(self) }

  /// The same attribute of the layout margins guide, for an attribute of the margins.
  fileprivate var withoutMargins: NSLayoutConstraint.Attribute? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }
}

extension UIView {
  /// The distances of one of the view's own guides from the view's edges.
  fileprivate final func insets(
    of role: UILayoutGuide.Role, _ axis: NSLayoutConstraint.Axis
  ) -> (lead: Inset, trail: Inset) {
    switch role {
    case .free, .scrollContent, .scrollFrame: return (Inset(), Inset())
    case .safeArea: return safeAreaInsets(axis)
    case .margins, .readable:
      let (margins, safeArea) = (directionalLayoutMargins, safeAreaInsets(axis))
      if axis == .vertical {
        return (Inset(margins.top) + safeArea.lead, Inset(margins.bottom) + safeArea.trail)
      }
      guard role == .readable else {
        return (Inset(margins.leading) + safeArea.lead, Inset(margins.trailing) + safeArea.trail)
      }
      func readable(_ margin: CGFloat) -> Inset { Inset(css: ["max(\(CSS.px(margin)), (100% - 42rem) / 2)"]) }
      return (readable(margins.leading), readable(margins.trailing))
    }
  }

  /// The distances of the safe area from the view's edges: what the device covers, if the view is that of a screen.
  private func safeAreaInsets(_ axis: NSLayoutConstraint.Axis) -> (lead: Inset, trail: Inset) {
    guard let controller = managingViewController else { return (Inset(), Inset()) }
    let additional = isOnFramedPage ? safeAreaInsets : controller.additionalSafeAreaInsets
    let isUnderBar = controller.navigationController.map { !$0.isNavigationBarHidden } ?? false
    func device(_ side: String) -> [String] { controller.isScreen ? ["env(safe-area-inset-\(side))"] : [] }
    switch axis {
    case .vertical:
      return (
        Inset(additional.top, css: isUnderBar ? [] : device("top")),
        Inset(additional.bottom, css: controller.tabBarController == nil ? device("bottom") : [])
      )
    case .horizontal:
      let (left, right) = (Inset(additional.left, css: device("left")), Inset(additional.right, css: device("right")))
      return isRightToLeft ? (right, left) : (left, right)
    }
  }
}
