internal import Foundation

/// Reads the values of one JSON text.
///
/// All decoders and containers are small structs with a reference to the reader and the index of a token.
package final class JSONReader {
  /// In memory of its own, with zeros behind it.
  private let text: UnsafeMutablePointer<UInt8>
  let tokens: UnsafeMutablePointer<JSONToken>
  /// The names of large objects, and of those with equal or unusual names, by the index of the object.
  private var names: [Int: [String: Int]] = [:]
  /// The path of the outermost value.
  private let path: [any CodingKey]

  static let maxBytes = Int(UInt32.max / 2)

  /// - Throws: For what may not be JSON, and for values that are nested too deeply.
  package init(_ json: some Collection<UInt8>, at path: [any CodingKey] = []) throws(JSONProblem) {
    let (count, zeros) = (json.count, MemoryLayout<UInt64>.size)
    precondition(count < Self.maxBytes, "A text of JSON must have less than 2 GB.")
    text = .allocate(capacity: count + zeros)
    _ = UnsafeMutableBufferPointer(start: text, count: count).initialize(from: json)
    (text + count).initialize(repeating: 0, count: zeros)
    tokens = .allocate(capacity: JSONScanner.maxTokens(ofBytes: count))
    self.path = path
    try JSONScanner.scan(UnsafeBufferPointer(start: text, count: count), into: tokens)
  }

  deinit {
    text.deallocate()
    tokens.deallocate()
  }

  /// The outermost value.
  var decoder: DirectDecoder { DirectDecoder(reader: self, token: 0) }

  // MARK: - Names

  /// Returns the value of a name in an object. Of values with the same name, it is the first one, as of `JSONDecoder`.
  func find(_ name: String, in object: Int) -> Int? {
    guard tokens[object].isPlain else { return values(of: object)[name] }
    guard tokens[object].start > 0 else { return nil }
    var name = name
    let found = name.withUTF8 { find($0, in: object) }
    // A name with other characters can be equal to one of ASCII: that of the Kelvin sign is "K".
    return found ?? (name.utf8.allSatisfy { $0 < 0x80 } ? nil : values(of: object)[name])
  }

  /// Begins at the name that was found last: most types read their values in the order in which they write them.
  private func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    let start = Int(tokens[object].lastFound)
    var token = start
    repeat {
      let other = tokens[token].bytes(of: text)
      if other.count == name.count, name.isEmpty || memcmp(other.baseAddress!, name.baseAddress!, name.count) == 0 {
        tokens[object].lastFound = UInt32(token)
        return token + 1
      }
      token = tokens.index(after: token + 1)
      if token == tokens[object].end { token = object + 1 }
    } while token != start
    return nil
  }

  /// The values of an object by their names.
  private func values(of object: Int) -> [String: Int] {
    if let found = names[object] { return found }
    var values: [String: Int] = [:]
    forEachName(of: object) { token in
      let name = string(token)
      if values[name] == nil { values[name] = token + 1 }
    }
    names[object] = values
    return values
  }

  private func forEachName(of object: Int, _ body: (Int) -> Void) {
    var token = object + 1
    while token < tokens[object].end {
      body(token)
      token = tokens.index(after: token + 1)
    }
  }

  /// The different names of an object, in their order.
  func names(of object: Int) -> [String] {
    var names: [String] = []
    forEachName(of: object) { token in
      let name = string(token)
      if tokens[object].isPlain || values(of: object)[name] == token + 1 { names.append(name) }
    }
    return names
  }

  /// The names and values of an object, in their order.
  package func members(of object: Int) -> [(name: String, value: Int)] {
    var members: [(name: String, value: Int)] = []
    forEachName(of: object) { members.append((string($0), $0 + 1)) }
    return members
  }

  /// The elements of an array.
  package func elements(of array: Int) -> [Int] {
    var (elements, next) = ([Int](), array + 1)
    while next < tokens[array].end {
      elements.append(next)
      next = tokens.index(after: next)
    }
    return elements
  }

  // MARK: - Values

  func isNull(_ token: Int) -> Bool { tokens[token].kind == .null }

  /// Reads a value of any type.
  func value<Value: Decodable>(_ type: Value.Type, at token: Int) throws -> Value {
    // `JSONDecoder` does not call `init(from:)` of these. Safe because the types are the same. `as!` would search for
    // conformances.
    if type == Date.self { return unsafeBitCast(try date(at: token), to: type) }
    if type == Data.self { return unsafeBitCast(try data(at: token), to: type) }
    if type == URL.self { return unsafeBitCast(try url(at: token), to: type) }
    if type == Decimal.self { return unsafeBitCast(try decimal(at: token), to: type) }
    if kind(token) == .array, let array = type as? any JSONArray.Type { return try elements(array, at: token) }
    return try Value(from: DirectDecoder(reader: self, token: token))
  }

  /// Reads an array without a container, which takes longer, and makes room for more elements than there are.
  private func elements<Elements: JSONArray, Value>(_ type: Elements.Type, at token: Int) throws -> Value {
    // Safe because the types are the same.
    unsafeBitCast(try Elements(self, at: token), to: Value.self)
  }

  private func date(at token: Int) throws -> Date {
    // The error for a null has the type Date, others have that of a number.
    if isNull(token) { return try leaveToJSONDecoder(Date.self, at: token) }
    return Date(timeIntervalSinceReferenceDate: try scalar(Double.self, at: token))
  }

  private func data(at token: Int) throws -> Data {
    guard kind(token) == .string, let data = Data(base64Encoded: string(token)) else {
      return try leaveToJSONDecoder(Data.self, at: token)
    }
    return data
  }

  private func url(at token: Int) throws -> URL {
    guard kind(token) == .string, let url = URL(string: string(token)) else {
      return try leaveToJSONDecoder(URL.self, at: token)
    }
    return url
  }

  private func decimal(at token: Int) throws -> Decimal {
    guard let number = number(at: token) else { return try leaveToJSONDecoder(Decimal.self, at: token) }
    return Decimal(sign: number.sign, exponent: number.exponent, significand: Decimal(number.digits))
  }

  /// Reads a number, a text or a truth value.
  @inline(__always)  // so that it is compiled for each type
  func scalar<Scalar: DecodedScalar>(_ type: Scalar.Type, at token: Int) throws -> Scalar {
    try Scalar(self, token) ?? leaveToJSONDecoder(type, at: token)
  }

  /// Reads an unusual number, or throws the error of a value that does not have the type.
  @inline(never)
  func leaveToJSONDecoder<Value: Decodable>(_ type: Value.Type, at token: Int) throws -> Value {
    do {
      return try leaveToJSONDecoder(at: token) { try $0.singleValueContainer().decode(type) }
    } catch DecodingError.dataCorrupted(let context) where kind(token) == .number {
      throw DecodingError.dataCorrupted(
        .init(codingPath: context.codingPath, debugDescription: "\(numberText(token)) does not fit in \(type)."))
    }
  }

  /// Uses a decoder of `JSONDecoder` for a value. Arrays and objects are empty.
  func leaveToJSONDecoder<Result>(at token: Int, _ body: @escaping (any Decoder) throws -> Result) throws -> Result {
    let value = tokens[token]
    let json =
      switch value.kind {
      case .null: Data("null".utf8)
      case .no: Data("false".utf8)
      case .yes: Data("true".utf8)
      case .number: Data(value.bytes(of: text))
      case .string: Data("\"".utf8) + Data(value.bytes(of: text)) + Data("\"".utf8)
      case .array: Data("[]".utf8)
      case .object: Data("{}".utf8)
      }
    do {
      return try JSONDecoder().withDecoder(of: json, body)
    } catch let error as DecodingError {
      throw error.moved(to: codingPath(of: token))
    }
  }

  // MARK: - Scalars

  package func kind(_ token: Int) -> JSONToken.Kind { tokens[token].kind }

  /// Returns a whole number; nil for a number with a fraction, an exponent or many digits, and for all else.
  func integer(at token: Int) -> Int64? {
    let value = tokens[token]
    guard value.kind == .number, value.isPlain else { return nil }
    var byte = text + Int(value.start)
    let end = text + Int(value.end)
    let isNegative = byte.pointee == UInt8(ascii: "-")
    if isNegative { byte += 1 }
    var number: Int64 = 0
    while byte < end {
      number = number &* 10 &+ Int64(byte.pointee &- UInt8(ascii: "0"))
      byte += 1
    }
    return isNegative ? -number : number
  }

  /// Returns a number as digits and an exponent of ten; nil for one with an exponent or many digits, and for all else.
  func number(at token: Int) -> (sign: FloatingPointSign, digits: UInt64, exponent: Int)? {
    let value = tokens[token]
    guard value.kind == .number, value.end - value.start <= 18 else { return nil }
    var (sign, digits, exponent) = (FloatingPointSign.plus, UInt64(0), 0)
    var hasPoint = false
    for byte in value.bytes(of: text) {
      switch byte {
      case UInt8(ascii: "-"): sign = .minus
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        if hasPoint { exponent -= 1 }
      default: return nil
      }
    }
    return (sign, digits, exponent)
  }

  /// The text of a number.
  package func numberText(_ token: Int) -> String { String(decoding: tokens[token].bytes(of: text), as: UTF8.self) }

  /// The characters of a string.
  package func string(_ token: Int) -> String {
    let bytes = tokens[token].bytes(of: text)
    return tokens[token].isPlain ? String(decoding: bytes, as: UTF8.self) : unescaped(bytes)
  }

  private func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    // Each escape is longer than its character.
    String(unsafeUninitializedCapacity: bytes.count) { buffer in
      var (index, count) = (0, 0)
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\\"), let escape = JSONEscape(at: bytes.baseAddress! + index) {
          for byte in UTF8.encode(escape.scalar)! {
            buffer[count] = byte
            count += 1
          }
          index += escape.length
        } else {
          buffer[count] = bytes[index]
          count += 1
          index += 1
        }
      }
      return count
    }
  }

  // MARK: - Paths

  /// The keys and indices that lead to a value. The keys are not of the types of their containers.
  func codingPath(of token: Int) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var token = token
    while token > 0 {
      let parent = Int(tokens[token].parent)
      keys.append(
        kind(parent) == .array
          ? ElementKey(intValue: Int(tokens[token].index)) : ElementKey(name: string(token - 1)))
      token = parent
    }
    return path + keys.reversed()
  }
}

private protocol JSONArray {
  init(_ reader: JSONReader, at token: Int) throws
}

extension Array: JSONArray where Element: Decodable {
  fileprivate init(_ reader: JSONReader, at token: Int) throws {
    self.init()
    reserveCapacity(Int(reader.tokens[token].start))
    var next = token + 1
    while next < reader.tokens[token].end {
      append(try reader.value(Element.self, at: next))
      next = reader.tokens.index(after: next)
    }
  }
}

extension DecodingError {
  /// The same error at another path.
  fileprivate func moved(to path: [any CodingKey]) -> DecodingError {
    func moved(_ context: Context) -> Context {
      Context(
        codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError)
    }
    switch self {
    case .typeMismatch(let type, let context): return .typeMismatch(type, moved(context))
    case .valueNotFound(let type, let context): return .valueNotFound(type, moved(context))
    case .keyNotFound(let key, let context): return .keyNotFound(key, moved(context))
    case .dataCorrupted(let context): return .dataCorrupted(moved(context))
    @unknown default: return self
    }
  }
}

extension JSONDecoder {
  /// Calls `body` with a decoder of JSON. Do not use the decoder after the call.
  func withDecoder<Result>(of json: Data, _ body: @escaping (any Decoder) throws -> Result) throws -> Result {
    try decode(DecoderUse<Result>.self, from: json, configuration: body).result
  }
}

/// What is made with a decoder: `JSONDecoder` gives its decoder only to values.
private struct DecoderUse<Result>: DecodableWithConfiguration {
  let result: Result

  init(from decoder: any Decoder, configuration use: (any Decoder) throws -> Result) throws {
    result = try use(decoder)
  }
}
