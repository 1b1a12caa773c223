internal import Foundation
internal import Sessions

/// What servers of one storage tell each other. Nothing of it is stored.
enum ServerMessage: Equatable {
  /// The server has begun, or has not ended.
  case alive(server: String)
  case gone(server: String)
  /// Which users the other servers have.
  ///
  /// - parts: The parts; nil for all.
  case ask(server: String, parts: [SessionKey]?)
  /// The users of a part at the server, perhaps in several messages.
  case here(server: String, part: SessionKey, people: [Presence.Person], isFirst: Bool, isLast: Bool)
  /// Something has changed outside of all sessions: see `Server.changed`.
  case changed(server: String, name: String)

  /// The name of the server that tells it.
  var server: String {
    switch self {
    case .alive(let server), .gone(let server), .ask(let server, _), .here(let server, _, _, _, _),
      .changed(let server, _):
      server
    }
  }
}

extension ServerMessage: Codable {
  /// The message as text; nil if it cannot be encoded, which always works.
  var text: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

  /// Nil for the message of another release.
  init?(_ text: String) {
    guard let message = try? JSONDecoder().decode(ServerMessage.self, from: Data(text.utf8)) else { return nil }
    self = message
  }
}
