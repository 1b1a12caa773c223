internal import Foundation

// What follows from the constraints without standing in one of them.

extension AxisConstraints {
  /// Derives lengths and lines from the facts that the constraints say.
  mutating func deriveFacts(about items: Range<Int>) {
    deriveEqualLengths()
    for (item, centre) in centres { resolveCentre(of: item, centre) }
    for (_, reference) in baselines where centres[reference.other] != nil { makeLines(of: reference.other) }
    for item in items {
      deriveLength(of: item)
      // A part of the container's length is the size of a track, unless the item is attached to the container itself.
      let isInChain = [Edge.lead(of: item), .trail(of: item)].contains { edge in
        position(of: edge).map { $0.edge != .containerLead && $0.edge != .containerTrail } ?? false
      }
      if isInChain, lengths[item]?.part?.relation == .equal { makeLines(of: item) }
    }
  }

  // MARK: - Lengths

  /// Two edges of one line say how long the item is.
  private mutating func deriveLength(of item: Int) {
    guard let lead = position(of: .lead(of: item)), let trail = position(of: .trail(of: item)), lead.edge == trail.edge
    else { return }
    lengths[item, default: .init()].fixed = max((trail.distance - lead.distance).points, 0)
  }

  /// An item that is as long as another one gets its length if it is known, and its edges if both have the same centre,
  /// start or end.
  private mutating func deriveEqualLengths() {
    var isChanged = true
    while isChanged {
      isChanged = false
      for (item, other, factor) in ratios where factor > 0 {
        if let known = lengths[other]?.fixed, lengths[item]?.fixed == nil {
          lengths[item, default: .init()].fixed = known * factor
          isChanged = true
        } else if let known = lengths[item]?.fixed, lengths[other]?.fixed == nil {
          lengths[other, default: .init()].fixed = known / factor
          isChanged = true
        }
      }
    }
    for (item, other, factor) in ratios where factor == 1 {
      if case .item(other, offset: 0) = centres[item] {
        alignEdges(of: item, with: other)
      } else if case .item(item, offset: 0) = centres[other] {
        alignEdges(of: other, with: item)
      } else {
        completeEdges(of: item, with: other)
        completeEdges(of: other, with: item)
      }
    }
  }

  private mutating func alignEdges(of item: Int, with other: Int) {
    makeLines(of: other)
    _ = join(.lead(of: item), at: Position(edge: .lead(of: other), distance: Inset()))
    _ = join(.trail(of: item), at: Position(edge: .trail(of: other), distance: Inset()))
    centres[item] = nil
  }

  /// An item that starts where an item of the same length starts also ends where that one ends, and vice versa.
  private mutating func completeEdges(of item: Int, with other: Int) {
    for (edge, otherEdge) in [(Edge.lead(of: item), Edge.lead(of: other)), (.trail(of: item), .trail(of: other))] {
      guard let position = position(of: edge), let otherPosition = self.position(of: otherEdge),
        position.edge == otherPosition.edge,
        position.distance == otherPosition.distance, self.position(of: edge.opposite) == nil
      else { continue }
      makeLine(at: otherEdge.opposite)
      _ = join(edge.opposite, at: Position(edge: otherEdge.opposite, distance: Inset()))
    }
  }

  // MARK: - Centres

  private mutating func resolveCentre(of item: Int, _ centre: Centre) {
    switch centre {
    case .container(_, _, offset: 0) where hasFixedEdge(item): resolveMargins(ofCentred: item)
    case .container: if hasFixedEdge(item) { makeLines(of: item) }
    case .item(let other, _): if hasEdge(other) || centres[other] == nil { makeLines(of: other) }
    case .edge(let position): makeLine(at: position.edge)
    }
  }

  /// A centred item with a margin at one end of the container has the same margin at the other end.
  private mutating func resolveMargins(ofCentred item: Int) {
    let (lead, trail) = (position(of: .lead(of: item)), position(of: .trail(of: item)))
    let edge: Edge
    let margin: Inset
    switch (lead, trail) {
    case (let position?, nil) where position.edge == .containerLead:
      (edge, margin) = (.lead(of: item), position.distance)
    case (nil, let position?) where position.edge == .containerTrail:
      (edge, margin) = (.trail(of: item), -position.distance)
    default: return makeLines(of: item)
    }
    if lengths[item]?.maximum != nil {
      // As wide as the margins allow, up to its limit.
      centres[item] = .container(lead: margin, trail: margin, offset: 0)
      if lengths[item]?.fixed == nil { lengths[item]?.part = (1, 0, .equal) }
    } else {
      let isLead = edge.side == .lead
      _ = join(
        edge.opposite,
        at: Position(edge: isLead ? .containerTrail : .containerLead, distance: isLead ? -margin : margin))
      centres[item] = nil
    }
  }
}
