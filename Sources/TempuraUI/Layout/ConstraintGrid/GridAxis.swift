internal import Foundation

/// The lines and tracks of the grid along one axis, and the items between them.
struct GridAxis {
  /// How an item stands between its lines.
  enum Alignment: String {
    case start, end, center, stretch
    case firstBaseline = "first baseline"
    case lastBaseline = "last baseline"
  }

  /// The lines that an item stands between, counted from 0, and its margins.
  struct Span {
    var start: Int
    var end: Int
    var before = Inset()
    var after = Inset()
    var alignment = Alignment.stretch
    /// A translation, in points and in parts of the item's own length.
    var shift: CGFloat = 0
    var ownShift: CGFloat = 0

    /// The only track that the item is in; nil if there are several.
    var track: Int? { end == start + 1 ? start : nil }
  }

  private(set) var constraints: AxisConstraints
  /// The estimated positions of the lines, in points.
  private var positions: [CGFloat]
  private var lineNumbers: [AxisConstraints.Edge: Int] = [:]
  private let lengths: [CGFloat]
  /// The item at whose start a line was added, so that the content before it pushes it.
  private(set) var pushedItem: Int?

  /// The spans of the items. The container, item 0, spans all tracks.
  private(set) var spans: [Span] = []
  /// The tracks in CSS.
  var tracks = ""

  /// - Parameters:
  ///   - lengths: The estimated lengths of the items.
  ///   - containerLength: The length of the container, 0 if unknown.
  ///   - grows: Whether the container grows with its content.
  ///   - startPushesEnd: Whether items attached to the start push the items attached to the end when they grow.
  init(
    _ constraints: AxisConstraints, lengths: [CGFloat], containerLength: CGFloat, grows: Bool, startPushesEnd: Bool
  ) {
    self.constraints = constraints
    self.lengths = lengths
    var estimates = constraints.estimatedPositions(lengths, containerLength: containerLength, grows: grows)
    if startPushesEnd, let (item, position) = Self.firstItemFromEnd(constraints, lengths, estimates) {
      self.constraints.makeLine(at: .lead(of: item))
      pushedItem = item
      estimates[.lead(of: item)] = position
    }
    let lines = self.constraints.orderedLines(items: 1..<max(lengths.count, 1), positions: estimates)
    positions = lines.map { estimates[$0] ?? 0 }
    for (number, line) in lines.enumerated() { lineNumbers[line] = number }
  }

  /// The first item that is attached only to the end, and its position; nil if an item attached only to the start
  /// reaches it.
  private static func firstItemFromEnd(
    _ constraints: AxisConstraints, _ lengths: [CGFloat], _ positions: [AxisConstraints.Edge: CGFloat]
  ) -> (item: Int, position: CGFloat)? {
    var first: (item: Int, position: CGFloat)?
    var reach: CGFloat = 0
    for item in lengths.indices.dropFirst()
    where constraints.centres[item] == nil && constraints.baselines[item] == nil {
      switch (constraints.start(of: item), constraints.end(of: item)) {
      case (let start?, nil):
        reach = max(reach, (positions[start.edge] ?? 0) + start.distance.points + lengths[item])
      case (nil, let end?):
        let position = (positions[end.edge] ?? 0) + end.distance.points - lengths[item]
        if position < first?.position ?? .infinity { first = (item, position) }
      default: break
      }
    }
    guard let first, reach > 0, reach <= first.position else { return nil }
    return first
  }

  // MARK: - Estimates

  /// The number of the last line.
  var last: Int { positions.count - 1 }

  /// The estimated length of the container.
  var length: CGFloat { positions[last] }

  /// Moves the lines after a track, which takes the room that is left up to a length.
  mutating func stretch(_ track: Int, to length: CGFloat) {
    let room = length - self.length
    guard room > 0 else { return }
    for line in positions.indices where line > track { positions[line] += room }
  }

  /// The estimated position of an item.
  ///
  /// - Parameter length: The length of the item, unless it fills the room between its lines.
  func extent(of item: Int, length: CGFloat) -> (start: CGFloat, length: CGFloat) {
    let span = spans[item]
    let start = positions[span.start] + span.before.points
    let end = positions[span.end] - span.after.points
    let room = max(end - start, 0)
    let shift = span.shift + span.ownShift * length
    switch span.alignment {
    case .stretch: return (start + shift, room)
    case .start, .firstBaseline, .lastBaseline: return (start + shift, room > 0 ? min(length, room) : length)
    case .end: return (end - length + shift, length)
    case .center: return ((start + end - length) / 2 + shift, length)
    }
  }

  // MARK: - Spans

  /// Finds the spans of all items.
  ///
  /// - Parameter hasDerivedLength: Whether the length of an item follows from its length along the other axis.
  mutating func findSpans(hasDerivedLength: (Int) -> Bool) {
    spans = lengths.indices.map { $0 == 0 ? Span(start: 0, end: last) : span(of: $0) }
    for (_, reference) in constraints.baselines {
      spans[reference.other].alignment = reference.baseline.alignment
    }
    for item in spans.indices.dropFirst() where spans[item].alignment == .stretch {
      let length = constraints.lengths[item]
      let isPartOfContainer = spans[item].track == nil || last == 1
      let hasLength = length?.fixed != nil || (isPartOfContainer && length?.part?.relation == .equal)
      if hasLength || hasDerivedLength(item) { spans[item].alignment = .start }
    }
  }

  /// The span of an item. Items whose positions depend on each other in a circle have none: the depth ends the search.
  private func span(of item: Int, depth: Int = 0) -> Span {
    let lead = constraints.position(of: .lead(of: item))
    let trail = constraints.position(of: .trail(of: item))
    if let centre = constraints.centres[item], depth < 8 {
      if let span = span(of: item, centredAt: centre, lead, trail, depth) { return span }
    }
    if let (other, baseline) = constraints.baselines[item], depth < 8 {
      var span = span(of: other, depth: depth + 1)
      span.alignment = baseline.alignment
      return span
    }
    return span(of: item, from: lead, to: trail)
  }

  private func span(
    of item: Int, centredAt centre: AxisConstraints.Centre, _ lead: AxisConstraints.Position?,
    _ trail: AxisConstraints.Position?, _ depth: Int
  ) -> Span? {
    switch centre {
    case .container(let before, let after, let shift):
      guard lead == nil || trail == nil else { return nil }
      var span = Span(start: 0, end: last, before: before, after: after, alignment: .center, shift: shift)
      var margins: [Inset] = []
      if let start = earliestStart(of: item), start.line == 0 { margins.append(start.distance - before) }
      if let end = latestEnd(of: item), end.line == last { margins.append(end.distance - after) }
      // The larger of the margins holds at both sides. With different ones the item would not be in the middle.
      if let margin = margins.max(by: { $0.points < $1.points }) {
        (span.before, span.after) = (before + margin, after + margin)
      }
      return span
    case .item(let other, let shift):
      guard lead == nil || trail == nil else { return nil }
      var span = span(of: other, depth: depth + 1)
      if let start = start(at: lead), start.line < span.end { (span.start, span.before) = start }
      if let end = end(at: trail), end.line > span.start { (span.end, span.after) = end }
      span.alignment = .center
      span.shift += shift
      return span
    case .edge(let position):
      let position = constraints.resolved(position)
      guard let line = lineNumbers[position.edge] else { return nil }
      return line < last
        ? Span(start: line, end: last, before: position.distance, alignment: .start, ownShift: -0.5)
        : Span(start: line - 1, end: line, after: -position.distance, alignment: .end, ownShift: 0.5)
    }
  }

  private func span(of item: Int, from lead: AxisConstraints.Position?, to trail: AxisConstraints.Position?) -> Span {
    var (lead, trail) = (lead, trail)
    if let first = lead, first.edge == trail?.edge {
      if first.edge == .containerTrail { lead = nil } else { trail = nil }
    }
    let (start, end) = (start(at: lead), end(at: trail))
    // A start at the last line, or an end at the first one, is measured from the other side.
    if let start, start.line == last {
      return Span(start: last - 1, end: last, after: Inset(-lengths[item]) - start.distance, alignment: .end)
    }
    if let end, end.line == 0 {
      return Span(start: 0, end: 1, before: Inset(-lengths[item]) - end.distance, alignment: .start)
    }
    switch (start, end) {
    case (let start?, let end?) where start.line < end.line:
      return Span(
        start: start.line, end: end.line, before: start.distance, after: end.distance,
        alignment: item == pushedItem ? .end : .stretch)
    case (let start?, _):
      let limit = latestEnd(of: item).flatMap { $0.line > start.line ? $0 : nil }
      return Span(
        start: start.line, end: limit?.line ?? openEnd(of: item, from: start), before: start.distance,
        after: limit?.distance ?? Inset(), alignment: .start)
    case (nil, let end?):
      let limit = earliestStart(of: item).flatMap { $0.line < end.line ? $0 : nil }
      return Span(
        start: limit?.line ?? openStart(of: item, to: end), end: end.line, before: limit?.distance ?? Inset(),
        after: end.distance, alignment: .end)
    case (nil, nil):
      let (start, end) = (earliestStart(of: item), latestEnd(of: item))
      return Span(
        start: start?.line ?? 0, end: end?.line ?? last, before: start?.distance ?? Inset(),
        after: end?.distance ?? Inset(), alignment: .start)
    }
  }

  // MARK: - Ends of spans

  /// A line, and the margin of an item from it.
  private typealias End = (line: Int, distance: Inset)

  private func start(at position: AxisConstraints.Position?) -> End? {
    position.flatMap { position in lineNumbers[position.edge].map { ($0, position.distance) } }
  }

  private func end(at position: AxisConstraints.Position?) -> End? {
    start(at: position).map { ($0.line, -$0.distance) }
  }

  private func earliestStart(of item: Int) -> End? {
    start(at: constraints.earliestStarts[item].map(constraints.resolved))
  }

  private func latestEnd(of item: Int) -> End? { end(at: constraints.latestEnds[item].map(constraints.resolved)) }

  /// The line at which an item without an end may end: the first one after its estimated end. If the item grows, it
  /// pushes that line.
  private func openEnd(of item: Int, from start: End) -> Int {
    if constraints.lengths[item]?.part != nil { return last }
    let end = positions[start.line] + start.distance.points + lengths[item]
    return positions.indices.first { $0 > start.line && positions[$0] >= end - 0.5 } ?? last
  }

  private func openStart(of item: Int, to end: End) -> Int {
    if constraints.lengths[item]?.part != nil { return 0 }
    let start = positions[end.line] - end.distance.points - lengths[item]
    return positions.indices.last { $0 < end.line && positions[$0] <= start + 0.5 } ?? 0
  }
}

extension AxisConstraints.Baseline {
  fileprivate var alignment: GridAxis.Alignment { self == .first ? .firstBaseline : .lastBaseline }
}
