internal import Foundation

/// The constraints of a container along one axis, on their way to being lines and tracks of a grid.
///
/// Edges that have a fixed distance from one another are one line: the distance is a margin. So a container whose only
/// subview is pinned to its edges has two lines, and a chain of subviews one more for each joint. Between two lines is a
/// track, which is as large as what stands in it.
struct AxisLayout {
  /// An edge of an item, or the middle of the container, which is item 0.
  struct Edge: Hashable {
    enum Side { case lead, trail, middle }
    var item: Int
    var side: Side

    static let containerLead = Edge(item: 0, side: .lead)
    static let containerTrail = Edge(item: 0, side: .trail)
    static let containerMiddle = Edge(item: 0, side: .middle)
  }

  /// A place: an edge, and how far from it.
  struct Place {
    var edge: Edge
    var distance: Inset
  }

  /// How long an item is to be.
  struct Length {
    var fixed: CGFloat?
    var least: CGFloat?
    var most: CGFloat?
    /// A part of the container's length.
    var part: (factor: CGFloat, constant: CGFloat, relation: NSLayoutConstraint.Relation)?
  }

  /// Where an item's middle is.
  enum Centre {
    /// That of the container, or of a part of it, and a distance from it.
    case container(lead: Inset, trail: Inset, offset: CGFloat)
    case item(Int, offset: CGFloat)
    case edge(Place)
  }

  enum Baseline { case first, last }

  // What the constraints say, by item.
  var lengths: [Int: Length] = [:]
  var centres: [Int: Centre] = [:]
  var baselines: [Int: (other: Int, baseline: Baseline)] = [:]
  var looseLeads: [Int: Place] = [:]
  var looseTrails: [Int: Place] = [:]
  /// Items of which each is as long as another one, times a factor.
  var ratios: [(item: Int, other: Int, factor: CGFloat)] = []

  // Edges by the line that they belong to, and their distances from it.
  private var parents: [Edge: (edge: Edge, distance: Inset)] = [:]
  private var members: [Edge: Int] = [:]
  private var lineEdges: Set<Edge> = [.containerLead, .containerTrail]

  // MARK: - Lines

  /// The edge that stands for the line of an edge, and the distance of the edge from it.
  func root(of edge: Edge) -> Place {
    guard let parent = parents[edge] else { return Place(edge: edge, distance: Inset()) }
    let above = root(of: parent.edge)
    return Place(edge: above.edge, distance: parent.distance + above.distance)
  }

  /// Joins two edges: `edge` is at `place`.
  ///
  /// - Returns: Whether that does not contradict what is known.
  mutating func join(_ edge: Edge, at place: Place) -> Bool {
    let own = root(of: edge)
    let other = root(of: place.edge)
    let distance = other.distance + place.distance - own.distance
    if own.edge == other.edge { return distance.isZero }
    // The container's own edges stand for their lines.
    let (child, parent, shift) =
      own.edge.item == 0 ? (other.edge, own.edge, -distance) : (own.edge, other.edge, distance)
    guard child.item != 0 else { return false }
    parents[child] = (parent, shift)
    members[parent] = (members[parent] ?? 1) + (members[child] ?? 1)
    lineEdges.insert(parent)
    lineEdges.remove(child)
    return true
  }

  /// Makes an edge a line, if it is none.
  mutating func makeLine(at edge: Edge) { lineEdges.insert(root(of: edge).edge) }

  mutating func makeLines(of item: Int) {
    makeLine(at: Edge(item: item, side: .lead))
    makeLine(at: Edge(item: item, side: .trail))
  }

  /// Where an edge is, if constraints say so.
  func place(of edge: Edge) -> Place? {
    let place = root(of: edge)
    return lineEdges.contains(place.edge) ? place : nil
  }

  func isTied(_ item: Int) -> Bool {
    place(of: Edge(item: item, side: .lead)) != nil || place(of: Edge(item: item, side: .trail)) != nil
  }

  /// Estimated places of the lines: by what stands before them, or else by what stands behind them.
  ///
  /// - Parameters:
  ///   - lengths: The estimated length of each item.
  ///   - containerLength: How long the container is, 0 if nobody knows.
  func estimate(_ lengths: [CGFloat], containerLength: CGFloat) -> [Edge: CGFloat] {
    let steps = lengths.indices.dropFirst().compactMap { item -> (Edge, Edge, CGFloat)? in
      guard let lead = start(of: item), let trail = end(of: item), lead.edge != trail.edge else { return nil }
      return (lead.edge, trail.edge, max(lead.distance.points - trail.distance.points + lengths[item], 0))
    }
    var before: [Edge: CGFloat] = [.containerLead: 0]
    var behind: [Edge: CGFloat] = [.containerTrail: 0]
    for _ in 0...steps.count {
      for (lead, trail, length) in steps {
        if let place = before[lead] { before[trail] = max(before[trail] ?? 0, place + length) }
        if let place = behind[trail] { behind[lead] = max(behind[lead] ?? 0, place + length) }
      }
    }
    // What hangs at the start and what hangs at the end have room beside one another.
    var (reach, back) = (before[.containerTrail] ?? 0, CGFloat(0))
    for item in lengths.indices.dropFirst() {
      if let lead = start(of: item), end(of: item) == nil, let place = before[lead.edge] {
        reach = max(reach, place + lead.distance.points + lengths[item])
      }
      if let trail = end(of: item), start(of: item) == nil, let place = behind[trail.edge] {
        back = max(back, place - trail.distance.points + lengths[item])
      }
    }
    let total = max(containerLength, before[.containerTrail] ?? 0, reach + back)
    before[.containerTrail] = total
    before[.containerMiddle] = total / 2
    for (item, centre) in centres {
      guard case .container = centre, let lead = place(of: Edge(item: item, side: .lead)),
        let trail = place(of: Edge(item: item, side: .trail))
      else { continue }
      before[lead.edge] = (total - lengths[item]) / 2 - lead.distance.points
      before[trail.edge] = (total + lengths[item]) / 2 - trail.distance.points
    }
    for _ in 0...steps.count {
      for (lead, trail, length) in steps where trail != .containerTrail {
        if let place = before[lead] { before[trail] = max(before[trail] ?? 0, place + length) }
      }
    }
    for (edge, distance) in behind where before[edge] == nil { before[edge] = total - distance }
    return before
  }

  /// The lines in their order: as items need it, and else by their estimated places.
  func order(items: Range<Int>, estimates: [Edge: CGFloat]) -> [Edge] {
    var following: [Edge: Set<Edge>] = [:]
    var awaited: [Edge: Int] = [:]
    func follow(_ first: Edge, _ second: Edge) {
      guard first != second, second != .containerLead, first != .containerTrail,
        following[first, default: []].insert(second).inserted
      else { return }
      awaited[second, default: 0] += 1
    }
    for line in lineEdges {
      follow(.containerLead, line)
      follow(line, .containerTrail)
    }
    for item in items {
      if let lead = start(of: item), let trail = end(of: item) { follow(lead.edge, trail.edge) }
    }
    var lines: [Edge] = []
    var left = lineEdges
    func rank(_ edge: Edge) -> (Int, CGFloat, Int) { (awaited[edge] ?? 0, estimates[edge] ?? 0, edge.item) }
    // Lines that wait for one another come of constraints that contradict themselves: then any order does.
    while let next = left.subtracting([.containerTrail]).min(by: { rank($0) < rank($1) }) {
      left.remove(next)
      lines.append(next)
      for line in following[next] ?? [] { awaited[line]? -= 1 }
    }
    return lines + [.containerTrail]
  }

  /// Where an item starts, strictly or at the earliest.
  func start(of item: Int) -> Place? {
    place(of: Edge(item: item, side: .lead)) ?? looseLeads[item].map(resolved)
  }

  /// Where an item ends, strictly or at the latest.
  func end(of item: Int) -> Place? {
    place(of: Edge(item: item, side: .trail)) ?? looseTrails[item].map(resolved)
  }

  /// A place by the line that it belongs to.
  func resolved(_ place: Place) -> Place {
    let root = root(of: place.edge)
    return Place(edge: root.edge, distance: root.distance + place.distance)
  }
}
