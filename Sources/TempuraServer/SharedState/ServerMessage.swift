internal import Foundation
internal import Sessions

/// What servers of one storage tell each other. Nothing of it is stored.
struct ServerMessage: Equatable, Codable {
  /// The name of the server that tells it.
  let server: String
  /// Each server counts its messages about users.
  let number: Int
  let content: Content

  enum Content: Equatable, Codable {
    /// The server has begun, or has not ended. Its number is that of its latest message about users.
    case alive
    case gone
    /// Which users the other servers have.
    ///
    /// - of: The server that is asked; nil for all.
    /// - parts: The parts; nil for all.
    case ask(of: String?, parts: [SessionKey]?)
    /// The users of parts at the server.
    case here([List])
    /// Something has changed outside of all sessions: see `Server.changed`. An empty name stands for all.
    case changed(name: String)
  }

  /// The users of a part, or some of them: a long list takes several messages.
  struct List: Equatable, Codable {
    let part: SessionKey
    var people: [Presence.Person] = []
    let isFirst: Bool
    var isLast = true
  }

  init(_ server: String, _ number: Int, _ content: Content) {
    (self.server, self.number, self.content) = (server, number, content)
  }

  /// The message as text.
  var text: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// Nil for the message of another release.
  init?(_ text: String) {
    guard let message = try? JSONDecoder().decode(ServerMessage.self, from: Data(text.utf8)) else { return nil }
    self = message
  }
}
