internal import Foundation

extension ConstraintGrid {
  /// The tracks of one axis in CSS, and the index of the track that takes the remaining room; `grid.last` if none does.
  func tracks(of grid: GridAxis, _ axis: NSLayoutConstraint.Axis) -> (css: String, flexible: Int) {
    var tracks = [String](repeating: "auto", count: grid.last)
    var factors = [CGFloat?](repeating: nil, count: grid.last)
    let constraints = grid.constraints
    for item in subitems {
      guard let track = grid.spans[item].track else { continue }
      if let css = self.track(of: item, grid, axis, isAuto: tracks[track] == "auto") { tracks[track] = css }
    }
    func makeFlexible(_ track: Int, factor: CGFloat = 1, least: String? = nil) {
      // Rounded as in the style sheet, because factors of other tracks are multiples of it.
      factors[track] = CSS.rounded(factor)
      tracks[track] = "minmax(\(least ?? leastFlexibleLength(axis)),\(CSS.number(factor))fr)"
    }
    for (item, other, factor) in constraints.ratios where constraints.lengths[item]?.fixed == nil {
      let (span, otherSpan) = (grid.spans[item], grid.spans[other])
      if isConstrained(item), isConstrained(other), span.start == otherSpan.start, span.end == otherSpan.end {
        continue
      }
      guard let track = span.track, let otherTrack = otherSpan.track, factor > 0 else {
        refuseRatio(item, other)
        continue
      }
      if factors[otherTrack] == nil { makeFlexible(otherTrack) }
      makeFlexible(track, factor: factor * (factors[otherTrack] ?? 1))
    }
    let isCentred = subitems.contains { item in
      guard case .container = constraints.centres[item] else { return false }
      return grid.spans[item].alignment != .center
    }
    if isCentred || constraints.position(of: .containerMiddle) != nil {
      makeFlexible(0)
      makeFlexible(grid.last - 1)
    }
    if let first = factors.firstIndex(where: { $0 != nil }) { return (tracks.joined(separator: " "), first) }
    if axis == .vertical, scrollsContent { return (tracks.joined(separator: " "), grid.last) }
    let flexibilities = tracks.indices.map { flexibility(of: $0, axis, grid) }
    let most = tracks.indices.max { (flexibilities[$0], $0) < (flexibilities[$1], $1) } ?? 0
    makeFlexible(most, least: axis == .horizontal && grid.last > 1 ? leastWidth(ofColumn: most, grid) : nil)
    return (tracks.joined(separator: " "), most)
  }

  /// The least width of a column with a symbol or a view of a fixed width, so that a text beside it wraps; nil for other
  /// columns.
  private func leastWidth(ofColumn column: Int, _ grid: GridAxis) -> String? {
    var least: CGFloat?
    for item in subitems where grid.spans[item].track == column && isConstrained(item) {
      let symbol = (view(item) as? UIImageView).flatMap { $0.image?.isSymbolImage == true ? $0 : nil }
      guard let width = horizontal.lengths[item]?.fixed ?? symbol?.intrinsicContentSize.width else { continue }
      let span = grid.spans[item]
      least = max(least ?? 0, span.before.points + width + span.after.points)
    }
    // Not the width of the content: a text or a picture across several columns would widen this one.
    return least.map(CSS.px)
  }

  /// The size of a track for the item in it; nil for that of the content.
  private func track(
    of item: Int, _ grid: GridAxis, _ axis: NSLayoutConstraint.Axis, isAuto: Bool
  ) -> String? {
    let (span, length) = (grid.spans[item], grid.constraints.lengths[item])
    if items[item] is UILayoutGuide, let length = length?.fixed ?? length?.minimum {
      return "minmax(\(CSS.px(length)),auto)"
    }
    guard grid.last > 1 else { return nil }
    if span.alignment == .stretch, let part = length?.part, part.relation == .equal {
      return share(part.factor, of: axis, plus: span.before + span.after + Inset(part.constant))
    }
    if axis == .horizontal, let label = view(item) as? UILabel, isAuto {
      let resists = label.contentCompressionResistancePriority(for: axis) > .defaultHigh
      return resists ? "max-content" : "fit-content(70%)"
    }
    return nil
  }

  /// The least length of a flexible track. A row always holds its content; in a column texts wrap.
  private func leastFlexibleLength(_ axis: NSLayoutConstraint.Axis) -> String {
    if axis == .vertical { return "auto" }
    return scrollsSideways ? "max-content" : "0"
  }

  /// Whether the columns may be wider than the container, because it scrolls. False if a width is a part of the container's
  /// width, or an edge is at one of its visible area.
  var scrollsSideways: Bool {
    container is UIScrollView && !isInVisibleArea && !subitems.contains { horizontal.lengths[$0]?.part != nil }
  }

  /// Whether the rows are as high as their content, because the container scrolls. False if the height of a view is a part
  /// of the container's height.
  var scrollsContent: Bool {
    container is UIScrollView && !subitems.contains { vertical.lengths[$0]?.part != nil }
  }

  /// A part of the container's length plus a distance, in CSS.
  func share(_ factor: CGFloat, of axis: NSLayoutConstraint.Axis, plus distance: Inset) -> String {
    let isScreen = container.managingViewController?.isScreen ?? false
    let whole = axis == .vertical && isScreen ? "100dvh" : "100%"
    let part = factor == 1 ? whole : "\(CSS.number(factor * 100))\(whole.drop { $0.isNumber })"
    return distance.isZero ? part : "calc(\(part) + \(distance.terms))"
  }

  /// How much a track tends to take the remaining room: most if an item need not fill the track, then if an item has no
  /// size of its own or hugs its content least.
  private func flexibility(of track: Int, _ axis: NSLayoutConstraint.Axis, _ grid: GridAxis) -> Double {
    let itemsInTrack = subitems.filter { grid.spans[$0].track == track }
    // A row is as high as the views between whose edges it is. Others in it need not fill it.
    let filling = axis == .vertical ? itemsInTrack.filter { !hasFreeEdge($0, grid) } : []
    return (filling.isEmpty ? itemsInTrack : filling).map { flexibility(ofItem: $0, axis, grid) }.max() ?? 12
  }

  private func hasFreeEdge(_ item: Int, _ grid: GridAxis) -> Bool {
    let constraints = grid.constraints
    return constraints.position(of: .lead(of: item)) == nil || constraints.position(of: .trail(of: item)) == nil
      || grid.pushedItem == item
  }

  private func flexibility(ofItem item: Int, _ axis: NSLayoutConstraint.Axis, _ grid: GridAxis) -> Double {
    let (span, constraints) = (grid.spans[item], grid.constraints)
    let length = constraints.lengths[item]
    if span.alignment == .start || span.alignment == .end, hasFreeEdge(item, grid), isConstrained(item) { return 30 }
    if length?.fixed != nil || length?.part != nil || aspectRatios[item] != nil { return -1e6 }
    guard let view = view(item) else { return 25 }
    let kind: Double =
      switch view {
      case is UILabel: 10
      case is UITextField: axis == .horizontal ? 15 : 5
      case is UIScrollView: 25
      case is UIControl: 5
      case is UIImageView: 8
      default: view.subviews.isEmpty ? 20 : 18
      }
    return kind + 1000 * Double(UILayoutPriority.defaultLow.rawValue - view.contentHuggingPriority(for: axis).rawValue)
  }

  private func refuseRatio(_ item: Int, _ other: Int) {
    let constraint = container.constraints.first { $0.firstItem === items[item] && $0.secondItem === items[other] }
    guard let constraint else { return }
    refuse(
      constraint, "the views are not beside one another from edge to edge",
      "put them in a UIStackView that fills equally, or give both a size")
  }
}
