/// The users who share a part of the state at this moment.
///
/// The server fills a property of this type, see ``SharedPart``. A user is a session that has a visible page with the script, or had a
/// request some seconds ago. Nothing of it is stored, and an updater cannot change it.
///
/// Updaters must not depend on it: they may run again when other users are there.
///
///     label.text = model.presence.others.map(\.name).joined(separator: ", ")
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

    /// A name as users see it: one line of at most 40 characters, without characters that have no look or change the direction.
    static func name(_ text: String) -> String {
      // As most names are.
      if text.utf8.count <= 40, text.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) { return text }
      // One character can have any number of scalars.
      let scalars = text.unicodeScalars.prefix(maxScalars).map { $0.properties.isWhitespace ? " " : $0 }
      let visible = scalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"  // in Persian words, and in emoji
        default: true
        }
      }
      let words = String(String.UnicodeScalarView(visible)).split(separator: " ")
      return String(words.joined(separator: " ").prefix(40))
    }

    private static var maxScalars: Int { 200 }
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
  /// Without users, as none are stored.
  public init(from decoder: any Decoder) { self.init() }

  /// Writes an empty object.
  public func encode(to encoder: any Encoder) throws {
    enum NoKey: CodingKey {}
    _ = encoder.container(keyedBy: NoKey.self)
  }
}
