internal import Basics
internal import CHarfBuzz

/// Finds the advances of characters, with kerning, marks and the forms that letters take beside one another.
enum Shaper {
  private struct Buffer: @unchecked Sendable {
    // Safe because only the thread that took it from the pool uses it.
    let pointer: OpaquePointer
  }

  private static let pool = Locked<[Buffer]>([])

  /// Shapes a part of a text in one font and one direction.
  ///
  /// - Parameter body: Called for each glyph: with the offset of its cluster in the text, its advance in 16.16 fixed point, and
  ///   whether the text before the cluster cannot be shaped apart from it.
  static func shape(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, of segment: ShapedText.Segment,
    _ body: (Int, Int32, Bool) -> Void
  ) {
    shapeGlyphs(units, range, of: segment) { info, position in
      let isUnsafe = hb_glyph_info_get_glyph_flags(info).rawValue & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
      body(Int(info.pointee.cluster), position.x_advance, isUnsafe)
    }
  }

  /// Shapes a part of a text in one font and one direction.
  ///
  /// - Parameter body: Called for each glyph with what HarfBuzz says of it, in 16.16 fixed point.
  @inline(__always)  // or measuring would take a call more for each glyph
  static func shapeGlyphs(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, of segment: ShapedText.Segment,
    _ body: (UnsafePointer<hb_glyph_info_t>, hb_glyph_position_t) -> Void
  ) {
    let buffer = pool.withLock { $0.popLast() } ?? Buffer(pointer: hb_buffer_create())
    let pointer = buffer.pointer
    hb_buffer_clear_contents(pointer)
    // Letters around the range determine the forms of Arabic letters at its ends.
    hb_buffer_add_utf16(
      pointer, units.baseAddress, Int32(clamping: units.count), UInt32(clamping: range.lowerBound),
      Int32(clamping: range.count))
    if segment.isHebrew { hb_buffer_set_script(pointer, HB_SCRIPT_HEBREW) }
    hb_buffer_set_direction(pointer, segment.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_guess_segment_properties(pointer)
    hb_shape(segment.font.font, pointer, nil, 0)
    var count: UInt32 = 0
    if let infos = hb_buffer_get_glyph_infos(pointer, &count),
      let positions = hb_buffer_get_glyph_positions(pointer, &count)
    {
      for index in 0..<Int(count) { body(infos + index, positions[index]) }
    }
    pool.withLock { if $0.count < 64 { $0.append(buffer) } else { hb_buffer_destroy(pointer) } }
  }

  /// The width of a part of a text on its own.
  static func width(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, of segment: ShapedText.Segment
  ) -> Int64 {
    var sum: Int64 = 0
    // Only the range: its neighbours are on other lines.
    let part = UnsafeBufferPointer(rebasing: units[range])
    shape(part, 0..<part.count, of: segment) { _, advance, _ in sum += Int64(advance) }
    return sum
  }
}

/// A word and the space after it, as shaped.
struct Word: Sendable {
  /// The advance of each unit: 0 for units that do not begin a cluster.
  var advances: [Int32]
  /// A bit for each unit that begins a cluster.
  var clusters: UInt32 = 0
  /// A bit for each cluster that cannot be shaped apart from the text before it.
  var unsafeBreaks: UInt32 = 0

  static let maximumUnits = 16

  struct Key: Hashable, Sendable {
    private var units: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private let font: Int

    init(_ units: UnsafeBufferPointer<UInt16>, font: Int) {
      self.font = font << 5 | units.count
      withUnsafeMutableBytes(of: &self.units) { $0.copyMemory(from: UnsafeRawBufferPointer(units)) }
    }

    static func == (a: Self, b: Self) -> Bool { a.units == b.units && a.font == b.font }

    func hash(into hasher: inout Hasher) {
      hasher.combine(font)
      hasher.combine(units.0)
      hasher.combine(units.1)
      if units.2 != 0 { hasher.combine(units.2) }
      if units.3 != 0 { hasher.combine(units.3) }
    }
  }

  private static let cache = GenerationCache<Key, Word>(capacity: 1 << 18)

  static func forgetAll() { cache.removeAll() }

  /// The word in a font. Valid for fonts without kerning of spaces.
  static func word(_ units: UnsafeBufferPointer<UInt16>, of segment: ShapedText.Segment) -> Word {
    let key = Key(units, font: segment.font.number)
    if let word = cache[key] { return word }
    var word = Word(advances: [Int32](repeating: 0, count: units.count))
    Shaper.shape(units, 0..<units.count, of: segment) { cluster, advance, isUnsafe in
      word.advances[cluster] += advance
      word.clusters |= 1 << UInt32(cluster)
      if isUnsafe { word.unsafeBreaks |= 1 << UInt32(cluster) }
    }
    cache.insert(word, for: key, cost: units.count)
    return word
  }
}
