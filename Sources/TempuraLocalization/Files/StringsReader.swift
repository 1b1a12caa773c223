/// Reads texts and their keys from lines such as `"key" = "text";`.
struct StringsReader {
  private let scalars: [Unicode.Scalar]
  private let file: String
  private var index = 0
  private var line = 1
  /// The mistakes that discard nothing, as in Apple's reader (`CFOldStylePList.c`).
  private(set) var warnings: [StringsFileError] = []

  init(_ source: String, file: String) {
    scalars = Array(source.unicodeScalars)
    self.file = file
  }

  /// The texts by their keys. A key without a text is its own text. Of repeated keys the last one counts. Braces around the
  /// whole file are skipped.
  mutating func read() throws(StringsFileError) -> [String: String] {
    var texts: [String: String] = [:]
    skipSpace()
    let isInBraces = take("{")
    while true {
      skipSpace()
      if isInBraces ? take("}") : index == scalars.count { break }
      let keyLine = line
      let key = try readString()
      var text = key
      skipSpace()
      if take("=") {
        skipSpace()
        text = try readString()
        skipSpace()
      }
      guard take(";") else { throw problem(.expected("a semicolon", found: found)) }
      if texts.updateValue(text, forKey: key) != nil { warn(.repeatedKey(key), line: keyLine) }
    }
    skipSpace()
    guard index == scalars.count else { throw problem(.expected("the end", found: found)) }
    return texts
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private var found: String { next.map { "\"\($0)\"" } ?? "the end of the file" }

  private func problem(_ problem: StringsFileError.Reason) -> StringsFileError {
    StringsFileError(file: file, line: line, problem: problem)
  }

  private mutating func warn(_ problem: StringsFileError.Reason, line: Int) {
    warnings.append(StringsFileError(file: file, line: line, problem: problem))
  }

  @discardableResult private mutating func advance() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    index += 1
    if scalar == "\n" || scalar == "\r" && next != "\n" { line += 1 }
    return scalar
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    advance()
    return true
  }

  private mutating func skipSpace() {
    while let scalar = next {
      if Self.isSpace(scalar) {
        advance()
      } else if scalar == "/", index + 1 < scalars.count, "/*".unicodeScalars.contains(scalars[index + 1]) {
        skipComment()
      } else {
        return
      }
    }
  }

  /// The properties of a character are slow to look up, so ASCII is told apart without them.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || (0x09...0x0D).contains(scalar.value) }
    return scalar.properties.isWhitespace || scalar == "\u{FEFF}"
  }

  private mutating func skipComment() {
    let start = line
    advance()
    let isBlock = advance() == "*"
    while let scalar = advance() {
      if isBlock ? scalar == "*" && take("/") : scalar == "\n" || scalar == "\r" { return }
    }
    if isBlock { warn(.unfinished("comment"), line: start) }
  }

  private mutating func readString() throws(StringsFileError) -> String {
    if let quote = next, quote == "\"" || quote == "'" { return try readQuoted(quote) }
    var word = String.UnicodeScalarView()
    while let scalar = next,
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "_$/:.-".unicodeScalars.contains(scalar)
    {
      word.append(scalar)
      advance()
    }
    guard !word.isEmpty else { throw problem(.expected("a text in quotation marks", found: found)) }
    return String(word)
  }

  private mutating func readQuoted(_ quote: Unicode.Scalar) throws(StringsFileError) -> String {
    let start = line
    advance()
    // Most texts are on one line and have no escapes.
    if let end = scalars[index...].firstIndex(where: { $0 == quote || $0 == "\\" || $0 == "\n" || $0 == "\r" }),
      scalars[end] == quote
    {
      // Bytes, because `UnicodeScalarView.append` is some twenty times slower.
      var text: [UInt8] = []
      for scalar in scalars[index..<end] {
        if scalar.isASCII { text.append(UInt8(scalar.value)) } else { text.append(contentsOf: UTF8.encode(scalar)!) }
      }
      index = end + 1
      return String(decoding: text, as: UTF8.self)
    }
    // UTF-16 units, because an escape may be half of a character.
    var units: [UInt16] = []
    while let scalar = advance() {
      switch scalar {
      case quote: return String(decoding: units, as: UTF16.self)
      case "\\": try readEscape(into: &units)
      default: units.append(contentsOf: UTF16.encode(scalar)!)
      }
    }
    throw StringsFileError(file: file, line: start, problem: .unfinished("text"))
  }

  private mutating func readEscape(into units: inout [UInt16]) throws(StringsFileError) {
    guard let scalar = next else { throw problem(.unfinished("text")) }
    switch scalar {
    case "\"", "'", "\\", "\n": units.append(UInt16(scalar.value))
    case "U", "u":
      advance()
      let digits = readDigits(4, radix: 16)
      if digits.count == 4 { return units.append(UInt16(digits, radix: 16) ?? 0) }
      warn(.badEscape("\\\(scalar)\(digits)"), line: line)
      return units.append(contentsOf: "\(scalar)\(digits)".utf16)
    case "0"..."7": return units.append(UInt16(readDigits(3, radix: 8), radix: 8) ?? 0)
    default:
      if Self.controls[scalar] == nil { warn(.badEscape("\\\(scalar)"), line: line) }
      units.append(contentsOf: Self.controls[scalar].map { [$0] } ?? Array(UTF16.encode(scalar)!))
    }
    advance()
  }

  private static let controls: [Unicode.Scalar: UInt16] = [
    "n": 10, "r": 13, "t": 9, "a": 7, "b": 8, "f": 12, "v": 11,
  ]

  private mutating func readDigits(_ maxCount: Int, radix: Int) -> String {
    var digits = ""
    while digits.count < maxCount, let scalar = next, Int(String(scalar), radix: radix) != nil {
      digits.unicodeScalars.append(scalar)
      advance()
    }
    return digits
  }
}
