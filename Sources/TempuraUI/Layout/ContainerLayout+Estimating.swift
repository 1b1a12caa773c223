internal import Foundation

extension ContainerLayout {
  typealias Spans = (horizontal: [GridAxis.Span], vertical: [GridAxis.Span])

  /// Both axes with their tracks.
  struct Grids {
    var horizontal: (axis: GridAxis, css: String)
    var vertical: (axis: GridAxis, css: String)
  }

  /// Finds lines, places and tracks.
  ///
  /// - Parameters: The size of the container, as far as it is known: 0 is not.
  func solve(width: CGFloat, height: CGFloat) -> (grids: Grids, spans: Spans) {
    let widths = items.indices.map { estimatedWidth(of: $0, within: width) }
    var across = GridAxis(horizontal, lengths: widths, containerLength: width, makesRoom: false)
    let acrossSpans = spans(.horizontal, across)
    let (columns, openColumn) = tracks(.horizontal, across, acrossSpans)
    across.stretch(openColumn, to: width)

    let heights = items.indices.map { item in
      estimatedHeight(of: item, width: extent(acrossSpans[item], across, widths[item]).length, within: height)
    }
    var down = GridAxis(vertical, lengths: heights, containerLength: height, makesRoom: true)
    let downSpans = spans(.vertical, down)
    let (rows, openRow) = tracks(.vertical, down, downSpans)
    down.stretch(openRow, to: height)
    return (Grids(horizontal: (across, columns), vertical: (down, rows)), (acrossSpans, downSpans))
  }

  /// The size that the container is estimated to have for its content.
  func fittingSize(width: CGFloat) -> CGSize {
    let (grids, _) = solve(width: width, height: 0)
    let size = CGSize(
      width: grids.horizontal.axis.positions.last ?? 0, height: grids.vertical.axis.positions.last ?? 0)
    return CGSize(width: width > 0 ? width : size.width, height: size.height)
  }

  private func spans(_ axis: NSLayoutConstraint.Axis, _ grid: GridAxis) -> [GridAxis.Span] {
    var spans = items.indices.map { $0 == 0 ? GridAxis.Span(start: 0, end: grid.last) : grid.span(of: $0) }
    let layout = grid.layout
    for (_, reference) in layout.baselines {
      spans[reference.other].alignment = reference.baseline == .first ? .firstBaseline : .lastBaseline
    }
    for item in numbers where spans[item].alignment == .stretch {
      let length = layout.lengths[item]
      let isWhole = spans[item].end > spans[item].start + 1 || grid.last == 1
      if length?.fixed != nil || (isWhole && length?.part?.relation == .equal) { spans[item].alignment = .start }
      // One of the two sizes follows from the other one.
      if aspects[item] != nil, axis == .vertical || isHeightKnown(of: item) { spans[item].alignment = .start }
    }
    return spans
  }

  private func isHeightKnown(of item: Int) -> Bool { vertical.lengths[item]?.fixed != nil }

  // MARK: - Estimates

  private func estimatedWidth(of item: Int, within width: CGFloat) -> CGFloat {
    guard item > 0 else { return width }
    if let aspect = aspects[item], let height = vertical.lengths[item]?.fixed { return height * aspect }
    return clamped(horizontal.lengths[item], within: width) {
      // A text may be as wide as there is room.
      min(contentSize(of: item, width: 0).width, width > 0 ? width : .infinity)
    }
  }

  private func estimatedHeight(of item: Int, width: CGFloat, within height: CGFloat) -> CGFloat {
    guard item > 0 else { return height }
    if let aspect = aspects[item], aspect > 0, vertical.lengths[item]?.fixed == nil { return width / aspect }
    return clamped(vertical.lengths[item], within: height) { contentSize(of: item, width: width).height }
  }

  private func clamped(_ length: AxisLayout.Length?, within whole: CGFloat, _ own: () -> CGFloat) -> CGFloat {
    if let fixed = length?.fixed { return fixed }
    let part = length?.part.map { (size: whole * $0.factor + $0.constant, relation: $0.relation) }
    if let part, part.relation == .equal { return max(part.size, 0) }
    var size = own()
    if let part { size = part.relation == .lessThanOrEqual ? min(size, part.size) : max(size, part.size) }
    return max(min(size, length?.most ?? .infinity), length?.least ?? 0)
  }

  /// Where an item starts along an axis, and how long it is.
  private func extent(_ span: GridAxis.Span, _ grid: GridAxis, _ length: CGFloat) -> (start: CGFloat, length: CGFloat) {
    let start = grid.positions[span.start] + span.before.points
    let end = grid.positions[span.end] - span.after.points
    let room = max(end - start, 0)
    let shift = span.shift + span.ownShift * length
    switch span.alignment {
    case .stretch: return (start + shift, room)
    case .start, .firstBaseline, .lastBaseline: return (start + shift, room > 0 ? min(length, room) : length)
    case .end: return (end - length + shift, length)
    case .center: return ((start + end - length) / 2 + shift, length)
    }
  }

  func estimatedFrame(of item: Int, _ grids: Grids, _ spans: Spans) -> CGRect {
    let width = container.frame.width
    let (across, down) = (grids.horizontal.axis, grids.vertical.axis)
    let x = extent(spans.horizontal[item], across, estimatedWidth(of: item, within: width))
    let height = estimatedHeight(of: item, width: x.length, within: container.frame.height)
    let y = extent(spans.vertical[item], down, height)
    let left = isRightToLeft ? across.positions[across.last] - x.start - x.length : x.start
    return CGRect(x: left, y: y.start, width: x.length, height: y.length)
  }
}
