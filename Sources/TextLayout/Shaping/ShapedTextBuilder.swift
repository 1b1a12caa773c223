/// Splits a text into parts of one font and one direction, and shapes them.
struct ShapedTextBuilder {
  typealias Mark = ShapedText.Mark

  private let text: String
  private let runs: [TextRun]
  private(set) var units: [UInt16]
  private(set) var advances: [Int32]
  private(set) var marks: [Mark]
  private(set) var segments: [ShapedText.Segment] = []
  private(set) var styles: [ShapedText.Style] = []
  /// Nil if all text runs from left to right.
  private var levels: [UInt8]?
  /// The script of each unit. Empty if all text runs from left to right.
  private var scripts: [Script] = []

  init(_ text: String, runs: [TextRun]) {
    self.text = text
    self.runs = runs
    units = text.utf16.map { Self.isForbidden($0) ? 0xFFFD : $0 }
    advances = [Int32](repeating: 0, count: units.count)
    marks = [Mark](repeating: [], count: units.count)
  }

  mutating func build() {
    addStyles()
    markClusters()
    units.withUnsafeBufferPointer { units in
      levels = UnicodeRules.levels(of: units)
    }
    if levels != nil { scripts = Script.scripts(of: units) }
    for style in styles { measure(style) }
    for index in segments.indices { shape(segments[index]) }
    for style in styles { track(style) }
    if units.count > 1 { markBreaks() }
    markHangingSpaces()
  }

  /// Whether pages have U+FFFD instead of a character (see `HTMLBuffer`). Those that end a line stay.
  private static func isForbidden(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x00...0x08, 0x0E...0x1F, 0x7F...0x84, 0x86...0x9F, 0xFDD0...0xFDEF, 0xFFFE...: true
    default: false
    }
  }

  /// Makes the runs cover exactly the text.
  private mutating func addStyles() {
    var start = 0
    for (index, run) in runs.enumerated() {
      let length = min(max(run.length, 0), units.count - start)
      let end = index == runs.count - 1 ? units.count : start + length
      if start == end, !styles.isEmpty || index < runs.count - 1 { continue }
      styles.append(
        ShapedText.Style(
          range: start..<end, stack: .stack(run.font), tracking: fixed(run.tracking.clamped(to: -1000...1000)),
          attachment: run.attachment))
      start = end
    }
  }

  // MARK: - Clusters

  /// Marks the units that begin a cluster, and those that have a meaning for lines.
  private mutating func markClusters() {
    var isSimple = true
    for index in units.indices {
      let unit = units[index]
      if Self.isSimple(unit) { marks[index].insert(.cluster) } else { isSimple = false }
      switch unit {
      case 0x09: marks[index].insert(.tab)
      case 0xAD: marks[index].insert(.softHyphen)
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: marks[index].insert(.hardBreak)
      default: break
      }
    }
    if !isSimple {
      for index in marks.indices { marks[index].remove(.cluster) }
      var index = 0
      for character in text {
        marks[index].insert(.cluster)
        index += character.utf16.count
      }
    }
    for style in styles where style.range.lowerBound < units.count { marks[style.range.lowerBound].insert(.cluster) }
  }

  /// Whether a unit is a cluster of its own beside others that are.
  private static func isSimple(_ unit: UInt16) -> Bool {
    switch unit {
    case 0...0x2FF, 0xFFFD, 0x2010...0x2027, 0x2030...0x205F, 0x20A0...0x20CF, 0x3000...0x3029, 0x3030...0x3098,
      0x309B...0x9FFF,
      0xFF01...0xFF9D:
      true
    default: false
    }
  }

  private func end(ofCluster start: Int, in range: Range<Int>) -> Int {
    var end = start + 1
    while end < range.upperBound, !marks[end].contains(.cluster) { end += 1 }
    return end
  }

  // MARK: - Fonts

  /// Finds the fonts of a run's characters. Characters that no font has get their width at once.
  private mutating func measure(_ style: ShapedText.Style) {
    let range = style.range
    if let attachment = style.attachment {
      if !range.isEmpty {
        for index in range.dropFirst() { marks[index].remove(.cluster) }
        advances[range.lowerBound] = fixed(attachment.width.clamped(to: 0...30_000))
      }
      return
    }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = end(ofCluster: start, in: range)
      defer { start = end }
      let unit = units[start]
      if !marks[start].isDisjoint(with: [.tab, .hardBreak]) { continue }
      guard let font = font(of: start..<end, in: style.stack) else {
        advances[start] = fixed(Fallback.width(of: scalars(start..<end), size: style.stack.size))
        continue
      }
      if start >= Limit.shapedUnits || end - start > Limit.clusterUnits {
        advances[start] = scalar(at: start).map { Fallback.isIgnorable($0.value) ? 0 : font.advance($0.value) } ?? 0
        continue
      }
      // Shaping many of them takes long.
      if Fallback.isIgnorable(UInt32(unit)), start > 0, Fallback.isIgnorable(UInt32(units[start - 1])) { continue }
      let isRightToLeft = levels.map { $0[start] & 1 == 1 } ?? false
      let isHebrew = !scripts.isEmpty && scripts[start] == .hebrew
      if let last = segments.indices.last, segments[last].font === font, segments[last].range.upperBound == start,
        segments[last].isRightToLeft == isRightToLeft, segments[last].isHebrew == isHebrew,
        segments[last].range.lowerBound >= range.lowerBound,
        levels == nil || levels?[start] == levels?[start - 1]
      {
        segments[last].range = segments[last].range.lowerBound..<end
      } else {
        segments.append(
          ShapedText.Segment(range: start..<end, font: font, isRightToLeft: isRightToLeft, isHebrew: isHebrew))
      }
    }
  }

  private func font(of cluster: Range<Int>, in stack: FontStack) -> SizedFont? {
    let unit = units[cluster.lowerBound]
    if cluster.count == 1, let first = stack.fonts.first, first.face.covers(UInt32(unit)) { return first }
    if cluster.count > Limit.clusterUnits {
      guard let first = scalar(at: cluster.lowerBound) else { return nil }
      return stack.fonts.first { $0.face.covers(first.value) }
    }
    let scalars = scalars(cluster)
    guard let first = scalars.first, !Fallback.isEmoji(scalars) else { return nil }
    if Fallback.isIgnorable(first.value) { return scalars.count == 1 ? stack.fonts.first : nil }
    return stack.fonts.first { font in
      scalars.allSatisfy { font.face.covers($0.value) || Fallback.isIgnorable($0.value) }
    } ?? stack.fonts.first { $0.face.covers(first.value) }
  }

  private func scalar(at index: Int) -> Unicode.Scalar? {
    Unicode.Scalar(units[index]) ?? scalars(index..<min(index + 2, units.count)).first
  }

  private func scalars(_ range: Range<Int>) -> [Unicode.Scalar] {
    Array(String(decoding: units[range], as: UTF16.self).unicodeScalars)
  }

  // MARK: - Shaping

  private mutating func shape(_ segment: ShapedText.Segment) {
    for index in segment.range { marks[index].remove(.cluster) }
    units.withUnsafeBufferPointer { units in
      if segment.isRightToLeft || levels != nil || !segment.font.face.isKernedByWord {
        Shaper.shape(units, segment.range, of: segment) { cluster, advance, isUnsafe in
          advances[cluster] &+= advance
          marks[cluster].formUnion(isUnsafe ? [.cluster, .unsafeBreak] : .cluster)
        }
      } else {
        shapeWords(of: segment, units)
      }
    }
  }

  /// Adds the space between characters, which joined letters do not get, nor digits and signs that follow them.
  private mutating func track(_ style: ShapedText.Style) {
    guard style.tracking != 0, style.attachment == nil else { return }
    for index in style.range where marks[index].contains(.cluster) {
      let unit = units[index]
      let isCursive = !scripts.isEmpty && scripts[index] == .cursive
      if marks[index].contains(.hardBreak) || Fallback.isIgnorable(UInt32(unit)) || (isCursive && unit != 0x20) {
        marks[index].insert(.untracked)
      } else {
        advances[index] &+= style.tracking
      }
    }
  }

  private mutating func shapeWords(of segment: ShapedText.Segment, _ units: UnsafeBufferPointer<UInt16>) {
    var start = segment.range.lowerBound
    while start < segment.range.upperBound {
      var end = start
      while end < segment.range.upperBound, units[end] != 0x20 { end += 1 }
      while end < segment.range.upperBound, units[end] == 0x20, end - start < Word.maximumUnits { end += 1 }
      if end - start <= Word.maximumUnits {
        let word = Word.word(UnsafeBufferPointer(rebasing: units[start..<end]), of: segment)
        for (offset, advance) in word.advances.enumerated() {
          advances[start + offset] = advance
          if word.clusters & (1 << UInt32(offset)) != 0 { marks[start + offset].insert(.cluster) }
          if word.unsafeBreaks & (1 << UInt32(offset)) != 0 { marks[start + offset].insert(.unsafeBreak) }
        }
      } else {
        Shaper.shape(units, start..<end, of: segment) { cluster, advance, isUnsafe in
          advances[cluster] &+= advance
          marks[cluster].formUnion(isUnsafe ? [.cluster, .unsafeBreak] : .cluster)
        }
      }
      start = end
    }
  }

  // MARK: - Breaks

  /// Marks the spaces that may hang over the end of a line. One that carries a mark is visible.
  private mutating func markHangingSpaces() {
    var start = 0  // of successive ones
    for index in units.indices {
      let isSpace = units[index] == 0x20 || units[index] == 0x3000 || units[index] == 0x09
      if isSpace, index + 1 == units.count || marks[index + 1].contains(.cluster) {
        marks[index].insert(.hanging)
      } else {
        // Many that no line can end after would be read again for each line.
        if index - start > Limit.hangingUnits, marks[index].isDisjoint(with: [.breakBefore, .hardBreak]) {
          for space in start..<index { marks[space].remove(.hanging) }
        }
        start = index + 1
      }
    }
  }

  private mutating func markBreaks() {
    units.withUnsafeBufferPointer { units in
      LineBreaks.forEach(in: units) { marks[$0].insert(.breakBefore) }
    }
  }
}

/// A length in points as 16.16 fixed point.
func fixed(_ length: Double) -> Int32 { Int32(clamping: Int((length.clamped(to: -32_000...32_000) * 65536).rounded())) }
