import TestSupport

/// Makes JSON at random: with spaces, escapes, numbers of all kinds, and names that come twice.
struct RandomJSON {
  var numbers: SeededNumbers

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }
  private mutating func some(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

  private mutating func space() -> String {
    chance(90) ? "" : [" ", "\n", "\r\n\t", "  "].randomElement(using: &numbers)!
  }

  mutating func value(depth: Int) -> String { space() + bareValue(depth: depth) + space() }

  private mutating func bareValue(depth: Int) -> String {
    switch depth > 0 ? some(0..<12) : some(6..<12) {
    case 0..<4:
      let count = chance(5) ? 30 : some(0..<6)
      let elements = (0..<count).map { _ in name() + space() + ":" + value(depth: depth - 1) }
      return "{" + space() + elements.joined(separator: "," + space()) + "}"
    case 4..<6:
      return "[" + space() + (0..<some(0..<6)).map { _ in value(depth: depth - 1) }.joined(separator: ",") + "]"
    case 6..<9: return number()
    case 9..<11: return string()
    default: return ["null", "true", "false"].randomElement(using: &numbers)!
    }
  }

  private mutating func name() -> String {
    chance(70) ? "\"\(["a", "b", "K", "super", "1", "-7"].randomElement(using: &numbers)!)\"" : string()
  }

  private mutating func number() -> String {
    let digits = (0..<(chance(5) ? some(1..<50) : some(1..<20))).map { _ in "\(some(0..<10))" }.joined()
    var text = (chance(20) ? "-" : "") + (chance(60) ? "\(some(0..<300))" : digits.first == "0" ? "0" : digits)
    if chance(40) { text += "." + (chance(70) ? "\(some(0..<1000))" : digits) }
    if chance(10) { text += ["e", "E", "e+", "E-", "e-"].randomElement(using: &numbers)! + "\(some(0..<400))" }
    return text
  }

  private mutating func string() -> String {
    var text = "\""
    let characters = chance(60) ? RandomValue.names.randomElement(using: &numbers)! : RandomValue.text(&numbers)
    for scalar in characters.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\u{0}"..<" ": text += Self.escaped(UInt16(scalar.value))
      case _ where chance(5): for unit in UTF16.encode(scalar)! { text += Self.escaped(unit) }
      case "/" where chance(50): text += "\\/"
      default: text.unicodeScalars.append(scalar)
      }
      if chance(3) { text += ["\\b", "\\f", "\\n", "\\r", "\\t"].randomElement(using: &numbers)! }
    }
    return text + "\""
  }

  private static func escaped(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Changes some bytes.
  mutating func damage(_ json: inout [UInt8]) {
    for _ in 0..<some(1..<4) {
      let index = some(0..<json.count + 1)
      let byte = chance(70) ? Array("{}[]:,\"\\ue-+.0 tfn".utf8).randomElement(using: &numbers)! : UInt8(some(0..<256))
      switch some(0..<4) {
      case 0: json.insert(byte, at: index)
      case 1 where index < json.count: json[index] = byte
      case 2 where index < json.count: json.remove(at: index)
      case 3 where chance(20): json.removeSubrange(index...)
      default: break
      }
    }
  }
}
