/// Fixed widths for characters that no measured font has. Their fonts belong to the device that shows the page.
enum Fallback {
  /// The width of a cluster in points.
  ///
  /// - Parameters:
  ///   - cluster: The scalars of one cluster.
  ///   - size: The font size.
  static func width(of cluster: some Collection<Unicode.Scalar>, size: Double) -> Double {
    guard let first = cluster.first else { return 0 }
    // A font of bitmaps has whole pixels.
    if isEmoji(cluster) || first.properties.isEmoji { return (size * emoji).rounded() }
    return size * width(of: first)
  }

  private static func width(of first: Unicode.Scalar) -> Double {
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      return 1
    case 0xFF61...0xFFDC, 0xFFE8...0xFFEE: return 0.5
    default: break
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return other
    }
  }

  /// The advance of Noto Color Emoji. Those of other systems are between 1.2 and 1.37.
  static let emoji = 136.0 / 109
  private static let other = 0.6

  /// Whether a cluster is shown as a picture, even if a font has a glyph for its first character (UTS #51).
  static func isEmoji(_ cluster: some Collection<Unicode.Scalar>) -> Bool {
    guard let first = cluster.first, first.value >= 0x23 else { return false }
    let second = cluster.dropFirst().first
    if second?.value == 0xFE0E { return false }
    if second?.value == 0xFE0F { return first.properties.isEmoji }
    if first.properties.isEmojiPresentation { return true }
    return second?.properties.isEmojiModifier == true && first.properties.isEmojiModifierBase
  }

  /// Whether a character is invisible, and so needs no glyph: joiners, selectors, marks of direction.
  static func isIgnorable(_ code: UInt32) -> Bool {
    switch code {
    case 0xAD, 0x34F, 0x61C, 0x180B...0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F,
      0xFEFF,
      0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
