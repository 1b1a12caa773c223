internal import Basics
internal import CHarfBuzz

/// A font file in a weight and a size. Lengths are points in 16.16 fixed point, as in HarfBuzz and Skia.
final class SizedFont: @unchecked Sendable {
  // Safe because HarfBuzz only reads a font that is immutable.
  let instance: FontInstance
  let font: OpaquePointer
  private let advances: UnsafeMutablePointer<ScaledAdvances>
  /// The width of "…", of "-" and of a space. Nil if the font lacks the character.
  let ellipsis: Int32?
  let hyphen: Int32?
  let space: Int32?
  /// Distinguishes fonts in caches.
  let number: Int

  var face: FontFace { instance.face }

  private static let numbers = Locked(0)

  init(_ instance: FontInstance, size: Double) {
    self.instance = instance
    let size = size.clamped(to: 0...Limit.fontSize)
    let units = Double(instance.face.unitsPerEm)
    advances = .allocate(capacity: 1)
    // FreeType's scale, and the rounding of `FT_DivFix`.
    advances.initialize(
      to: ScaledAdvances(
        instance: instance, scale: Int64((size * 64 * 65536 / units).rounded())))
    let font = hb_font_create_sub_font(instance.font)!
    let scale = Int32((size * 65536).rounded())
    hb_font_set_scale(font, scale, scale)
    hb_font_set_funcs(font, Self.functions, advances, nil)
    hb_font_make_immutable(font)
    self.font = font
    number = Self.numbers.withLock {
      $0 += 1
      return $0
    }
    let table = advances.pointee
    func width(_ code: UInt32) -> Int32? {
      var glyph: hb_codepoint_t = 0
      return hb_font_get_nominal_glyph(font, code, &glyph) != 0 ? table[glyph] : nil
    }
    ellipsis = width(0x2026)
    hyphen = width(0x2010)
    space = width(0x20)
  }

  deinit {
    hb_font_destroy(font)
    advances.deallocate()
  }

  /// The width of a character alone.
  func advance(_ code: UInt32) -> Int32 {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, code, &glyph) != 0 ? advances.pointee[glyph] : 0
  }

  // Safe because the functions are immutable.
  nonisolated(unsafe) private static let functions: OpaquePointer = {
    let functions = hb_font_funcs_create()!
    hb_font_funcs_set_glyph_h_advance_func(
      functions, { _, advances, glyph, _ in advances!.assumingMemoryBound(to: ScaledAdvances.self).pointee[glyph] },
      nil, nil)
    hb_font_funcs_make_immutable(functions)
    return functions
  }()
}

/// Advances as FreeType computes them. HarfBuzz scales in one step, which drifts by some 1/64 points over long lines.
private struct ScaledAdvances {
  unowned(unsafe) let instance: FontInstance  // Safe because the font that has the advances retains it.
  /// Font units to points × 64, in 16.16 fixed point.
  let scale: Int64

  subscript(glyph: hb_codepoint_t) -> Int32 {
    Int32(clamping: (Int64(instance.advance(glyph)) * scale + 32) / 64)
  }
}

/// The fonts that are tried for each character of a run, with the metrics of the first.
final class FontStack: Sendable {
  let fonts: [SizedFont]
  let size: Double
  let ascent: Double
  let descent: Double
  let leading: Double

  private static let cache = GenerationCache<TextFont, FontStack>(capacity: 512)

  private init(_ font: TextFont) {
    fonts = FontLibrary.faces(of: font).map { SizedFont($0, size: font.size) }
    size = font.size.clamped(to: 0...Limit.fontSize)
    (ascent, descent, leading) = (font.ascent, font.descent, font.leading)
  }

  static func stack(_ font: TextFont) -> FontStack {
    if let stack = cache[font] { return stack }
    let stack = FontStack(font)
    cache.insert(stack, for: font, cost: 1)
    return stack
  }

  static func forgetAll() { cache.removeAll() }

  var ellipsis: Int32 { fonts.lazy.compactMap(\.ellipsis).first ?? 0 }
  var hyphen: Int32 { fonts.lazy.compactMap(\.hyphen).first ?? 0 }
  var space: Int32 { fonts.lazy.compactMap(\.space).first ?? 0 }
}
