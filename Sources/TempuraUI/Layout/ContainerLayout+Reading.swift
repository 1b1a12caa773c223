internal import Foundation

extension ContainerLayout {
  private typealias Edge = AxisLayout.Edge
  private typealias Place = AxisLayout.Place

  /// What one side of a constraint is about.
  private enum Term {
    case edge(NSLayoutConstraint.Axis, Place)
    case middle(NSLayoutConstraint.Axis, item: Int, lead: Inset, trail: Inset)
    case length(NSLayoutConstraint.Axis, item: Int, less: Inset)
    case baseline(item: Int, AxisLayout.Baseline)
  }

  /// Takes note of all constraints: the required ones first, since of two that contradict one another the first counts.
  func read() {
    for index in numbers where view(index)?.viewFlags.contains(.ignoresFrame) == false { readFrame(of: index) }
    var active = container.constraints
    for item in numbers {
      // What an item has besides its own size is between its own subviews.
      active.append(contentsOf: view(item)?.constraints.filter { $0.isOfOneView } ?? [])
    }
    let byPriority = active.enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }
    for (_, constraint) in byPriority where constraint.relation == .equal { read(constraint) }
    for (_, constraint) in byPriority where constraint.relation != .equal { read(constraint) }
    for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] { settle(axis) }
  }

  /// A view whose frame the app assigned stands there for the constraints of others.
  private func readFrame(of item: Int) {
    guard let view = view(item), view.viewFlags.contains(.isPlaced), isNamedByOthers(view) else { return }
    let frame = view.frame
    _ = horizontal.join(
      Edge(item: item, side: .lead), at: Place(edge: .containerLead, distance: Inset(frame.minX)))
    _ = vertical.join(Edge(item: item, side: .lead), at: Place(edge: .containerLead, distance: Inset(frame.minY)))
    horizontal.lengths[item, default: .init()].fixed = frame.width
    vertical.lengths[item, default: .init()].fixed = frame.height
  }

  private func isNamedByOthers(_ view: UIView) -> Bool {
    container.constraints.contains { $0.secondView === view }
  }

  private func read(_ constraint: NSLayoutConstraint) {
    guard let firstItem = constraint.firstItem, let firstView = constraint.firstView else {
      constraint.holder?.forget(constraint)
      return
    }
    if constraint.secondAttribute != .notAnAttribute, constraint.secondView == nil {
      constraint.holder?.forget(constraint)
      return
    }
    guard firstView.isDescendant(of: container),
      constraint.secondView.map({ $0.isDescendant(of: container) || $0 === container }) ?? true
    else {
      // A view left: its constraints with others leave with it, as on a phone.
      constraint.holder?.forget(constraint)
      return
    }
    // The container's own size is its superview's to lay out.
    if constraint.isOfOneView, firstItem === container { return }
    if constraint.secondItem == nil { return readSize(constraint, of: firstItem) }
    guard let secondItem = constraint.secondItem,
      let first = term(firstItem, constraint.firstAttribute), let second = term(secondItem, constraint.secondAttribute)
    else {
      return refuse(
        constraint, "they are not a view and one that lies right in it, nor two that lie in the same one",
        "use constraints to the superview of each")
    }
    let isMirrored = isRightToLeft && constraint.firstAttribute.isPhysical
    read(constraint, first, second, isMirrored: isMirrored)
  }

  private func readSize(_ constraint: NSLayoutConstraint, of item: AnyObject) {
    guard let index = index(of: item) else { return }
    let axis: NSLayoutConstraint.Axis = constraint.firstAttribute == .width ? .horizontal : .vertical
    var length = self[axis].lengths[index] ?? .init()
    switch constraint.relation {
    case .equal: if length.fixed == nil { length.fixed = constraint.constant }
    case .greaterThanOrEqual: length.least = max(length.least ?? 0, constraint.constant)
    case .lessThanOrEqual: length.most = min(length.most ?? .infinity, constraint.constant)
    }
    self[axis].lengths[index] = length
  }

  private func read(_ constraint: NSLayoutConstraint, _ first: Term, _ second: Term, isMirrored: Bool) {
    let constant = isMirrored ? -constraint.constant : constraint.constant
    switch (first, second) {
    case (.length, .length): return readLengths(constraint, first, second)
    case _ where constraint.multiplier != 1:
      refuse(
        constraint, "a page has no multiple of a position",
        "put a layout guide, or a view, of that width or height before it")
    case (.edge(let axis, let edge), .edge(let other, var place)) where axis == other:
      place.distance = place.distance + Inset(constant) - edge.distance
      read(constraint, edge.edge, place, axis, isMirrored: isMirrored)
    case (.middle(let axis, let item, let lead, let trail), .middle(let other, let otherItem, let lead2, let trail2))
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
    case (.middle(let axis, let item, _, _), .edge(let other, var place))
    where axis == other && item != 0 && constraint.relation == .equal:
      place.distance = place.distance + Inset(constant)
      self[axis].centres[item] = .edge(place)
    case (.edge(let axis, let edge), .middle(let other, 0, _, _)) where axis == other && constraint.relation == .equal:
      let place = Place(edge: .containerMiddle, distance: Inset(constant) - edge.distance)
      if !self[axis].join(edge.edge, at: place) { contradict(constraint) }
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

  private func read(
    _ constraint: NSLayoutConstraint, _ edge: Edge, _ place: Place, _ axis: NSLayoutConstraint.Axis, isMirrored: Bool
  ) {
    var relation = constraint.relation
    if isMirrored, relation != .equal {
      relation = relation == .lessThanOrEqual ? .greaterThanOrEqual : .lessThanOrEqual
    }
    switch relation {
    case .equal: if !self[axis].join(edge, at: place) { contradict(constraint) }
    case .greaterThanOrEqual: bound(constraint, edge, atLeast: place, axis)
    case .lessThanOrEqual:
      bound(constraint, place.edge, atLeast: Place(edge: edge, distance: -place.distance), axis)
    }
  }

  /// An edge that comes after another one, with at least some distance.
  private func bound(
    _ constraint: NSLayoutConstraint, _ edge: Edge, atLeast place: Place, _ axis: NSLayoutConstraint.Axis
  ) {
    let before = place.edge
    if before.side == .trail, before.item != 0 {
      let isEdgeKnown = self[axis].place(of: edge) != nil
      let isBeforeKnown = self[axis].place(of: before) != nil
      if isEdgeKnown || edge.item == 0 {
        if !isBeforeKnown { self[axis].looseTrails[before.item] = Place(edge: edge, distance: -place.distance) }
      } else if edge.side == .lead {
        self[axis].makeLine(at: before)
        self[axis].looseLeads[edge.item] = place
      } else {
        self[axis].looseTrails[before.item] = Place(edge: edge, distance: -place.distance)
        self[axis].makeLine(at: edge)
      }
    } else if edge.side == .lead, edge.item != 0 {
      if self[axis].place(of: edge) == nil {
        self[axis].makeLine(at: before)
        self[axis].looseLeads[edge.item] = place
      }
    } else if edge.item != 0 || before.item != 0 {
      refuse(constraint, "a page has no such limit", "say where the edge is, or limit the width or height")
    }
  }

  private func readLengths(_ constraint: NSLayoutConstraint, _ first: Term, _ second: Term) {
    guard case .length(let axis, let item, _) = first, case .length(let otherAxis, let other, let less) = second else {
      return
    }
    let (factor, constant) = (constraint.multiplier, constraint.constant)
    if item == other, axis != otherAxis, constant == 0, constraint.relation == .equal, factor > 0 {
      aspects[item] = axis == .horizontal ? factor : 1 / factor
    } else if axis == otherAxis, item != 0, other == 0 {
      self[axis].lengths[item, default: .init()].part = (factor, constant - less.points * factor, constraint.relation)
    } else if axis == otherAxis, item == 0, other != 0, factor > 0 {
      self[axis].lengths[other, default: .init()].part = (1 / factor, -constant / factor, constraint.relation)
    } else if axis == otherAxis, constant == 0, constraint.relation == .equal {
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
    let insets = owner.map { $0.insets(of: role, axis, isContainer: index == 0) } ?? (lead: Inset(), trail: Inset())
    switch attribute {
    case .leading, .top: return .edge(axis, Place(edge: Edge(item: index, side: .lead), distance: insets.lead))
    case .trailing, .bottom:
      return .edge(axis, Place(edge: Edge(item: index, side: .trail), distance: -insets.trail))
    case .left, .right:
      let isLead = (attribute == .left) != isRightToLeft
      return .edge(
        axis,
        Place(edge: Edge(item: index, side: isLead ? .lead : .trail), distance: isLead ? insets.lead : -insets.trail))
    case .centerX, .centerY: return .middle(axis, item: index, lead: insets.lead, trail: insets.trail)
    case .width, .height: return .length(axis, item: index, less: insets.lead + insets.trail)
    case .firstBaseline: return .baseline(item: index, .first)
    case .lastBaseline: return .baseline(item: index, .last)
    default: return nil
    }
  }

  // MARK: - Complaints

  private func contradict(_ constraint: NSLayoutConstraint) {
    guard constraint.priority == .required else { return }
    Misuse.report("\(constraint.description) contradicts others of \(container.layoutName), and was left out.")
  }

  func refuse(_ constraint: NSLayoutConstraint, _ reason: String, _ advice: String) {
    Misuse.report("\(constraint.description) was left out, because \(reason): \(advice).")
  }
}

extension NSLayoutConstraint {
  /// Whether the constraint is about the size of one view and nothing else.
  final var isOfOneView: Bool { secondItem == nil || firstItem === secondItem }
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

  fileprivate var isPhysical: Bool { [.left, .right, .leftMargin, .rightMargin].contains(self) }

  /// The attribute of the margins' guide that this is another word for.
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
  /// How far one of the view's own guides is inside the view.
  fileprivate final func insets(
    of role: UILayoutGuide.Role, _ axis: NSLayoutConstraint.Axis, isContainer: Bool
  ) -> (lead: Inset, trail: Inset) {
    switch role {
    case .free, .scrollContent, .scrollFrame: return (Inset(), Inset())
    case .safeArea: return safeAreaDistances(axis)
    case .margins, .readable:
      let margins = directionalLayoutMargins
      let safe = safeAreaDistances(axis)
      if axis == .vertical { return (Inset(margins.top) + safe.lead, Inset(margins.bottom) + safe.trail) }
      guard role == .readable else { return (Inset(margins.leading) + safe.lead, Inset(margins.trailing) + safe.trail) }
      func readable(_ margin: CGFloat) -> Inset { Inset(css: ["max(\(CSS.px(margin)), (100% - 42rem) / 2)"]) }
      return (readable(margins.leading), readable(margins.trailing))
    }
  }

  /// How far the safe area is inside the view: what the device covers, if the view is that of a screen.
  private func safeAreaDistances(_ axis: NSLayoutConstraint.Axis) -> (lead: Inset, trail: Inset) {
    guard let controller = managingViewController else { return (Inset(), Inset()) }
    let additional = controller.additionalSafeAreaInsets
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
