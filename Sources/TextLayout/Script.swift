/// Scripts whose texts browsers treat in a way of their own.
enum Script {
  /// Letters are joined, so that `letter-spacing` does not apply (CSS Text Level 4).
  case cursive
  case hebrew
  case other

  /// The script of each unit. Digits and signs belong to the script of the text before them; at the start, to that of the text
  /// after them.
  static func scripts(of units: [UInt16]) -> [Script] {
    var scripts = [Script](repeating: .other, count: units.count)
    var last: Script?
    for (index, unit) in units.enumerated() {
      if let script = script(of: unit) {
        if last == nil { for start in 0..<index { scripts[start] = script } }
        last = script
      }
      scripts[index] = last ?? .other
    }
    return scripts
  }

  /// Nil for characters that all scripts share.
  private static func script(of unit: UInt16) -> Script? {
    switch unit {
    case 0x41...0x5A, 0x61...0x7A: .other
    case ..<0xC0, 0x2000...0x2BFF, 0x3000...0x303F, 0xFE00...0xFE0F: nil
    case 0x591...0x5FF, 0xFB1D...0xFB4F: .hebrew
    case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
      0xFE70...0xFEFC:
      .cursive
    default: .other
    }
  }
}
