/// A text with the advances of its characters, and the offsets at which lines may break: all that does not depend on a
/// width.
final class ShapedText: Sendable {
  /// What is known of a UTF-16 code unit.
  struct Mark: OptionSet {
    let rawValue: UInt8
    /// The unit begins a cluster: lines never break inside one.
    static let cluster = Mark(rawValue: 1)
    /// The text before the unit has another width if the line breaks here.
    static let unsafeBreak = Mark(rawValue: 2)
    /// A line may break before the unit.
    static let breakBefore = Mark(rawValue: 4)
    static let hardBreak = Mark(rawValue: 8)
    /// A space that takes no room at the end of a line.
    static let hanging = Mark(rawValue: 16)
    static let tab = Mark(rawValue: 32)
    static let softHyphen = Mark(rawValue: 64)
    /// `letter-spacing` adds nothing after the cluster.
    static let untracked = Mark(rawValue: 128)
  }

  /// A part of the text that is shaped at once.
  struct Segment {
    var range: Range<Int>
    let font: SizedFont
    let isRightToLeft: Bool
    /// Whether the text is Hebrew, digits and signs beside it included. HarfBuzz kerns such text only with fonts for Hebrew.
    let isHebrew: Bool
  }

  struct Style {
    var range: Range<Int>
    let stack: FontStack
    let tracking: Int32
    let attachment: TextRun.Attachment?

    var ascent: Double { attachment.map { $0.ascent.clamped(to: 0...Limit.length) } ?? stack.ascent }
    var descent: Double { attachment.map { $0.descent.clamped(to: 0...Limit.length) } ?? stack.descent }
    var leading: Double { stack.leading }
  }

  let units: [UInt16]
  /// The advance of each cluster at its first unit, in 16.16 fixed point.
  let advances: [Int32]
  let marks: [Mark]
  let segments: [Segment]
  let styles: [Style]

  init(_ text: String, runs: [TextRun]) {
    var builder = ShapedTextBuilder(text, runs: runs)
    builder.build()
    units = builder.units
    advances = builder.advances
    marks = builder.marks
    segments = builder.segments
    styles = builder.styles
  }

  var count: Int { units.count }

  /// About the bytes of memory that the text takes.
  var byteCount: Int {
    7 * units.count + MemoryLayout<Segment>.stride * segments.count + MemoryLayout<Style>.stride * styles.count
  }

  /// The index after the cluster that begins at an index.
  func next(after index: Int) -> Int {
    var next = index + 1
    while next < marks.count, !marks[next].contains(.cluster) { next += 1 }
    return next
  }

  /// The index of the cluster that ends before an index.
  func previous(before index: Int) -> Int {
    var previous = index - 1
    while previous > 0, !marks[previous].contains(.cluster) { previous -= 1 }
    return max(previous, 0)
  }

  func hasSoftHyphen(at index: Int) -> Bool { index < marks.count && marks[index].contains(.softHyphen) }

  /// The style at an index; that of the last character at the end of the text. Nil if there are no runs.
  func style(at index: Int) -> Style? {
    if styles.count == 1 { return styles[0] }
    var (low, high) = (0, styles.count)
    while low < high {
      let middle = (low + high) / 2
      if styles[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < styles.count ? styles[low] : styles.last
  }

  /// The heights above and below the baseline, and the space to the next line, that the styles of a line need.
  func metrics(of range: Range<Int>) -> (ascent: Double, descent: Double, leading: Double) {
    guard let first = style(at: range.lowerBound) else { return (0, 0, 0) }
    var result = (ascent: first.ascent, descent: first.descent, leading: first.leading)
    var index = first.range.upperBound
    while index < range.upperBound, let style = style(at: index), style.range.upperBound > index {
      result = (
        max(result.ascent, style.ascent), max(result.descent, style.descent), max(result.leading, style.leading)
      )
      index = style.range.upperBound
    }
    return result
  }

  /// The advance of the cluster at an index, if the line's text before it has the given width.
  func advance(at index: Int, after width: Int64) -> Int64 {
    guard marks[index].contains(.tab) else { return Int64(advances[index]) }
    let space = Int64(style(at: index)?.stack.space ?? 0)
    let stop = space * 8
    guard stop > 0 else { return 0 }
    let distance = stop - width % stop
    // CSS Text Level 3, section 4.2: a stop that is too near is not used.
    return distance * 2 < space ? distance + stop : distance
  }

  /// What has to be added to the sum of the advances of a line, because kerning and forms of letters end at its ends.
  ///
  /// - Parameter end: The end of the visible text.
  func correction(of start: Int, _ end: Int) -> Int64 {
    guard start < end else { return 0 }
    var sum: Int64 = 0
    var remaining = start
    // Joined letters may depend on one another over a whole word. Far ones hardly do.
    let reach = 16
    if marks[start].contains(.unsafeBreak) {
      var stop = next(after: start)
      while stop < end, stop - start < reach, marks[stop].contains(.unsafeBreak) { stop = next(after: stop) }
      stop = min(stop, end)
      sum += difference(start..<stop)
      remaining = stop
    }
    if end < count, end > remaining, marks[end].contains(.unsafeBreak) {
      var safe = previous(before: end)
      while safe > remaining, end - safe < reach, marks[safe].contains(.unsafeBreak) { safe = previous(before: safe) }
      sum += difference(safe..<end)
    }
    return sum
  }

  /// The width of a part on its own minus the sum of its advances.
  private func difference(_ range: Range<Int>) -> Int64 {
    guard let segment = segment(at: range.lowerBound) else { return 0 }
    let range = range.clamped(to: segment.range)
    let width = units.withUnsafeBufferPointer {
      Shaper.width($0, range, of: segment)
    }
    let tracking = Int64(style(at: range.lowerBound)?.tracking ?? 0)
    let tracked = tracking == 0 ? 0 : range.count { marks[$0].contains(.cluster) && !marks[$0].contains(.untracked) }
    return width + tracking * Int64(tracked) - range.reduce(0) { $0 + Int64(advances[$1]) }
  }

  private func segment(at index: Int) -> Segment? {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < segments.count && segments[low].range.contains(index) ? segments[low] : nil
  }
}
