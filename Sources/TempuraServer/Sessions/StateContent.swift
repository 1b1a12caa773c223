internal import Foundation
internal import Katana
internal import Sessions

/// What is stored of a session: its state, and what its recent scenes had for themselves.
struct StateContent: SessionContent, @unchecked Sendable {
  // Safe because a state is a value; Katana reads states from any thread, too.
  let state: any State
  let scenes: [RememberedScenes.Entry]

  /// One JSON value, `{"state": …, "scenes": […]}`.
  func encoded() throws -> [UInt8] {
    guard let state = state as? any Encodable else { throw StateIsNotEncodable(type: "\(type(of: state))") }
    return try encoded(state)
  }

  private func encoded<S: Encodable>(_ state: S) throws -> [UInt8] {
    Array(try JSONEncoder().encode(Written(state: state, scenes: scenes)))
  }
}

private struct Written<S> {
  let state: S
  let scenes: [RememberedScenes.Entry]
}

extension Written: Encodable where S: Encodable {}

extension EncodedContent {
  private struct State<S: Decodable>: Decodable {
    let state: S
  }

  private struct Scenes: Decodable {
    let scenes: [RememberedScenes.Entry]
  }

  /// The state, as one of a type; nil if the type is not `Decodable`.
  ///
  /// - Throws: `DecodingError`, or what the app's conformance throws.
  func state<S>(_ type: S.Type) throws -> S? {
    guard let type = type as? any Decodable.Type else { return nil }
    return try decoded(type) as? S
  }

  private func decoded<S: Decodable>(_ type: S.Type) throws -> Any {
    try JSONDecoder().decode(State<S>.self, from: Data(bytes)).state
  }

  func scenes() throws -> [RememberedScenes.Entry] {
    try JSONDecoder().decode(Scenes.self, from: Data(bytes)).scenes
  }
}

/// A state cannot be written down.
struct StateIsNotEncodable: Error, CustomStringConvertible {
  let type: String

  var description: String { "\(type) is not Codable, so that it cannot leave the memory of this process." }
}
