/// Texts in HTML, in which some characters are written by references.
package enum HTMLText {
  /// Returns a text as it stands between tags and in a quoted attribute.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x22 }) else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  private static let names: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "euro": "€", "copy": "©", "bull": "•",
  ]

  /// Replaces the references that have a name in the table, and numbers of characters.
  package static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    var (result, rest) = ("", text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[rest.index(after: start)...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "#" }
      guard rest[name.endIndex...].first == ";", let character = names[name] ?? numbered(name) else {
        result += "&"
        continue
      }
      result += character
      rest = rest[name.endIndex...].dropFirst()
    }
    return result + rest
  }

  private static func numbered(_ name: Substring) -> String? {
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
