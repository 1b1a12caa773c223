internal import Foundation

/// What the constraints of a container say along one axis.
///
/// Edges at a fixed distance from each other belong to one line of the grid. Their distances from it become margins. So a
/// container whose only subview is pinned to its edges has two lines, and a chain of subviews adds a line at each
/// joint. Between two lines is a track, which is as large as its content.
struct AxisConstraints {
  /// An edge of an item, or the middle of the container, which is item 0.
  struct Edge: Hashable {
    enum Side { case lead, trail, middle }
    var item: Int
    var side: Side

    static let containerLead = lead(of: 0)
    static let containerTrail = trail(of: 0)
    static let containerMiddle = Edge(item: 0, side: .middle)

    static func lead(of item: Int) -> Edge { Edge(item: item, side: .lead) }
    static func trail(of item: Int) -> Edge { Edge(item: item, side: .trail) }

    /// The other end of the same item.
    var opposite: Edge { Edge(item: item, side: side == .lead ? .trail : .lead) }
  }

  /// A position: an edge, and a distance from it.
  struct Position {
    var edge: Edge
    var distance: Inset
  }

  /// The limits of an item's length.
  struct Length {
    var fixed: CGFloat?
    var minimum: CGFloat?
    var maximum: CGFloat?
    /// A part of the container's length.
    var part: (factor: CGFloat, constant: CGFloat, relation: NSLayoutConstraint.Relation)?
  }

  /// The position of an item's centre.
  enum Centre {
    /// The centre of the container, within insets, and an offset from it.
    case container(lead: Inset, trail: Inset, offset: CGFloat)
    case item(Int, offset: CGFloat)
    case edge(Position)
  }

  enum Baseline { case first, last }

  var lengths: [Int: Length] = [:]
  var centres: [Int: Centre] = [:]
  var baselines: [Int: (other: Int, baseline: Baseline)] = [:]
  /// The positions that items start at or after.
  var earliestStarts: [Int: Position] = [:]
  /// The positions that items end at or before.
  var latestEnds: [Int: Position] = [:]
  /// Pairs of items of which one is as long as the other one times a factor.
  var ratios: [(item: Int, other: Int, factor: CGFloat)] = []

  // Edges that belong to the line of another edge, and their distances from that edge.
  private var parents: [Edge: Position] = [:]
  /// The edges that stand for the lines, one for each line.
  private var lines: Set<Edge> = [.containerLead, .containerTrail]

  // MARK: - Lines

  /// The edge that stands for the line of an edge, and the distance from it.
  private func root(of edge: Edge) -> Position {
    guard let parent = parents[edge] else { return Position(edge: edge, distance: Inset()) }
    let root = root(of: parent.edge)
    return Position(edge: root.edge, distance: parent.distance + root.distance)
  }

  /// A position as a distance from the edge that stands for its line.
  func resolved(_ position: Position) -> Position {
    let root = root(of: position.edge)
    return Position(edge: root.edge, distance: root.distance + position.distance)
  }

  /// Puts an edge at a position.
  ///
  /// - Returns: false if that contradicts an earlier constraint.
  mutating func join(_ edge: Edge, at position: Position) -> Bool {
    let own = root(of: edge)
    let other = resolved(position)
    let distance = other.distance - own.distance
    if own.edge == other.edge { return distance.isZero }
    // The container's own edges stand for their lines.
    let (child, parent, shift) =
      own.edge.item == 0 ? (other.edge, own.edge, -distance) : (own.edge, other.edge, distance)
    guard child.item != 0 else { return false }
    parents[child] = Position(edge: parent, distance: shift)
    lines.insert(parent)
    lines.remove(child)
    return true
  }

  /// Adds a line at an edge, if there is none.
  mutating func makeLine(at edge: Edge) { lines.insert(root(of: edge).edge) }

  /// Adds lines at both edges of an item.
  mutating func makeLines(of item: Int) {
    makeLine(at: .lead(of: item))
    makeLine(at: .trail(of: item))
  }

  // MARK: - Positions

  /// The position of an edge, as a distance from its line; nil if no constraint fixes it.
  func position(of edge: Edge) -> Position? {
    let position = root(of: edge)
    return lines.contains(position.edge) ? position : nil
  }

  /// Whether a constraint fixes an edge of an item.
  func hasFixedEdge(_ item: Int) -> Bool {
    position(of: .lead(of: item)) != nil || position(of: .trail(of: item)) != nil
  }

  /// Whether a constraint fixes or limits an edge of an item.
  func hasEdge(_ item: Int) -> Bool {
    hasFixedEdge(item) || earliestStarts[item] != nil || latestEnds[item] != nil
  }

  /// Whether a constraint says where an item is.
  func isConstrained(_ item: Int) -> Bool { hasEdge(item) || centres[item] != nil || baselines[item] != nil }

  /// The position at which an item starts, exactly or at the earliest.
  func start(of item: Int) -> Position? { position(of: .lead(of: item)) ?? earliestStarts[item].map(resolved) }

  /// The position at which an item ends, exactly or at the latest.
  func end(of item: Int) -> Position? { position(of: .trail(of: item)) ?? latestEnds[item].map(resolved) }

  /// The estimated length of an item.
  ///
  /// - Parameters:
  ///   - whole: The length of the container.
  ///   - content: Estimates the length of the item's content.
  func length(of item: Int, within whole: CGFloat, content: () -> CGFloat) -> CGFloat {
    let length = lengths[item]
    if let fixed = length?.fixed { return fixed }
    let part = length?.part.map { (size: whole * $0.factor + $0.constant, relation: $0.relation) }
    if let part, part.relation == .equal { return max(part.size, 0) }
    var size = content()
    if let part { size = part.relation == .lessThanOrEqual ? min(size, part.size) : max(size, part.size) }
    return max(min(size, length?.maximum ?? .infinity), length?.minimum ?? 0)
  }

  // MARK: - Positions

  /// The estimated positions of the lines, in points from the start of the container.
  ///
  /// - Parameters:
  ///   - lengths: The estimated length of each item.
  ///   - containerLength: The length of the container, 0 if unknown.
  ///   - grows: Whether the container grows with its content. If it does not, texts wrap.
  func estimatedPositions(_ lengths: [CGFloat], containerLength: CGFloat, grows: Bool) -> [Edge: CGFloat] {
    let items = lengths.indices.dropFirst()
    let steps = items.compactMap { item -> (Edge, Edge, CGFloat)? in
      guard let lead = start(of: item), let trail = end(of: item), lead.edge != trail.edge else { return nil }
      return (lead.edge, trail.edge, max(lead.distance.points - trail.distance.points + lengths[item], 0))
    }
    // Distances from the start of the container, and from its end. Each round follows the chains one item further.
    var fromStart: [Edge: CGFloat] = [.containerLead: 0]
    var fromEnd: [Edge: CGFloat] = [.containerTrail: 0]
    for _ in 0...steps.count {
      for (lead, trail, length) in steps {
        if let position = fromStart[lead] { fromStart[trail] = max(fromStart[trail] ?? 0, position + length) }
        if let position = fromEnd[trail] { fromEnd[lead] = max(fromEnd[lead] ?? 0, position + length) }
      }
    }
    // Items attached only to the start and items attached only to the end do not overlap.
    var (startReach, endReach) = (fromStart[.containerTrail] ?? 0, CGFloat(0))
    for item in items {
      if let lead = start(of: item), end(of: item) == nil, let position = fromStart[lead.edge] {
        startReach = max(startReach, position + lead.distance.points + lengths[item])
      }
      if let trail = end(of: item), start(of: item) == nil, let position = fromEnd[trail.edge] {
        endReach = max(endReach, position - trail.distance.points + lengths[item])
      }
    }
    let isFixed = !grows && containerLength > 0
    let total =
      isFixed ? containerLength : max(containerLength, fromStart[.containerTrail] ?? 0, startReach + endReach)
    fromStart[.containerTrail] = total
    fromStart[.containerMiddle] = total / 2
    for (item, centre) in centres {
      guard case .container = centre, let lead = position(of: .lead(of: item)),
        let trail = position(of: .trail(of: item))
      else { continue }
      fromStart[lead.edge] = (total - lengths[item]) / 2 - lead.distance.points
      fromStart[trail.edge] = (total + lengths[item]) / 2 - trail.distance.points
    }
    for _ in 0...steps.count {
      for (lead, trail, length) in steps where trail != .containerTrail {
        if let position = fromStart[lead] { fromStart[trail] = max(fromStart[trail] ?? 0, position + length) }
      }
    }
    for (edge, distance) in fromEnd {
      guard let position = fromStart[edge] else {
        fromStart[edge] = total - distance
        continue
      }
      if isFixed, distance < total { fromStart[edge] = min(position, total - distance) }
    }
    return fromStart
  }

  /// The lines in their order: first as items connect them, then by estimated position.
  func orderedLines(items: Range<Int>, positions: [Edge: CGFloat]) -> [Edge] {
    var successors: [Edge: Set<Edge>] = [:]
    var predecessorCounts: [Edge: Int] = [:]
    func order(_ first: Edge, before second: Edge) {
      guard first != second, second != .containerLead, first != .containerTrail,
        successors[first, default: []].insert(second).inserted
      else { return }
      predecessorCounts[second, default: 0] += 1
    }
    for line in lines {
      order(.containerLead, before: line)
      order(line, before: .containerTrail)
    }
    for item in items {
      if let lead = start(of: item), let trail = end(of: item) { order(lead.edge, before: trail.edge) }
    }
    var ordered: [Edge] = []
    var remaining = lines.subtracting([.containerTrail])
    func rank(_ edge: Edge) -> (Int, CGFloat, Int) {
      (predecessorCounts[edge] ?? 0, positions[edge] ?? 0, edge.item)
    }
    // Only contradictory constraints make a cycle of lines, for which any order is good enough.
    while let next = remaining.min(by: { rank($0) < rank($1) }) {
      remaining.remove(next)
      ordered.append(next)
      for line in successors[next] ?? [] { predecessorCounts[line]? -= 1 }
    }
    return ordered + [.containerTrail]
  }
}
