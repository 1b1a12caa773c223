/// Scripts whose texts browsers treat in a way of their own.
enum Script {
  /// Letters are joined, so that `letter-spacing` does not apply (CSS Text Level 4).
  case cursive
  case hebrew
  case other

  /// The script of each unit. Digits, signs and emoji belong to the script of the text before them; at the start, to that of the
  /// text after them. A closing bracket belongs to the script of the one that it closes, and so does what follows it.
  static func scripts(of units: [UInt16]) -> [Script] {
    var scripts = [Script](repeating: .other, count: units.count)
    var last: Script?
    var brackets: [Bracket] = []
    for (index, unit) in units.enumerated() {
      if let script = script(of: unit) {
        if last == nil {
          for start in 0..<index { scripts[start] = script }
          for bracket in brackets.indices { brackets[bracket].script = script }
        }
        last = script
      } else if let partner = openingBracket(of: unit) {
        if let match = brackets.lastIndex(where: { $0.unit == partner }) {
          last = brackets[match].script
          brackets.removeSubrange(match...)
        }
      } else if isOpeningBracket(unit) {
        if brackets.count == maxBrackets { brackets.removeFirst() }
        brackets.append(Bracket(unit: unit, script: last))
      }
      scripts[index] = last ?? .other
    }
    return scripts
  }

  private struct Bracket {
    let unit: UInt16
    /// Nil before the first letter.
    var script: Script?
  }

  /// As in Chromium, which forgets those further outside.
  private static let maxBrackets = 32

  private static func isOpeningBracket(_ unit: UInt16) -> Bool { [0x28, 0x5B, 0x7B].contains(unit) }

  private static func openingBracket(of unit: UInt16) -> UInt16? {
    switch unit {
    case 0x29: 0x28
    case 0x5D: 0x5B
    case 0x7D: 0x7B
    default: nil
    }
  }

  /// Nil for characters that all scripts share.
  private static func script(of unit: UInt16) -> Script? {
    switch unit {
    case 0x41...0x5A, 0x61...0x7A: .other
    case ..<0xC0, 0xD7, 0xF7, 0x2B9...0x2DF, 0x300...0x36F, 0x2000...0x2BFF, 0x3000...0x303F, 0xFE00...0xFE0F: nil
    // Surrogates of emoji, as far as they are no letters.
    case 0xD83C...0xD83E, 0xDC00...0xDFFF: nil
    case 0x591...0x5FF, 0xFB1D...0xFB4F: .hebrew
    case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
      0xFE70...0xFEFC:
      .cursive
    default: .other
    }
  }
}
