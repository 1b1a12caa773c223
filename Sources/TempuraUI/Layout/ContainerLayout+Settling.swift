internal import Foundation

extension ContainerLayout {
  private typealias Edge = AxisLayout.Edge
  private typealias Place = AxisLayout.Place

  /// Draws conclusions from what the constraints say: which edges need lines, which sizes follow from others.
  func settle(_ axis: NSLayoutConstraint.Axis) {
    settleRatios(axis)
    for (item, centre) in self[axis].centres { settleCentre(of: item, centre, axis) }
    for (_, reference) in self[axis].baselines where self[axis].centres[reference.other] != nil {
      self[axis].makeLines(of: reference.other)
    }
    for item in numbers {
      settleLength(of: item, axis)
      // A part of the container's length is a track's if the item is not measured from the container itself.
      let edges = [Edge(item: item, side: .lead), Edge(item: item, side: .trail)]
      let isInChain = edges.contains { edge in
        self[axis].place(of: edge).map { $0.edge != .containerLead && $0.edge != .containerTrail } ?? false
      }
      if isInChain, self[axis].lengths[item]?.part?.relation == .equal { self[axis].makeLines(of: item) }
    }
  }

  /// Views that are as long as others whose length is known have that length, too; two that have one centre have one place.
  private func settleRatios(_ axis: NSLayoutConstraint.Axis) {
    var isChanged = true
    while isChanged {
      isChanged = false
      for (item, other, factor) in self[axis].ratios where factor > 0 {
        if let known = self[axis].lengths[other]?.fixed, self[axis].lengths[item]?.fixed == nil {
          self[axis].lengths[item, default: .init()].fixed = known * factor
          isChanged = true
        } else if let known = self[axis].lengths[item]?.fixed, self[axis].lengths[other]?.fixed == nil {
          self[axis].lengths[other, default: .init()].fixed = known / factor
          isChanged = true
        }
      }
    }
    for (item, other, factor) in self[axis].ratios where factor == 1 {
      if case .item(other, offset: 0) = self[axis].centres[item] {
        alignEdges(of: item, with: other, axis)
      } else if case .item(item, offset: 0) = self[axis].centres[other] {
        alignEdges(of: other, with: item, axis)
      } else {
        completeEdges(of: item, with: other, axis)
        completeEdges(of: other, with: item, axis)
      }
    }
  }

  private func alignEdges(of item: Int, with other: Int, _ axis: NSLayoutConstraint.Axis) {
    self[axis].makeLines(of: other)
    for side in [Edge.Side.lead, .trail] {
      _ = self[axis].join(
        Edge(item: item, side: side), at: Place(edge: Edge(item: other, side: side), distance: Inset()))
    }
    self[axis].centres[item] = nil
  }

  /// A view that starts where one of its length does also ends there.
  private func completeEdges(of item: Int, with other: Int, _ axis: NSLayoutConstraint.Axis) {
    let sides = [Edge.Side.lead, .trail]
    for (side, far) in zip(sides, sides.reversed()) {
      guard let place = self[axis].place(of: Edge(item: item, side: side)),
        let otherPlace = self[axis].place(of: Edge(item: other, side: side)), place.edge == otherPlace.edge,
        place.distance == otherPlace.distance, self[axis].place(of: Edge(item: item, side: far)) == nil
      else { continue }
      self[axis].makeLine(at: Edge(item: other, side: far))
      _ = self[axis].join(
        Edge(item: item, side: far), at: Place(edge: Edge(item: other, side: far), distance: Inset()))
    }
  }

  private func settleCentre(of item: Int, _ centre: AxisLayout.Centre, _ axis: NSLayoutConstraint.Axis) {
    let lead = Edge(item: item, side: .lead)
    let trail = Edge(item: item, side: .trail)
    switch centre {
    case .container(_, _, offset: 0) where self[axis].isTied(item):
      switch (self[axis].place(of: lead), self[axis].place(of: trail)) {
      case (let place?, nil) where place.edge == .containerLead && self[axis].lengths[item]?.most != nil:
        fill(item, within: place.distance, axis)
      case (nil, let place?) where place.edge == .containerTrail && self[axis].lengths[item]?.most != nil:
        fill(item, within: -place.distance, axis)
      case (let place?, nil) where place.edge == .containerLead:
        _ = self[axis].join(trail, at: Place(edge: .containerTrail, distance: -place.distance))
        self[axis].centres[item] = nil
      case (nil, let place?) where place.edge == .containerTrail:
        _ = self[axis].join(lead, at: Place(edge: .containerLead, distance: -place.distance))
        self[axis].centres[item] = nil
      default: self[axis].makeLines(of: item)
      }
    case .container: if self[axis].isTied(item) { self[axis].makeLines(of: item) }
    case .item(let other, _):
      let hasPlace =
        self[axis].isTied(other) || self[axis].looseLeads[other] != nil || self[axis].looseTrails[other] != nil
      if hasPlace || self[axis].centres[other] == nil { self[axis].makeLines(of: other) }
    case .edge(let place): self[axis].makeLine(at: place.edge)
    }
  }

  /// A view that is centred, as wide as the margins leave room for, and limited.
  private func fill(_ item: Int, within margin: Inset, _ axis: NSLayoutConstraint.Axis) {
    self[axis].centres[item] = .container(lead: margin, trail: margin, offset: 0)
    if self[axis].lengths[item]?.fixed == nil { self[axis].lengths[item]?.part = (1, 0, .equal) }
  }

  /// Two edges of one line say how long the item is.
  private func settleLength(of item: Int, _ axis: NSLayoutConstraint.Axis) {
    guard let lead = self[axis].place(of: Edge(item: item, side: .lead)),
      let trail = self[axis].place(of: Edge(item: item, side: .trail)), lead.edge == trail.edge
    else { return }
    self[axis].lengths[item, default: .init()].fixed = max((trail.distance - lead.distance).points, 0)
  }
}
