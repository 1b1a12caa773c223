/// Breaks a shaped text into lines.
struct LineFiller {
  let text: ShapedText
  let paragraph: TextParagraph
  let width: Double
  let maximumLines: Int
  let mode: TextLayout.LineBreak
  var lines: [TextLine] = []
  var isTruncated = false

  init(_ text: ShapedText, paragraph: TextParagraph, width: Double, maximumLines: Int, mode: TextLayout.LineBreak) {
    self.text = text
    self.paragraph = paragraph
    self.width = width.clamped(to: 0...1e9)
    self.maximumLines = max(maximumLines, 0)
    self.mode = mode
  }

  /// An offset at which a line ends.
  struct End {
    /// The start of the next line.
    var index: Int
    var visibleEnd: Int
    /// In 16.16 fixed point.
    var width: Int64
    var hasHyphen = false
  }

  mutating func fill() -> TextLines {
    var start = 0
    var isFirst = true
    repeat {
      var end = start
      while end < text.count, !text.marks[end].contains(.hardBreak) { end += 1 }
      var next = min(end + 1, text.count)
      if end < text.count, text.units[end] == 0x0D, next < text.count, text.units[next] == 0x0A { next += 1 }
      let endsParagraph = end < text.count && [0x0A, 0x0D, 0x2029].contains(text.units[end])
      guard fill(start..<end, next: next, isFirst: isFirst) else { break }
      isFirst = endsParagraph
      start = next
    } while start < text.count
    return TextLines(lines: lines, isTruncated: isTruncated)
  }

  /// Adds the lines of the text up to a hard break.
  ///
  /// - Parameter next: The index after the hard break.
  /// - Returns: Whether further lines may follow.
  private mutating func fill(_ range: Range<Int>, next: Int, isFirst: Bool) -> Bool {
    var start = range.lowerBound
    var isFirst = isFirst
    repeat {
      let indent = isFirst ? paragraph.firstLineIndent : paragraph.indent
      let limit = limit(indent: indent)
      let isLast = maximumLines > 0 && lines.count == maximumLines - 1
      if isLast, mode.truncates, let line = truncatedLine(start, range.upperBound, next: next, limit: limit) {
        isTruncated = true
        append(line, indent: indent)
        return false
      }
      let end =
        mode == .clip && (isLast || maximumLines == 0)
        ? wholeLine(start, range.upperBound) : end(of: start, range.upperBound, limit: limit)
      let upper = end.index >= range.upperBound ? next : end.index
      append(
        TextLine(
          range: start..<upper, visibleEnd: end.visibleEnd, width: points(rounded(end.width), limit: limit), height: 0,
          hasHyphen: end.hasHyphen),
        indent: indent)
      if mode == .clip, rounded(end.width) > limit { isTruncated = true }
      if isLast {
        if upper < text.count { isTruncated = true }
        return false
      }
      start = end.index
      isFirst = false
    } while start < range.upperBound
    return true
  }

  private mutating func append(_ line: TextLine, indent: Double) {
    var line = line
    let metrics = text.metrics(of: line.range)
    line.height = (metrics.ascent + metrics.descent).roundedToPixel(.up)
    line.leading = metrics.leading
    line.baseline = metrics.ascent
    line.indent = indent.clamped(to: 0...Limit.length)
    lines.append(line)
  }

  /// The width of the longest line in 16.16 fixed point. As in Chromium, it is the available width rounded down to 1/64, and
  /// 1/64 more, because widths of lines are rounded up.
  private func limit(indent: Double) -> Int64 {
    let available = width - indent.clamped(to: 0...Limit.length) - paragraph.endIndent.clamped(to: 0...Limit.length)
    return (Int64((max(available, 0) * 64).rounded(.down)) << 10) + Self.tolerance
  }

  private static let tolerance: Int64 = 1 << 10

  /// The width of a line in points. That of a line that fits is not above the available width.
  func points(_ width: Int64, limit: Int64) -> Double {
    points(width == limit ? limit - Self.tolerance : width)
  }

  /// The line up to a hard break, however long.
  private func wholeLine(_ start: Int, _ end: Int) -> End {
    var (result, x, index) = (End(index: end, visibleEnd: start, width: 0), Int64(0), start)
    while index < end {
      let isHanging = text.marks[index].contains(.hanging)
      x += text.advance(at: index, after: x)
      index = text.next(after: index)
      if !isHanging { (result.visibleEnd, result.width) = (index, x) }
    }
    return result
  }

  // MARK: - Breaks

  /// The end of the line that begins at `start`: the last offset before `stop` up to which the text fits.
  private func end(of start: Int, _ stop: Int, limit: Int64) -> End {
    var best: End?
    var current = End(index: start, visibleEnd: start, width: 0)
    var x: Int64 = start < stop && text.marks[start].contains(.unsafeBreak) ? text.correction(of: start, text.count) : 0
    let startCorrection = x
    var index = start
    while index < stop {
      let mark = text.marks[index]
      if index > start, mark.contains(.breakBefore) || (mode == .character && !mark.contains(.hanging)) {
        let end = end(at: index, current, start, startCorrection)
        if rounded(end.width) <= limit { best = end }
      }
      x += text.advance(at: index, after: x)
      let next = text.next(after: index)
      if !mark.contains(.hanging) {
        guard rounded(x) <= limit else { return best ?? emergencyEnd(start, index, limit: limit) }
        (current.visibleEnd, current.width) = (next, x)
      }
      index = next
    }
    return End(index: stop, visibleEnd: current.visibleEnd, width: current.width)
  }

  private func end(at index: Int, _ current: End, _ start: Int, _ startCorrection: Int64) -> End {
    var end = End(index: index, visibleEnd: current.visibleEnd, width: current.width)
    if end.visibleEnd < text.count, text.marks[end.visibleEnd].contains(.unsafeBreak) {
      end.width += text.correction(of: start, end.visibleEnd) - startCorrection
    }
    if text.marks[index - 1].contains(.softHyphen) {
      end.hasHyphen = true
      end.width += Int64(text.style(at: index - 1)?.stack.hyphen ?? 0)
    }
    return end
  }

  /// The end of a line inside of a word that is too long for it: before the cluster at `overflow`, but after one cluster at
  /// least. It is not beside a soft hyphen whose hyphen has no room.
  private func emergencyEnd(_ start: Int, _ overflow: Int, limit: Int64) -> End {
    let first = text.next(after: start)
    // The widths without corrections, added up once: a line may be as long as the text, and a correction shapes letters.
    var candidates: [(index: Int, x: Int64)] = []
    var x = text.advance(at: start, after: 0)
    var index = first
    while index < overflow {
      x += text.advance(at: index, after: x)
      index = text.next(after: index)
      candidates.append((index, x))
    }
    for (index, x) in candidates.reversed()
    where !text.marks[index - 1].contains(.softHyphen) && !text.hasSoftHyphen(at: index) {
      let width = x + text.correction(of: start, index)
      if rounded(width) <= limit { return End(index: index, visibleEnd: index, width: width) }
    }
    // The hyphens behind the cluster have no width. If each was a line, thousands of them would be read for each line.
    index = first
    while index < overflow, text.hasSoftHyphen(at: index) { index = text.next(after: index) }
    return End(index: index, visibleEnd: index, width: width(start, index))
  }

  /// The width of a part of a line that begins at its start.
  func width(_ start: Int, _ end: Int) -> Int64 {
    var (x, index) = (Int64(0), start)
    while index < end {
      x += text.advance(at: index, after: x)
      index = text.next(after: index)
    }
    return x + text.correction(of: start, end)
  }

  // MARK: - Units

  /// Rounds a width in 16.16 fixed point up to 1/64.
  func rounded(_ width: Int64) -> Int64 { ((max(width, 0) + 1023) >> 10) << 10 }

  func points(_ width: Int64) -> Double { Double(rounded(width)) / 65536 }
}

extension TextLayout.LineBreak {
  var truncates: Bool {
    switch self {
    case .truncateHead, .truncateMiddle, .truncateTail: true
    case .word, .character, .clip: false
    }
  }
}
