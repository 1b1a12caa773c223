internal import Foundation

/// JSON (RFC 8259) with its keys in their order, and numbers as they were written.
indirect enum JSONTree: Equatable {
  case object([Member])
  case array([JSONTree])
  case string(String)
  /// A number, true, false or null.
  case literal(String)

  struct Member: Equatable {
    var key: String
    var value: JSONTree
  }

  /// - Throws: ``PanelError``, with the line of the mistake.
  init(_ text: String) throws(PanelError) {
    var reader = JSONReader(text)
    self = try reader.document()
  }

  var isContainer: Bool {
    switch self {
    case .object, .array: true
    case .string, .literal: false
    }
  }

  /// What it contains, by its keys or indices.
  var children: [(key: String, value: JSONTree)] {
    switch self {
    case .object(let members): members.map { ($0.key, $0.value) }
    case .array(let values): values.enumerated().map { ("\($0)", $1) }
    case .string, .literal: []
    }
  }

  /// The value as JSON in one line, or the number of what it contains.
  var summary: String {
    switch self {
    case .object(let members): members.isEmpty ? "{}" : "{\(members.count)}"
    case .array(let values): values.isEmpty ? "[]" : "[\(values.count)]"
    case .string(let text): Self.quoted(text)
    case .literal(let text): text
    }
  }

  // MARK: - Paths

  /// The path of the whole document in the list.
  static let root = "state"

  /// The path of a child: keys and indices, separated by slashes (RFC 6901).
  static func path(_ path: String, _ key: String) -> String {
    path + "/" + key.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
  }

  /// Replaces the value at a path of a document by what a user has typed. A text stays a text; other values are JSON.
  ///
  /// - Throws: ``PanelError``
  static func replacing(_ path: String, by text: String, in document: String) throws(PanelError) -> String {
    var tree = try JSONTree(document)
    let keys = (path == root ? "" : path).split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
    }
    guard try tree.replace(keys[...], by: text) else {
      throw PanelError("The state has changed: there is no value here any more.")
    }
    return tree.text()
  }

  private mutating func replace(_ keys: ArraySlice<String>, by text: String) throws(PanelError) -> Bool {
    guard let key = keys.first else {
      if case .string = self { self = .string(text) } else { self = try JSONTree(text) }
      return true
    }
    switch self {
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.key == key }) else { return false }
      let isFound = try members[index].value.replace(keys.dropFirst(), by: text)
      self = .object(members)
      return isFound
    case .array(var values):
      guard let index = Int(key), values.indices.contains(index) else { return false }
      let isFound = try values[index].replace(keys.dropFirst(), by: text)
      self = .array(values)
      return isFound
    case .string, .literal: return false
    }
  }

  /// The paths at which another tree differs: of values that are new or others.
  func differences(from old: JSONTree?, at path: String = "") -> [String] {
    guard let old, self != old else { return old == nil ? [path] : [] }
    switch (self, old) {
    case (.object(let new), .object(let old)):
      return new.flatMap { member in
        member.value.differences(
          from: old.first { $0.key == member.key }?.value, at: Self.path(path, member.key))
      }
    case (.array(let new), .array(let old)):
      // An element that was inserted shifts the others, which are not changes.
      let end = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count
      let isInserted = new.count > old.count && zip(new, old).prefix { $0 == $1 }.count + end >= old.count
      if isInserted { return (new.count - end - (new.count - old.count)..<new.count - end).map { "\(path)/\($0)" } }
      return new.enumerated().flatMap { index, value in
        value.differences(from: old.indices.contains(index) ? old[index] : nil, at: "\(path)/\(index)")
      }
    default: return [path]
    }
  }

  // MARK: - Writing

  /// The tree as JSON, indented.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(Self.quoted($0.key)) : \($0.value.text(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let values) where !values.isEmpty:
      return "[\n\(values.map { inner + $0.text(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
    default: return summary
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Reads JSON from its beginning to its end.
private struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private static let maxDepth = 200

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func document() throws(PanelError) -> JSONTree {
    let value = try value()
    skipSpace()
    if index < bytes.count { throw problem("there is more after the value") }
    return value
  }

  private mutating func value() throws(PanelError) -> JSONTree {
    skipSpace()
    guard index < bytes.count else { throw problem("it ends too early") }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maxDepth { throw problem("it is nested too deeply") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try values())
    case UInt8(ascii: "\""): return .string(try string())
    default: return .literal(try literal())
    }
  }

  private mutating func members() throws(PanelError) -> [JSONTree.Member] {
    index += 1
    var members: [JSONTree.Member] = []
    if takes("}") { return members }
    repeat {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        throw problem("a key in quotation marks is missing")
      }
      let key = try string()
      guard takes(":") else { throw problem("a colon is missing") }
      members.append(JSONTree.Member(key: key, value: try value()))
    } while takes(",")
    guard takes("}") else { throw problem("a comma or } is missing") }
    return members
  }

  private mutating func values() throws(PanelError) -> [JSONTree] {
    index += 1
    var values: [JSONTree] = []
    if takes("]") { return values }
    repeat { values.append(try value()) } while takes(",")
    guard takes("]") else { throw problem("a comma or ] is missing") }
    return values
  }

  private mutating func string() throws(PanelError) -> String {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else { throw problem("a text has no end") }
    index += 1
    let content = bytes[start + 1..<index - 1]
    if !content.contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) {
      return String(decoding: content, as: UTF8.self)
    }
    guard let text = try? JSONDecoder().decode(String.self, from: Data(bytes[start..<index])) else {
      throw problem("a text is not valid: a line break is \\n, a backslash \\\\")
    }
    return text
  }

  private mutating func literal() throws(PanelError) -> String {
    let start = index
    while index < bytes.count, !" \n\r\t,:]}[{\"".utf8.contains(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
    guard isNumber || ["true", "false", "null"].contains(text) else {
      index = start
      throw problem(
        text.isEmpty ? "a value is missing" : "“\(text.prefix(40))” is no value: texts are in quotation marks")
    }
    return text
  }

  private mutating func skipSpace() {
    while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private func problem(_ text: String) -> PanelError {
    let line = bytes[..<min(index, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
    return PanelError(
      bytes.contains(UInt8(ascii: "\n")) ? "This is not JSON: in line \(line), \(text)." : "This is not JSON: \(text).")
  }
}
