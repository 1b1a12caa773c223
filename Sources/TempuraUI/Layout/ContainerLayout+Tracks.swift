internal import Foundation

extension ContainerLayout {
  /// The tracks of one axis in CSS, and which one takes what room is left.
  func tracks(_ axis: NSLayoutConstraint.Axis, _ grid: GridAxis, _ spans: [GridAxis.Span]) -> (css: String, open: Int) {
    var tracks = [String](repeating: "auto", count: grid.last)
    var isOpen = [Bool](repeating: false, count: grid.last)
    let layout = grid.layout
    for item in numbers where spans[item].end == spans[item].start + 1 {
      let track = spans[item].start
      if items[item] is UILayoutGuide, let length = layout.lengths[item]?.fixed ?? layout.lengths[item]?.least {
        tracks[track] = "minmax(\(CSS.px(length)),auto)"
      } else if spans[item].alignment == .stretch, grid.last > 1, let part = layout.lengths[item]?.part,
        part.relation == .equal
      {
        let margins = spans[item].before + spans[item].after + Inset(part.constant)
        tracks[track] = share(part.factor, margins, axis)
      } else if axis == .horizontal, let label = view(item) as? UILabel, grid.last > 1, tracks[track] == "auto" {
        let insists = label.contentCompressionResistancePriority(for: axis) > .defaultHigh
        tracks[track] = insists ? "max-content" : "fit-content(70%)"
      }
    }
    func open(_ track: Int, factor: CGFloat = 1) {
      isOpen[track] = true
      tracks[track] = "minmax(\(leastOpen(axis)),\(CSS.number(factor))fr)"
    }
    for (item, other, factor) in layout.ratios {
      let (span, otherSpan) = (spans[item], spans[other])
      guard layout.lengths[item]?.fixed == nil else { continue }
      if isConstrained(item), isConstrained(other), span.start == otherSpan.start, span.end == otherSpan.end {
        continue
      }
      guard span.end == span.start + 1, otherSpan.end == otherSpan.start + 1, factor > 0 else {
        refuseRatio(item, other, axis)
        continue
      }
      if !isOpen[otherSpan.start] { open(otherSpan.start) }
      open(span.start, factor: factor * shareOfRoom(tracks[otherSpan.start]))
    }
    let isCentred = numbers.contains { item in
      guard case .container = layout.centres[item] else { return false }
      return spans[item].alignment != .center
    }
    if isCentred || layout.place(of: .containerMiddle) != nil {
      open(0)
      open(grid.last - 1)
    }
    if let first = isOpen.firstIndex(of: true) { return (tracks.joined(separator: " "), first) }
    let ranks = tracks.indices.map { rank($0, axis, grid, spans) }
    let best = tracks.indices.max { (ranks[$0], $0) < (ranks[$1], $1) } ?? 0
    open(best)
    return (tracks.joined(separator: " "), best)
  }

  private func shareOfRoom(_ track: String) -> CGFloat {
    CGFloat(Double(track.split(separator: ",").last?.dropLast(3) ?? "1") ?? 1)
  }

  /// How small a track may be that takes what room is left. Rows always hold their content; columns have text wrap.
  private func leastOpen(_ axis: NSLayoutConstraint.Axis) -> String {
    if axis == .vertical { return "auto" }
    guard container is UIScrollView else { return "0" }
    return numbers.contains { horizontal.lengths[$0]?.part != nil } ? "0" : "max-content"
  }

  /// A part of the container's length, with what comes on top of it.
  func share(_ factor: CGFloat, _ more: Inset, _ axis: NSLayoutConstraint.Axis) -> String {
    let isScreen = container.managingViewController?.isScreen ?? false
    let whole = axis == .vertical && isScreen ? "100dvh" : "100%"
    let part = factor == 1 ? whole : "\(CSS.number(factor * 100))\(whole.drop { $0.isNumber })"
    return more.isZero ? part : "calc(\(part) + \(more.terms))"
  }

  /// How much a track wants to take what room is left: where something need not fill its track, or has no size of its
  /// own, or hugs its content least.
  private func rank(
    _ track: Int, _ axis: NSLayoutConstraint.Axis, _ grid: GridAxis, _ spans: [GridAxis.Span]
  ) -> Double {
    var rank: Double?
    for item in numbers where spans[item].start == track && spans[item].end == track + 1 {
      rank = max(rank ?? -1e9, self.rank(of: item, axis, grid, spans[item]))
    }
    return rank ?? 12
  }

  private func rank(
    of item: Int, _ axis: NSLayoutConstraint.Axis, _ grid: GridAxis, _ span: GridAxis.Span
  ) -> Double {
    let length = grid.layout.lengths[item]
    let hasRoom =
      grid.layout.place(of: .init(item: item, side: .lead)) == nil
      || grid.layout.place(of: .init(item: item, side: .trail)) == nil || grid.itemFromEnd == item
    if span.alignment == .start || span.alignment == .end, hasRoom, isConstrained(item) { return 30 }
    if length?.fixed != nil || length?.part != nil || aspects[item] != nil { return -1e6 }
    guard let view = view(item) else { return 25 }
    let kind: Double =
      switch view {
      case is UILabel: 10
      case is UITextField: axis == .horizontal ? 15 : 5
      case is UITextView: 25
      case is UIScrollView: 25
      case is UIControl: 5
      case is UIImageView: 8
      default: view.subviews.isEmpty ? 20 : 18
      }
    return kind + 1000 * Double(UILayoutPriority.defaultLow.rawValue - view.contentHuggingPriority(for: axis).rawValue)
  }

  private func refuseRatio(_ item: Int, _ other: Int, _ axis: NSLayoutConstraint.Axis) {
    let constraint = container.constraints.first { $0.firstItem === items[item] && $0.secondItem === items[other] }
    guard let constraint else { return }
    refuse(
      constraint, "the views are not beside one another from edge to edge",
      "put them in a UIStackView that fills equally, or give both a size")
  }
}
