internal import Foundation

/// One axis of the grid: where each item stands, and how large the tracks are.
struct GridAxis {
  /// How an item stands between its lines.
  enum Alignment: String {
    case start, end, center, stretch
    case firstBaseline = "first baseline"
    case lastBaseline = "last baseline"
  }

  /// The place of an item: its lines, counted from 0, and what lies between them and the item.
  struct Span {
    var start: Int
    var end: Int
    var before = Inset()
    var after = Inset()
    var alignment = Alignment.stretch
    /// How far the item is moved from there, in points; and by which part of its own length.
    var shift: CGFloat = 0
    var ownShift: CGFloat = 0
  }

  private(set) var layout: AxisLayout
  /// Estimated places of the lines.
  private(set) var positions: [CGFloat]
  private var numbers: [AxisLayout.Edge: Int] = [:]
  private let lengths: [CGFloat]
  /// The item at whose start a line was made, to be pushed by what is before it.
  private(set) var itemFromEnd: Int?

  /// - Parameters:
  ///   - lengths: The estimated lengths of the items.
  ///   - containerLength: That of the container, 0 if nobody knows.
  ///   - makesRoom: Whether what hangs at the start pushes what hangs at the end away when it grows.
  init(_ layout: AxisLayout, lengths: [CGFloat], containerLength: CGFloat, makesRoom: Bool) {
    self.layout = layout
    self.lengths = lengths
    var estimates = layout.estimate(lengths, containerLength: containerLength)
    if makesRoom, let (edge, place) = Self.firstFromEnd(layout, lengths, estimates) {
      self.layout.makeLine(at: edge)
      itemFromEnd = edge.item
      estimates[edge] = place
    }
    let lines = self.layout.order(items: 1..<max(lengths.count, 1), estimates: estimates)
    positions = lines.map { estimates[$0] ?? 0 }
    for (index, line) in lines.enumerated() { numbers[line] = index }
  }

  /// The start of what hangs at the end, if all that hangs at the start ends before it.
  private static func firstFromEnd(
    _ layout: AxisLayout, _ lengths: [CGFloat], _ estimates: [AxisLayout.Edge: CGFloat]
  ) -> (AxisLayout.Edge, CGFloat)? {
    var first: (edge: AxisLayout.Edge, place: CGFloat)?
    var reach: CGFloat = 0
    for item in lengths.indices.dropFirst() where layout.centres[item] == nil && layout.baselines[item] == nil {
      switch (layout.start(of: item), layout.end(of: item)) {
      case (let start?, nil): reach = max(reach, (estimates[start.edge] ?? 0) + start.distance.points + lengths[item])
      case (nil, let end?):
        let place = (estimates[end.edge] ?? 0) + end.distance.points - lengths[item]
        if place < first?.place ?? .infinity { first = (.init(item: item, side: .lead), place) }
      default: break
      }
    }
    guard let first, reach > 0, reach <= first.place else { return nil }
    return first
  }

  /// Moves the lines behind a track, which takes what room is left.
  mutating func stretch(_ track: Int, to length: CGFloat) {
    let room = length - positions[last]
    guard room > 0 else { return }
    for line in positions.indices where line > track { positions[line] += room }
  }

  var last: Int { positions.count - 1 }

  /// Where an item stands.
  func span(of item: Int, depth: Int = 0) -> Span {
    let lead = layout.place(of: .init(item: item, side: .lead))
    let trail = layout.place(of: .init(item: item, side: .trail))
    // Views that are centred on one another in a circle have no place.
    if let centre = layout.centres[item], depth < 8 {
      if let span = span(of: item, centredAt: centre, lead, trail, depth) { return span }
    }
    if let (other, baseline) = layout.baselines[item], depth < 8 {
      var span = span(of: other, depth: depth + 1)
      span.alignment = baseline == .first ? .firstBaseline : .lastBaseline
      return span
    }
    return span(of: item, from: lead, to: trail)
  }

  private func span(
    of item: Int, centredAt centre: AxisLayout.Centre, _ lead: AxisLayout.Place?, _ trail: AxisLayout.Place?,
    _ depth: Int
  ) -> Span? {
    switch centre {
    case .container(let before, let after, let shift):
      guard lead == nil || trail == nil else { return nil }
      var span = Span(start: 0, end: last, before: before, after: after, alignment: .center, shift: shift)
      if let loose = looseStart(of: item), loose.line == 0 { span.before = loose.distance }
      if let loose = looseEnd(of: item), loose.line == last { span.after = loose.distance }
      return span
    case .item(let other, let shift):
      guard lead == nil || trail == nil else { return nil }
      var span = span(of: other, depth: depth + 1)
      if let lead, let line = numbers[lead.edge], line < span.end { (span.start, span.before) = (line, lead.distance) }
      if let trail, let line = numbers[trail.edge], line > span.start {
        (span.end, span.after) = (line, -trail.distance)
      }
      span.alignment = .center
      span.shift += shift
      return span
    case .edge(let place):
      let place = layout.resolved(place)
      guard let line = numbers[place.edge] else { return nil }
      let distance = place.distance
      return line < last
        ? Span(start: line, end: last, before: distance, alignment: .start, ownShift: -0.5)
        : Span(start: line - 1, end: line, after: -distance, alignment: .end, ownShift: 0.5)
    }
  }

  private func span(of item: Int, from lead: AxisLayout.Place?, to trail: AxisLayout.Place?) -> Span {
    var (lead, trail) = (lead, trail)
    if let first = lead, first.edge == trail?.edge {
      if first.edge == .containerTrail { lead = nil } else { trail = nil }
    }
    let start = lead.flatMap { place in numbers[place.edge].map { (line: $0, distance: place.distance) } }
    let end = trail.flatMap { place in numbers[place.edge].map { (line: $0, distance: -place.distance) } }
    // A start at the last line, or an end at the first one, is measured from the other side.
    if let start, start.line == last {
      return Span(
        start: last - 1, end: last, after: Inset(-lengths[item]) - start.distance, alignment: .end)
    }
    if let end, end.line == 0 {
      return Span(start: 0, end: 1, before: Inset(-lengths[item]) - end.distance, alignment: .start)
    }
    switch (start, end) {
    case (let start?, let end?) where start.line < end.line:
      return Span(
        start: start.line, end: end.line, before: start.distance, after: end.distance,
        alignment: item == itemFromEnd ? .end : .stretch)
    case (let start?, _):
      let limit = looseEnd(of: item).flatMap { $0.line > start.line ? $0 : nil }
      return Span(
        start: start.line, end: limit?.line ?? openEnd(of: item, from: start), before: start.distance,
        after: limit?.distance ?? Inset(), alignment: .start)
    case (nil, let end?):
      let limit = looseStart(of: item).flatMap { $0.line < end.line ? $0 : nil }
      return Span(
        start: limit?.line ?? openStart(of: item, to: end), end: end.line, before: limit?.distance ?? Inset(),
        after: end.distance, alignment: .end)
    case (nil, nil):
      let (start, end) = (looseStart(of: item), looseEnd(of: item))
      return Span(
        start: start?.line ?? 0, end: end?.line ?? last, before: start?.distance ?? Inset(),
        after: end?.distance ?? Inset(), alignment: .start)
    }
  }

  private func looseStart(of item: Int) -> (line: Int, distance: Inset)? {
    guard let place = layout.looseLeads[item].map(layout.resolved), let line = numbers[place.edge] else { return nil }
    return (line, place.distance)
  }

  private func looseEnd(of item: Int) -> (line: Int, distance: Inset)? {
    guard let place = layout.looseTrails[item].map(layout.resolved), let line = numbers[place.edge] else { return nil }
    return (line, -place.distance)
  }

  /// An item without an end takes the room up to the first line that lies behind it by all estimates: if it grows, what
  /// stands there makes room.
  private func openEnd(of item: Int, from start: (line: Int, distance: Inset)) -> Int {
    if layout.lengths[item]?.part != nil { return last }
    let end = positions[start.line] + start.distance.points + lengths[item]
    return positions.indices.first { $0 > start.line && positions[$0] >= end - 0.5 } ?? last
  }

  private func openStart(of item: Int, to end: (line: Int, distance: Inset)) -> Int {
    if layout.lengths[item]?.part != nil { return 0 }
    let start = positions[end.line] - end.distance.points - lengths[item]
    return positions.indices.last { $0 < end.line && positions[$0] <= start + 0.5 } ?? 0
  }
}
