/// The saves of a session without a reply since the last one that is known to be stored. At most one of them is stored.
struct UnansweredSaves {
  struct Save {
    var version: UInt64
    /// How many updaters of the journal are stored with it.
    var updaters: Int
    /// The answers to forms that are stored with it and still go on.
    var answers: RecentAnswers
  }

  private var saves: [Save] = []
  private static let limit = 100

  /// Notes that a save failed, though perhaps only its reply was lost.
  mutating func append(_ save: Save) {
    if saves.count >= Self.limit { saves.remove(at: 1) }  // in an outage, the first one is the likeliest to be stored
    saves.append(save)
  }

  /// Notes that forms were undone and their updaters removed from the journal. A save that has them may be stored all the same.
  ///
  /// - Parameters:
  ///   - keys: Those of the forms.
  ///   - removed: The indices in the journal that the updaters had.
  mutating func undo(_ keys: [RecentAnswers.Key], removing removed: [Int]) {
    for index in saves.indices {
      let count = saves[index].updaters
      saves[index].updaters -= removed.count { $0 < count }
      saves[index].answers.remove(keys)
    }
  }

  var isEmpty: Bool { saves.isEmpty }

  /// Forgets all saves: another one is stored, so that none of them can be stored any more.
  mutating func removeAll() { saves.removeAll() }

  /// Returns the save that is stored, as a record shows that was loaded, and forgets all.
  ///
  /// - Parameters:
  ///   - version: That of the record.
  ///   - earlier: The versions that were stored before.
  mutating func takeStored(_ version: UInt64, after earlier: [UInt64]) -> Save? {
    defer { saves.removeAll() }
    return saves.last { $0.version == version || earlier.contains($0.version) }
  }
}
