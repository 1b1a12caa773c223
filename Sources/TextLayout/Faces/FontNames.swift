internal import CHarfBuzz

/// The names of a font file.
package struct FontNames: Hashable, Sendable {
  /// The name that `UIFont(name:size:)` takes, and the family in `@font-face` rules.
  package let postScriptName: String
  package let family: String
  package let fullName: String
  /// The weight on CSS's scale from 1 to 1000.
  package let weight: Int
  package let isItalic: Bool
  /// The weights of a variable font. Nil for others.
  package let weights: ClosedRange<Int>?

  init(of face: OpaquePointer, fallbackName: String, weights: ClosedRange<Int>?) {
    func name(_ ids: UInt32...) -> String? {
      ids.lazy.compactMap { Self.name($0, of: face) }.first
    }
    // Identifiers of the OpenType specification, table "name". A family in the sense of 1 has four fonts at most.
    let family = name(16, 1) ?? fallbackName
    self.family = family
    // Characters that PostScript forbids, and that would have a meaning in style sheets.
    let plain = (name(6) ?? fallbackName).filter { !"[](){}<>/%\"\\;".contains($0) }
    postScriptName = plain.isEmpty ? "Font" : plain
    fullName = name(4) ?? name(6) ?? family
    self.weights = weights
    let font = hb_font_create(face)
    defer { hb_font_destroy(font) }
    let value = hb_style_get_value(font, HB_STYLE_TAG_WEIGHT)
    weight = value >= 1 && value <= 1000 ? Int(value) : 400
    isItalic = hb_style_get_value(font, HB_STYLE_TAG_ITALIC) > 0.5
  }

  private static func name(_ id: UInt32, of face: OpaquePointer) -> String? {
    // The names of a damaged font may be long.
    var text = [CChar](repeating: 0, count: 256)
    var length = UInt32(text.count)
    guard hb_ot_name_get_utf8(face, hb_ot_name_id_t(id), nil, &length, &text) > 0 else { return nil }
    let bytes = text.prefix(Int(length)).map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    return name.isEmpty ? nil : String(name)
  }
}
