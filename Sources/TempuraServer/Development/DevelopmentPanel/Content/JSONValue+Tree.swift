internal import Recordings

// JSON as the rows of a tree, and as a text to edit.
extension JSONValue {
  /// The path of the whole state.
  static let root: [Key] = [.member("state")]

  var isContainer: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }

  var children: [(key: Key, value: JSONValue)] {
    switch self {
    case .object(let members): members.map { (.member($0.key), $0.value) }
    case .array(let elements): elements.enumerated().map { (.element($0), $1) }
    default: []
    }
  }

  /// The value as JSON in one line, or the number of its children.
  var summary: String {
    switch self {
    case .object(let members): members.isEmpty ? "{}" : "{\(members.count)}"
    case .array(let elements): elements.isEmpty ? "[]" : "[\(elements.count)]"
    default: json
    }
  }

  /// The value as indented JSON.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(Self.literal($0.key)) : \($0.value.text(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      return "[\n\(elements.map { inner + $0.text(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
    default: return json
    }
  }

  init(state: String) throws(PanelError) {
    do { self = try JSONValue(reading: Array(state.utf8)) } catch { throw PanelError(error.description) }
  }

  /// Replaces a value of a state by what a user has typed. A text stays a text; other values are JSON.
  ///
  /// - Parameter path: The path of the value, such as `state.items[0]`.
  static func replacing(_ path: String, by text: String, in state: String) throws(PanelError) -> String {
    var value = try JSONValue(state: state)
    let keys = (keys(of: path) ?? []).dropFirst(root.count)
    guard let old = value[keys] else { throw PanelError("The state has changed: there is no value here any more.") }
    let new: JSONValue = if case .text = old { .text(text) } else { try JSONValue(state: text) }
    _ = value.set(new, at: keys)
    return value.text()
  }
}

extension JSONValue.Key {
  var text: String {
    switch self {
    case .member(let name): name
    case .element(let index): "\(index)"
    }
  }
}
