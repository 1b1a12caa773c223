public import Katana
internal import Foundation
internal import Recordings

// States are read and changed by paths of their JSON, such as `items[0].id`: recorded runs know no more of them.

/// Why a value of a state cannot be read or changed by a path.
public enum StatePathError: Error, Equatable, CustomStringConvertible {
  case malformedPath(String)
  /// There is nothing at the path, or what contains it does not fit.
  case nothing(at: String)
  case invalidJSON(String)
  /// The state cannot be read from the JSON that results, or is not `Encodable`.
  case unfit(String)

  public var description: String {
    switch self {
    case .malformedPath(let path): "“\(path)” is no path: write names and indices, such as items[0].id."
    case .nothing(let path): "The state has nothing at \(path)."
    case .invalidJSON(let json): "This is not JSON: \(json)"
    case .unfit(let reason): "The state cannot have this value: \(reason)"
    }
  }
}

extension State where Self: Encodable {
  /// A part of the state as JSON.
  ///
  /// - Parameter path: The place in the state's JSON, such as `items[0].id` or `names["a.b"]`.
  public func json(at path: String) throws -> String {
    guard let value = try JSONValue(of: self)[JSONValue.checkedKeys(of: path)[...]] else {
      throw StatePathError.nothing(at: path)
    }
    return value.json
  }

  /// A part of the state as a text: a string as it is, other values as JSON, `nil` if there is nothing. `items.count` is the size
  /// of an array.
  public func value(at path: String) throws -> String { try plainText(of: self, at: path) }
}

extension State where Self: Codable {
  /// Replaces a part of the state.
  ///
  /// - Parameters:
  ///   - path: The place in the state's JSON, such as `items[0].id`.
  ///   - json: The new value.
  public mutating func setJSON(at path: String, to json: String) throws {
    try apply(.set(JSONValue(checked: json)), at: path)
  }

  /// Inserts an element into an array of the state. The path ends with its index.
  public mutating func insertJSON(_ json: String, at path: String) throws {
    try apply(.insert(JSONValue(checked: json)), at: path)
  }

  /// Removes an element of an array, or sets an optional property to nil.
  public mutating func removeJSON(at path: String) throws { try apply(.remove, at: path) }

  private mutating func apply(_ change: JSONValue.Change, at path: String) throws {
    var value = try JSONValue(of: self)
    guard value.apply(change, at: try JSONValue.checkedKeys(of: path)[...]) else {
      throw StatePathError.nothing(at: path)
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(value.json.utf8))
    } catch {
      throw StatePathError.unfit("\(error)")
    }
  }
}

extension AppDriver {
  /// A part of the session's state as a text: a string as it is, other values as JSON, `nil` if there is nothing.
  ///
  /// - Parameter path: The place in the state's JSON, such as `items[0].id` or `names["a.b"]`. `items.count` is the size of an
  ///   array.
  public func value(at path: String) throws -> String {
    guard let state = try currentState() else { return "nil" }
    guard let state = state as? any Encodable else { throw StatePathError.unfit("It is not Encodable.") }
    return try plainText(of: state, at: path)
  }
}

private func plainText(of state: any Encodable, at path: String) throws -> String {
  try JSONValue(of: state)[JSONValue.checkedKeys(of: path)[...]]?.plainText ?? "nil"
}

extension JSONValue {
  fileprivate init(of state: any Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let value = JSONValue(Array(try encoder.encode(state))) else { throw StatePathError.unfit("It has no JSON.") }
    self = value
  }

  fileprivate init(checked json: String) throws(StatePathError) {
    guard let value = JSONValue(json) else { throw .invalidJSON(json) }
    self = value
  }

  fileprivate static func checkedKeys(of path: String) throws(StatePathError) -> [Key] {
    guard let keys = keys(of: path) else { throw .malformedPath(path) }
    return keys
  }
}
