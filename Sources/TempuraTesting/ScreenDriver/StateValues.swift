internal import Foundation
internal import Recordings

/// Why a value of a state cannot be read by a path.
public enum StatePathError: Error, Equatable, CustomStringConvertible {
  case malformedPath(String)
  case notEncodable

  public var description: String {
    switch self {
    case .malformedPath(let path): "“\(path)” is no path: write names and indices, such as items[0].id."
    case .notEncodable: "The state has no values at paths: it is not Encodable."
    }
  }
}

extension AppDriver {
  /// A part of the session's state as a text: a string as it is, other values as JSON, `nil` if there is nothing.
  ///
  /// - Parameter path: The place in the state's JSON, such as `items[0].id` or `names["a.b"]`. `items.count` is the size of an
  ///   array.
  public func value(at path: String) throws -> String {
    guard let keys = JSONValue.keys(of: path) else { throw StatePathError.malformedPath(path) }
    guard let state = try currentState() else { return "nil" }
    guard let state = state as? any Encodable else { throw StatePathError.notEncodable }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return JSONValue(Array(try encoder.encode(state)))?[keys[...]]?.plainText ?? "nil"
  }
}
