/// A value of a JSON text, or the name of one in an object.
package struct JSONToken {
  package enum Kind: UInt8 { case null, no, yes, number, string, array, object }

  let kind: Kind
  /// Whether a number has few digits, and only a minus before them. Whether a string has no escapes. Whether the names of
  /// an object are few, distinct, and of ASCII without escapes.
  var isPlain = false
  /// Where the text of a number or string begins. An array or object: the number of elements.
  var start: UInt32 = 0
  /// Where that text ends. An array or object: the index of the token behind its last element.
  var end: UInt32 = 0
  /// The index of the array or object around it.
  let parent: UInt32
  /// The index in an array.
  let index: UInt32
  /// An object: the index of the name that was found last.
  var lastFound: UInt32 = 0
}

/// Checks a JSON text, and finds its values and names in one pass.
struct JSONScanner: ~Copyable {
  /// The limit of `JSONDecoder`.
  private static let maxDepth = 512
  /// The names of larger objects are found by their hash.
  private static let maxPlainNames: UInt32 = 16

  private let text: UnsafePointer<UInt8>
  private var next: UnsafePointer<UInt8>
  private let tokens: UnsafeMutablePointer<JSONToken>
  private let capacity: Int
  private var count = 0
  /// The union of all bytes in strings.
  private var union: UInt64 = 0
  /// What is wrong with the text; empty for a word that is no value.
  private var problem: StaticString?

  private init(_ text: UnsafePointer<UInt8>, _ tokens: UnsafeMutablePointer<JSONToken>, _ capacity: Int) {
    self.text = text
    next = text
    self.tokens = tokens
    self.capacity = capacity
  }

  /// How many values and names a text can have at most.
  static func maxTokens(ofBytes count: Int) -> Int { count / 2 + 1 }

  /// - Parameters:
  ///   - text: JSON in UTF-8, with eight zeros behind it.
  ///   - tokens: Memory for the greatest number of tokens.
  /// - Throws: If the text may not be JSON, or is nested too deeply.
  static func scan(
    _ text: UnsafeBufferPointer<UInt8>, into tokens: UnsafeMutablePointer<JSONToken>
  ) throws(JSONProblem) {
    var scanner = JSONScanner(text.baseAddress!, tokens, maxTokens(ofBytes: text.count))
    var isValid = scanner.value(in: 0, at: 0, depth: 0)
    if isValid { scanner.skipSpace() }
    if isValid, scanner.offset < text.count { isValid = scanner.fail("there is more after the value") }
    if isValid, scanner.union & eachHighestBit != 0, String(validating: text, as: UTF8.self) == nil {
      isValid = scanner.fail("it is not UTF-8")
    }
    if !isValid { throw JSONProblem("\(scanner.problem ?? "")", at: Int(scanner.offset), in: text) }
  }

  private mutating func fail(_ problem: StaticString) -> Bool {
    self.problem = problem
    return false
  }

  private var byte: UInt8 { next.pointee }
  private var offset: UInt32 { UInt32(truncatingIfNeeded: next - text) }

  private mutating func skipSpace() {
    while byte <= UInt8(ascii: " "), [UInt8(ascii: " "), 0x0A, 0x0D, 0x09].contains(byte) { next += 1 }
  }

  /// Reads one byte, if it comes next.
  private mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    next += 1
    return true
  }

  /// Returns false if there are more tokens than a text can have.
  private mutating func add(_ token: JSONToken) -> Bool {
    guard count < capacity else { return false }
    (tokens + count).initialize(to: token)
    count += 1
    return true
  }

  // MARK: - Values

  private mutating func value(in parent: Int, at index: UInt32, depth: Int) -> Bool {
    skipSpace()
    let parent = UInt32(truncatingIfNeeded: parent)
    let start = next
    let isValid =
      switch byte {
      case UInt8(ascii: "\""): string(JSONToken(kind: .string, parent: parent, index: index)) != nil
      case UInt8(ascii: "{"): object(JSONToken(kind: .object, parent: parent, index: index), depth + 1)
      case UInt8(ascii: "["): array(JSONToken(kind: .array, parent: parent, index: index), depth + 1)
      case UInt8(ascii: "t"): word("true", JSONToken(kind: .yes, parent: parent, index: index))
      case UInt8(ascii: "f"): word("false", JSONToken(kind: .no, parent: parent, index: index))
      case UInt8(ascii: "n"): word("null", JSONToken(kind: .null, parent: parent, index: index))
      default: number(JSONToken(kind: .number, parent: parent, index: index))
      }
    if !isValid, problem == nil { (next, problem) = (start, "") }
    return isValid
  }

  private mutating func array(_ token: JSONToken, _ depth: Int) -> Bool {
    let array = count
    guard depth <= Self.maxDepth, add(token) else { return fail("it is nested too deeply") }
    next += 1
    skipSpace()
    var elements: UInt32 = 0
    if byte != UInt8(ascii: "]") {
      repeat {
        guard value(in: array, at: elements, depth: depth) else { return false }
        elements += 1
        skipSpace()
      } while skip(UInt8(ascii: ","))
    }
    tokens[array].start = elements
    tokens[array].end = UInt32(count)
    return skip(UInt8(ascii: "]")) || fail("a comma or ] is missing")
  }

  private mutating func object(_ token: JSONToken, _ depth: Int) -> Bool {
    let object = count
    guard depth <= Self.maxDepth, add(token) else { return fail("it is nested too deeply") }
    next += 1
    skipSpace()
    var (elements, isPlain, bits) = (UInt32(0), true, UInt64(0))
    if byte != UInt8(ascii: "}") {
      repeat {
        skipSpace()
        let name = count
        guard byte == UInt8(ascii: "\"") else { return fail("a key in quotation marks is missing") }
        guard let hash = string(JSONToken(kind: .string, parent: UInt32(object), index: 0)) else { return false }
        // Several names may have the same bit.
        let bit: UInt64 = 1 << (hash >> 58)
        isPlain =
          isPlain && hash != 0 && elements < Self.maxPlainNames
          && (bits & bit == 0 || isNew(name, in: object))
        bits |= bit
        elements += 1
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { return fail("a colon is missing") }
        guard value(in: object, at: 0, depth: depth) else { return false }
        skipSpace()
      } while skip(UInt8(ascii: ","))
    }
    tokens[object].start = elements
    tokens[object].end = UInt32(count)
    tokens[object].isPlain = isPlain
    tokens[object].lastFound = UInt32(object + 1)
    return skip(UInt8(ascii: "}")) || fail("a comma or } is missing")
  }

  /// Returns whether none of an object's names before a name is equal.
  private func isNew(_ name: Int, in object: Int) -> Bool {
    let bytes = tokens[name].bytes(of: text)
    var other = object + 1
    while other < name {
      if tokens[other].bytes(of: text).elementsEqual(bytes) { return false }
      other = tokens.index(after: other + 1)
    }
    return true
  }

  private mutating func word(_ word: StaticString, _ token: JSONToken) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where !skip(word.utf8Start[index]) { return false }
    return add(token)
  }

  // MARK: - Numbers

  private mutating func number(_ token: JSONToken) -> Bool {
    var token = token
    token.start = offset
    _ = skip(UInt8(ascii: "-"))
    let start = next
    if !skip(UInt8(ascii: "0")), !skipDigits() { return false }
    token.isPlain = next - start <= 18
    if skip(UInt8(ascii: ".")) {
      token.isPlain = false
      if !skipDigits() { return false }
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      token.isPlain = false
      next += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { next += 1 }
      if !skipDigits() { return false }
    }
    token.end = offset
    return add(token)
  }

  private mutating func skipDigits() -> Bool {
    let start = next
    while byte &- UInt8(ascii: "0") <= 9 { next += 1 }
    return next > start
  }

  // MARK: - Strings

  private static let each: UInt64 = 0x0101_0101_0101_0101
  private static let eachHighestBit: UInt64 = 0x80 * each

  /// Adds a string.
  ///
  /// - Returns: A hash; 0 for a string with escapes, or other characters than those of ASCII. Nil if it is not valid.
  private mutating func string(_ token: JSONToken) -> UInt64? {
    var token = token
    token.isPlain = true
    next += 1
    token.start = offset
    var (hash, union) = (UInt64(1), UInt64(0))
    while true {
      // The text has zeros behind it.
      var word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let length = Self.plainBytes(of: word)
      if length < 8 { word &= 1 << (8 &* UInt64(length)) &- 1 }
      union |= word
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      next += length
      if length == 8 { continue }
      if byte == UInt8(ascii: "\"") { break }
      guard byte == UInt8(ascii: "\\"), let escape = JSONEscape(at: next) else {
        problem = byte == 0 ? "a text has no end" : #"a text is not valid: a line break is \n, a backslash \\"#
        return nil
      }
      token.isPlain = false
      next += escape.length
    }
    token.end = offset
    next += 1
    self.union |= union
    if !add(token) { return nil }
    return token.isPlain && union & Self.eachHighestBit == 0 ? hash | 1 : 0
  }

  /// Returns how many of eight bytes are before the first control character, quotation mark or backslash.
  ///
  /// The highest bit of a byte is set in `(word - n) & ~word` if the byte is less than n, which is at most 128. Bytes
  /// behind such a one may be wrong, which does not matter here.
  private static func plainBytes(of word: UInt64) -> Int {
    func less(_ word: UInt64, _ bound: UInt64) -> UInt64 { (word &- bound &* each) & ~word }
    let quotes = less(word ^ (UInt64(UInt8(ascii: "\"")) &* each), 1)
    let backslashes = less(word ^ (UInt64(UInt8(ascii: "\\")) &* each), 1)
    return ((less(word, 0x20) | quotes | backslashes) & eachHighestBit).trailingZeroBitCount / 8
  }
}

extension JSONToken {
  /// The text of a number or a string, without quotation marks.
  func bytes(of text: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text + Int(start), count: Int(end - start))
  }
}

extension UnsafeMutablePointer<JSONToken> {
  /// The index of the token behind a value.
  func index(after value: Int) -> Int {
    self[value].kind.rawValue < JSONToken.Kind.array.rawValue ? value + 1 : Int(self[value].end)
  }
}

/// An escaped character in a string.
struct JSONEscape {
  let scalar: Unicode.Scalar
  /// The number of bytes.
  let length: Int

  /// - Parameter start: The backslash. A zero is behind the text.
  /// - Returns: Nil if it is not valid.
  init?(at start: UnsafePointer<UInt8>) {
    switch start[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self.init(start[1])
    case UInt8(ascii: "b"): self.init(0x08)
    case UInt8(ascii: "f"): self.init(0x0C)
    case UInt8(ascii: "n"): self.init(0x0A)
    case UInt8(ascii: "r"): self.init(0x0D)
    case UInt8(ascii: "t"): self.init(0x09)
    case UInt8(ascii: "u"):
      guard let unit = Self.unit(start + 2) else { return nil }
      if let scalar = Unicode.Scalar(unit) {
        self.init(scalar: scalar, length: 6)
      } else {
        guard UTF16.isLeadSurrogate(unit), start[6] == UInt8(ascii: "\\"), start[7] == UInt8(ascii: "u"),
          let trail = Self.unit(start + 8), UTF16.isTrailSurrogate(trail)
        else { return nil }
        self.init(scalar: UTF16.decode(UTF16.EncodedScalar([unit, trail])), length: 12)
      }
    default: return nil
    }
  }

  private init(_ byte: UInt8) { self.init(scalar: Unicode.Scalar(byte), length: 2) }

  private init(scalar: Unicode.Scalar, length: Int) {
    self.scalar = scalar
    self.length = length
  }

  /// Reads four hexadecimal digits.
  private static func unit(_ start: UnsafePointer<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for index in 0..<4 {
      guard let digit = Character(Unicode.Scalar(start[index])).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

/// What is wrong with a text that is not JSON.
package struct JSONProblem: Error {
  /// The end of a sentence.
  package let description: String
  /// The line, from 1 on; nil for a text of one line.
  package let line: Int?

  /// - Parameter problem: Empty if there is no value at the offset.
  fileprivate init(_ problem: String, at offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    let newline = UInt8(ascii: "\n")
    line = text.contains(newline) ? text.prefix(offset).count { $0 == newline } + 1 : nil
    let word = text.dropFirst(offset).prefix { $0 > 0x20 && !",:\"[]{}".utf8.contains($0) }
    description =
      if !problem.isEmpty {
        problem
      } else if word.isEmpty {
        offset < text.count ? "a value is missing" : "it ends too early"
      } else {
        "“\(String(decoding: word, as: UTF8.self).prefix(40))” is no value: texts are in quotation marks"
      }
  }
}
