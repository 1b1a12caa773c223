internal import Basics
internal import CHarfBuzz
internal import Synchronization

/// A font file, checked and ready to be measured with.
final class FontFace: @unchecked Sendable {
  // Safe because HarfBuzz only reads a face that is immutable, and loads its tables atomically.
  private let face: OpaquePointer
  private let instances = Locked<[Int: FontInstance]>([:])  // by weight, for fonts without optical sizes
  let unitsPerEm: Int
  let glyphCount: Int
  let metrics: FontMetrics
  /// The range of the weight axis. Nil for fonts without one.
  let weights: ClosedRange<Int>?
  /// Whether letters change with the font's size. Browsers set this axis by themselves (CSS Fonts Level 4, section 6.13).
  private let hasOpticalSizes: Bool
  let names: FontNames
  /// A bit for each code point up to U+1FFFF that the file has a glyph for.
  private let coverage: [UInt64]

  /// Of the file's content.
  let hash: UInt64
  /// Whether the width of a text from left to right is the sum of the widths of its words.
  let isKernedByWord: Bool

  private static let requiredTables = ["head", "hhea", "hmtx", "maxp", "cmap"]

  /// - Parameters:
  ///   - fallbackName: The name of a font that contains none.
  ///   - isKernedByWord: Whether spaces have no kerning.
  init(_ bytes: [UInt8], fallbackName: String, isKernedByWord: Bool = false) throws(FontError) {
    try Self.checkSignature(bytes)
    let face = bytes.withUnsafeBytes { bytes in
      let blob = hb_blob_create(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: bytes.count), HB_MEMORY_MODE_DUPLICATE,
        nil,
        nil)
      defer { hb_blob_destroy(blob) }
      return hb_face_create(blob, 0)!
    }
    do throws(FontError) {
      try Self.checkTables(of: face)
    } catch {
      hb_face_destroy(face)
      throw error
    }
    self.face = face
    self.isKernedByWord = isKernedByWord
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    self.hash = hash.value
    unitsPerEm = Int(hb_face_get_upem(face))
    glyphCount = Int(hb_face_get_glyph_count(face))
    coverage = Self.coverage(of: face)
    weights = Self.weightAxis(of: face)
    var axis = hb_ot_var_axis_info_t()
    hasOpticalSizes = hb_ot_var_find_axis_info(face, tag("opsz"), &axis) != 0
    metrics = Self.metrics(of: face)
    names = FontNames(of: face, fallbackName: fallbackName, weights: weights)
    hb_face_make_immutable(face)
    if coverage.allSatisfy({ $0 == 0 }) { throw .noCharacters }
  }

  deinit { hb_face_destroy(face) }

  private static func checkSignature(_ bytes: [UInt8]) throws(FontError) {
    guard bytes.count >= 12, bytes.count <= 1 << 28 else { throw .notAFont }
    switch String(decoding: bytes[..<4], as: UTF8.self) {
    case "wOFF", "wOF2": throw .packed
    case "ttcf": throw .collection
    case "OTTO", "true", "\0\u{1}\0\0": break
    default: throw .notAFont
    }
  }

  private static func checkTables(of face: OpaquePointer) throws(FontError) {
    for name in requiredTables {
      let table = hb_face_reference_table(face, tag(name))
      defer { hb_blob_destroy(table) }
      if hb_blob_get_length(table) == 0 { throw .missingTable(name) }
    }
    guard hb_face_get_glyph_count(face) > 0 else { throw .missingTable("maxp") }
    let units = Int(number(at: 18, of: "head", face))
    guard (16...16384).contains(units) else { throw .invalidUnits(units) }
  }

  /// A number of a table; 0 if the table ends before. Of some, HarfBuzz tells a default or the one of another table instead.
  private static func number(at offset: Int, of name: String, _ face: OpaquePointer) -> UInt16 {
    let table = hb_face_reference_table(face, tag(name))
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let bytes = hb_blob_get_data(table, &length), Int(length) >= offset + 2 else { return 0 }
    return UInt16(UInt8(bitPattern: bytes[offset])) << 8 | UInt16(UInt8(bitPattern: bytes[offset + 1]))
  }

  private static func coverage(of face: OpaquePointer) -> [UInt64] {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    var bits = [UInt64](repeating: 0, count: 0x20000 / 64)
    var code = hb_codepoint_t.max  // HB_SET_VALUE_INVALID, which begins a walk
    while hb_set_next(set, &code) != 0, code < 0x20000 { bits[Int(code / 64)] |= 1 << UInt64(code % 64) }
    return bits
  }

  private static func weightAxis(of face: OpaquePointer) -> ClosedRange<Int>? {
    var axis = hb_ot_var_axis_info_t()
    guard hb_ot_var_find_axis_info(face, tag("wght"), &axis) != 0, axis.min_value <= axis.max_value,
      axis.min_value >= 1, axis.max_value <= 1000
    else { return nil }
    return Int(axis.min_value)...Int(axis.max_value)
  }

  private static func metrics(of face: OpaquePointer) -> FontMetrics {
    let font = hb_font_create(face)
    defer { hb_font_destroy(font) }
    let units = Double(hb_face_get_upem(face))
    var extents = hb_font_extents_t()
    var metrics = FontMetrics()
    // As Core Text, which takes those of the table OS/2 only if these are 0, even if the font prefers those.
    var lines = [4, 6, 8].map { Double(Int16(bitPattern: number(at: $0, of: "hhea", face))) }
    if lines[0] == 0, lines[1] == 0, hb_font_get_h_extents(font, &extents) != 0 {
      lines = [extents.ascender, extents.descender, extents.line_gap].map(Double.init)
    }
    metrics.ascent = (lines[0] / units).clamped(to: 0...10)
    metrics.lineGap = (lines[2] / units).clamped(to: 0...10)
    metrics.descent = ((max(0, lines[2]) - min(0, lines[1])) / units).clamped(to: 0...10)
    var position: hb_position_t = 0
    if hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &position) != 0, position > 0 {
      metrics.capHeight = (Double(position) / units).clamped(to: 0...10)
    }
    if hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_X_HEIGHT, &position) != 0, position > 0 {
      metrics.xHeight = (Double(position) / units).clamped(to: 0...10)
    }
    return metrics
  }

  /// Whether the file has a glyph for a code point.
  func covers(_ code: UInt32) -> Bool {
    code < 0x20000 && coverage[Int(code / 64)] & (1 << UInt64(code % 64)) != 0
  }

  /// The font in a weight and a size.
  func instance(weight: Int, size: Double) -> FontInstance {
    let weight = weights.map { min(max(weight, $0.lowerBound), $0.upperBound) } ?? 0
    if hasOpticalSizes { return FontInstance(self, face: face, weight: weight, size: size) }
    return instances.withLock { instances in
      if let instance = instances[weight] { return instance }
      let instance = FontInstance(self, face: face, weight: weight)
      instances[weight] = instance
      return instance
    }
  }
}

/// The number that four letters stand for.
func tag(_ name: String) -> hb_tag_t { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

/// A font file in a weight and an optical size, with the advances of the glyphs that were used.
final class FontInstance: @unchecked Sendable {
  // Safe because HarfBuzz only reads a font that is immutable, and the advances are atomic.
  let face: FontFace
  let font: OpaquePointer
  /// The advances in units of the font, each plus 1. 0 for those that were not asked for.
  ///
  /// HarfBuzz computes an advance from all axes each time. A page uses some 100 of a font's 3,000 glyphs.
  private let advances: UnsafeMutablePointer<Atomic<Int32>>

  /// - Parameters:
  ///   - weight: The position on the weight axis. 0 for fonts without one.
  ///   - size: The size in points, for fonts with optical sizes.
  init(_ face: FontFace, face pointer: OpaquePointer, weight: Int, size: Double = 0) {
    self.face = face
    let font = hb_font_create(pointer)!
    hb_font_set_scale(font, Int32(face.unitsPerEm), Int32(face.unitsPerEm))
    var variations: [hb_variation_t] = []
    if weight > 0 { variations.append(hb_variation_t(tag: tag("wght"), value: Float(weight))) }
    if size > 0 { variations.append(hb_variation_t(tag: tag("opsz"), value: Float(size))) }
    hb_font_set_variations(font, variations, UInt32(variations.count))
    hb_font_make_immutable(font)
    self.font = font
    advances = .allocate(capacity: face.glyphCount)
    for glyph in 0..<face.glyphCount { (advances + glyph).initialize(to: Atomic(0)) }
  }

  /// The advance of a glyph in units of the font. 0 for a glyph that the font lacks.
  func advance(_ glyph: hb_codepoint_t) -> Int32 {
    guard glyph < face.glyphCount else { return 0 }
    let known = advances[Int(glyph)].load(ordering: .relaxed)
    if known != 0 { return known &- 1 }
    let advance = hb_font_get_glyph_h_advance(font, glyph)
    advances[Int(glyph)].store(advance &+ 1, ordering: .relaxed)
    return advance
  }

  deinit {
    hb_font_destroy(font)
    advances.deallocate()
  }
}
