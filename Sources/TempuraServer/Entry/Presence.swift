/// The users who share a part of the state at this moment.
///
/// The server fills a property of this type, see ``SharedPart``. A user is a session: with a visible page that runs the script, or
/// with a request in the last 15 seconds. It is not stored.
///
/// Updaters must not depend on it: they may run again when other users are there.
public struct Presence: Equatable, Sendable {
  public struct Person: Hashable, Identifiable, Codable, Sendable {
    /// The same text as long as the session keeps its id. It tells nothing about the session.
    public let id: String
    /// What the app says of the user; empty if it says nothing. At most 40 characters, in one line.
    public let name: String

    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The number of users: this one, and all others; 0 if the session shares no part.
  public let count: Int
  /// The other users in the order of their names, without this one. No more than ``maxOthers``.
  public let others: [Person]

  /// The greatest number of ``others``.
  public static let maxOthers = 100

  /// For tests.
  public init(count: Int = 0, others: [Person] = []) {
    self.count = count
    self.others = others
  }
}

extension Presence: Codable {
  /// Nobody, whatever is stored.
  public init(from decoder: any Decoder) { self.init() }

  /// Writes an empty object.
  public func encode(to encoder: any Encoder) throws {
    enum NoKey: CodingKey {}
    _ = encoder.container(keyedBy: NoKey.self)
  }
}
