/// The versions of a session's saves.
///
/// A version is greater than the one that it replaces by a random step. So two saves that replace the same version have
/// different ones, and a server can tell its own save from that of another server: after a failover in which the database
/// lost a save that it had acknowledged, and after a save without a reply. Each content has the versions of the last saves
/// before it, and so shows which saves it includes.
package struct SavedVersions {
  struct Save {
    var version: UInt64
    /// How many updaters of the journal are stored with it.
    var updaters: Int
    /// The answers to forms that are stored with it and still go on.
    var answers: IdempotencyKeys
  }

  /// The last version that was stored, perhaps by an earlier session with this id.
  var last: UInt64 = 0
  /// The saves without a reply since the last one that is known to be stored. At most one of them is stored.
  private var unanswered: [Save] = []
  private static let limit = 100

  // Steps of up to a million leave room for some ten thousand million saves.
  private static let stepBits: UInt64 = 20

  /// The version of the next save.
  ///
  /// - Parameters:
  ///   - version: The version that it replaces; 0 for none.
  ///   - number: A random number.
  package static func next(after version: UInt64, _ number: UInt64) -> UInt64 {
    guard version > 0 else { return 1 }  // nobody else has the id of a new session
    return version + 1 + number >> (64 - stepBits)
  }

  private static let maxEarlier = 8

  /// The versions that a save names: those that the record before it names, and the version of that record.
  static func earlier(_ before: [UInt64], _ version: UInt64) -> [UInt64] {
    before.suffix(maxEarlier - 1) + [version]
  }

  var hasUnanswered: Bool { !unanswered.isEmpty }

  /// Notes that a save failed, though perhaps only its reply was lost.
  mutating func appendUnanswered(_ save: Save) {
    // In an outage, the first one is the likeliest to be stored.
    if unanswered.count >= Self.limit { unanswered.remove(at: 1) }
    unanswered.append(save)
  }

  /// Notes that forms were undone and their updaters removed from the journal. A save that has them may be stored all the same.
  ///
  /// - Parameters:
  ///   - keys: Those of the forms.
  ///   - removed: The indices in the journal that the updaters had.
  mutating func undo(_ keys: [IdempotencyKeys.Key], removing removed: [Int]) {
    for index in unanswered.indices {
      let count = unanswered[index].updaters
      unanswered[index].updaters -= removed.count { $0 < count }
      unanswered[index].answers.remove(keys)
    }
  }

  /// Another save is stored, so that none of them can be stored any more.
  mutating func forgetUnanswered() { unanswered.removeAll() }

  /// Returns the save that is stored, as a record shows that was loaded, and forgets all.
  ///
  /// - Parameters:
  ///   - version: That of the record.
  ///   - earlier: The versions that were stored before.
  mutating func takeStored(_ version: UInt64, after earlier: [UInt64]) -> Save? {
    defer { unanswered.removeAll() }
    return unanswered.last { $0.version == version || earlier.contains($0.version) }
  }
}
