internal import Foundation
internal import Katana
internal import Sessions

/// A state as what is stored of a session.
struct StateContent: SessionContent, @unchecked Sendable {
  // Safe because a state is a value; Katana reads states from any thread, too.
  let state: any State

  func encoded() throws -> [UInt8] {
    guard let state = state as? any Encodable else { throw StateIsNotEncodable(type: "\(type(of: state))") }
    return Array(try JSONEncoder().encode(state))
  }
}

/// A state cannot be written down.
struct StateIsNotEncodable: Error, CustomStringConvertible {
  let type: String

  var description: String { "\(type) is not Codable, so that it cannot leave the memory of this process." }
}
