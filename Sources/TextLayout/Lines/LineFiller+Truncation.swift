extension LineFiller {
  /// The last line, with an ellipsis for text that does not fit. Nil if all remaining text fits.
  ///
  /// - Parameters:
  ///   - end: The end of the line's text: the next hard break, or the end of the text.
  ///   - next: The index after the hard break.
  func truncatedLine(_ start: Int, _ end: Int, next: Int, limit: Int64) -> TextLine? {
    if next == text.count, fits(start, end, limit: limit) { return nil }
    var line = TextLine(range: start..<text.count, visibleEnd: text.count, width: 0, height: 0)
    let result =
      switch mode {
      case .truncateHead: head(start, limit: limit)
      case .truncateMiddle: middle(start, limit: limit)
      default: tail(start, end, limit: limit)
      }
    line.hidden = result.hidden
    line.width = points(rounded(result.width), limit: limit)
    return line
  }

  private func fits(_ start: Int, _ end: Int, limit: Int64) -> Bool {
    var (x, index) = (Int64(0), start)
    while index < end {
      let isHanging = text.marks[index].contains(.hanging)
      x += text.advance(at: index, after: x)
      if !isHanging, rounded(x) > limit { return false }
      index = text.next(after: index)
    }
    return true
  }

  private func ellipsis(at index: Int) -> Int64 { Int64(text.style(at: index)?.stack.ellipsis ?? 0) }

  private func tail(_ start: Int, _ end: Int, limit: Int64) -> (hidden: Range<Int>, width: Int64) {
    let prefix = prefix(start, end) { rounded($1 + ellipsis(at: $0)) <= limit }
    var visible = withoutSpaces(start, prefix)
    func total() -> Int64 { width(start, visible) + ellipsis(at: max(visible - 1, start)) }
    // Without the kerning to the character that is hidden, the text may be wider.
    while visible > start, rounded(total()) > limit { visible = withoutSpaces(start, text.previous(before: visible)) }
    return (visible..<text.count, total())
  }

  private func head(_ start: Int, limit: Int64) -> (hidden: Range<Int>, width: Int64) {
    let ellipsis = ellipsis(at: start)
    let suffix = suffix(start, limit - ellipsis)
    return (start..<suffix, sum(suffix..<text.count) + ellipsis)
  }

  private func middle(_ start: Int, limit: Int64) -> (hidden: Range<Int>, width: Int64) {
    let room = max(limit - ellipsis(at: start), 0)
    let half = prefix(start, text.count) { $1 <= room / 2 }
    let suffix = suffix(half, room - sum(start..<half))
    let rest = room - sum(suffix..<text.count)
    let visible = withoutSpaces(start, prefix(start, suffix) { $1 <= rest })
    return (visible..<suffix, sum(start..<visible) + ellipsis(at: start) + sum(suffix..<text.count))
  }

  /// The end of the longest text from `start` whose clusters all fit: `isRoom` gets the index of a cluster, and the width up to
  /// its end.
  private func prefix(_ start: Int, _ end: Int, isRoom: (Int, Int64) -> Bool) -> Int {
    var (x, index) = (Int64(0), start)
    while index < end {
      x += text.advance(at: index, after: x)
      if !isRoom(index, x) { break }
      index = text.next(after: index)
    }
    return index
  }

  /// The start of the longest text up to the end that is not wider than `room`.
  private func suffix(_ start: Int, _ room: Int64) -> Int {
    var (x, index) = (Int64(0), text.count)
    while index > start {
      let previous = text.previous(before: index)
      x += Int64(text.advances[previous])
      if previous < start || rounded(x) > room { break }
      index = previous
    }
    while index < text.count, text.marks[index].contains(.hanging) || text.marks[index].contains(.hardBreak) {
      index = text.next(after: index)
    }
    return index
  }

  private func sum(_ range: Range<Int>) -> Int64 { range.reduce(0) { $0 + Int64(text.advances[$1]) } }

  /// The end of a text without spaces at its end.
  private func withoutSpaces(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, text.marks[end - 1].contains(.hanging) || text.marks[end - 1].contains(.hardBreak) { end -= 1 }
    return end
  }
}
