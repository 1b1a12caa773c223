internal import Foundation
internal import JSONEncoding

/// A value of JSON whose parts can be found and changed by paths such as `items[0].id`.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  case array([JSONValue])
  /// In the order of the JSON.
  case object([Member])

  package struct Member: Equatable, Sendable {
    package var key: String
    package var value: JSONValue
  }

  /// - Throws: What is wrong with the JSON, and in which line.
  package init(reading bytes: [UInt8]) throws(JSONError) {
    do { self.init(try JSONReader(bytes), 0) } catch { throw JSONError(problem: error.description, line: error.line) }
  }

  private init(_ reader: JSONReader, _ token: Int) {
    self =
      switch reader.kind(token) {
      case .null: .null
      case .no: .bool(false)
      case .yes: .bool(true)
      case .number: .number(reader.numberText(token))
      case .string: .text(reader.string(token))
      case .array: .array(reader.elements(of: token).map { JSONValue(reader, $0) })
      case .object: .object(reader.members(of: token).map { Member(key: $0, value: JSONValue(reader, $1)) })
      }
  }

  /// - Returns: Nil for what is no JSON.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? Self(reading: bytes) else { return nil }
    self = value
  }

  package init?(_ text: String) { self.init(Array(text.utf8)) }

  /// The JSON, with the keys of objects in their order.
  package var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text
    case .text(let text): Self.literal(text)
    case .array(let elements): "[\(elements.map(\.json).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.literal($0.key)):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  package static func literal(_ text: String) -> String {
    // Most texts need no escapes.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return "\"\(text)\""
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: (try? encoder.encode(text)) ?? Data(), as: UTF8.self)  // a text can always be encoded
  }

  /// The value for a test: a text as it is, `nil` for null, other values as JSON.
  package var plainText: String {
    switch self {
    case .text(let text): text
    case .null: "nil"
    default: json
    }
  }

  // MARK: - Paths

  /// A part of a path.
  package enum Key: Equatable, Sendable {
    case member(String)
    case element(Int)
  }

  /// Reads a path such as `items[0].id` or `names["a.b"]`.
  ///
  /// - Returns: Nil if it is malformed.
  package static func keys(of path: String) -> [Key]? {
    var (keys, rest) = ([Key](), path[...])
    while !rest.isEmpty {
      if rest.first == "[" {
        rest.removeFirst()
        if rest.first == "\"" {
          var literal = "\""
          rest.removeFirst()
          while let character = rest.popFirst() {
            literal.append(character)
            if character == "\\", let next = rest.popFirst() {
              literal.append(next)
            } else if character == "\"" {
              break
            }
          }
          guard case .text(let key)? = JSONValue(literal), rest.popFirst() == "]" else { return nil }
          keys.append(.member(key))
        } else {
          let digits = rest.prefix { $0 != "]" }
          guard let index = Int(digits), index >= 0, digits.endIndex < rest.endIndex else { return nil }
          keys.append(.element(index))
          rest = rest.dropFirst(digits.count + 1)
        }
      } else {
        if rest.first == ".", !keys.isEmpty { rest.removeFirst() }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        keys.append(.member(String(name)))
        rest = rest.dropFirst(name.count)
      }
    }
    return keys
  }

  package static func path(of keys: [Key]) -> String {
    keys.reduce(into: "") { path, key in
      switch key {
      case .element(let index): path += "[\(index)]"
      case .member(let name):
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } && !name.isEmpty
        path += isPlain ? (path.isEmpty ? name : ".\(name)") : "[\(literal(name))]"
      }
    }
  }

  /// The part at a path; nil if there is none. The member `count` of an array is its size.
  package subscript(_ keys: ArraySlice<Key>) -> JSONValue? {
    guard let key = keys.first else { return self }
    switch (self, key) {
    case (.object(let members), .member(let name)):
      return members.first { $0.key == name }?.value[keys.dropFirst()]
    case (.array(let elements), .element(let index)) where elements.indices.contains(index):
      return elements[index][keys.dropFirst()]
    case (.array(let elements), .member("count")) where keys.count == 1: return .number("\(elements.count)")
    default: return nil
    }
  }

  /// Replaces a part, or adds a member.
  ///
  /// - Returns: Whether the path leads to a part, or for a new one, to what contains it.
  package mutating func set(_ value: JSONValue, at keys: ArraySlice<Key>) -> Bool {
    guard let key = keys.first else {
      self = value
      return true
    }
    switch (self, key) {
    case (.object(var members), .member(let name)):
      self = .null  // Otherwise each part would be copied.
      defer { self = .object(members) }
      if let index = members.firstIndex(where: { $0.key == name }) {
        return members[index].value.set(value, at: keys.dropFirst())
      }
      if keys.count == 1 { members.append(Member(key: name, value: value)) }
      return keys.count == 1
    case (.array(var elements), .element(let index)) where elements.indices.contains(index):
      self = .null
      defer { self = .array(elements) }
      return elements[index].set(value, at: keys.dropFirst())
    default: return false
    }
  }

  // MARK: - Differences

  package enum Change: Equatable, Sendable {
    /// Replaces a part, or adds a member.
    case set(JSONValue)
    /// Inserts an element before the one at the index.
    case insert(JSONValue)
    case remove
  }

  /// What turns a value into another one, in the order in which to do it.
  package func changes(to new: JSONValue, at path: [Key] = []) -> [(path: [Key], change: Change)] {
    var changes: [(path: [Key], change: Change)] = []
    switch (self, new) {
    case (.object(let old), .object(let new)):
      let values = Dictionary(old.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
      for member in new {
        let path = path + [.member(member.key)]
        if let old = values[member.key] {
          changes += old.changes(to: member.value, at: path)
        } else {
          changes.append((path, .set(member.value)))
        }
      }
      let kept = Set(new.map(\.key))
      for member in old where !kept.contains(member.key) { changes.append((path + [.member(member.key)], .remove)) }
    case (.array(let old), .array(let new)):
      let common = min(old.count, new.count)
      var (start, end) = (0, 0)
      if old.count != new.count {
        while start < common, old[start] == new[start] { start += 1 }
        while end < common - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
      }
      for index in start..<(common - end) {
        changes += old[index].changes(to: new[index], at: path + [.element(index)])
      }
      let place = path + [.element(common - end)]
      for _ in 0..<max(0, old.count - new.count) { changes.append((place, .remove)) }
      for index in (common - end)..<max(new.count - end, common - end) {
        changes.append((path + [.element(index)], .insert(new[index])))
      }
    default: if self != new { changes.append((path, .set(new))) }
    }
    return changes
  }

  /// The texts, numbers and truth values inside, and for an array its size.
  package func leaves(at path: [Key] = []) -> [(path: [Key], value: JSONValue)] {
    switch self {
    case .object(let members): members.flatMap { $0.value.leaves(at: path + [.member($0.key)]) }
    case .array(let elements):
      [(path + [.member("count")], .number("\(elements.count)"))]
        + elements.enumerated().flatMap { $1.leaves(at: path + [.element($0)]) }
    default: [(path, self)]
    }
  }
}
