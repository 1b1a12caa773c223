internal import Sessions

/// Several records that are stored as one: all or none.
extension StorageCheck {
  static let together = [
    StorageCheck("several new records are stored together") { storage, _ in
      let texts = ["one\u{0} 😀", "", String(repeating: "ä0123456789", count: 40_000)]
      let saves = texts.enumerated().map { index, text in
        let number = Int64(index)
        return RecordSave(
          record(text, version: 7 + UInt64(index), expiry: 2000 + number, isUsed: index == 0), for: .random(),
          replacing: 0)
      }
      try expect("the save", try await storage.save(saves), is: .saved)
      for (save, text) in zip(saves, texts) {
        let loaded = try require("a record", try await storage.record(save.key))
        try expect("its version", loaded.version, is: save.record.version)
        try expect("the time of its first save", loaded.created, is: 900)
        try expect("its expiry", loaded.expiry, is: save.record.expiry)
        try expect("whether it is used", loaded.isUsed, is: save.record.isUsed)
        try expect("whether its content is the same", try await storage.text(save.key) == text, is: true)
      }
    },

    StorageCheck("new records and new versions of others are stored together") { storage, _ in
      let keys = (0..<4).map { _ in SessionKey.random() }
      for key in keys.prefix(2) { _ = try await storage.save(record("old", version: 3), for: key, replacing: 0) }
      for order in [[0, 1, 2], [3, 1, 0]] {
        var saves: [RecordSave] = []
        for index in order {
          let version = try await storage.record(keys[index])?.version ?? 0
          saves.append(
            RecordSave(record("\(order) \(index)", version: version + 4), for: keys[index], replacing: version))
        }
        try expect("the save", try await storage.save(saves), is: .saved)
        for (index, save) in zip(order, saves) {
          try expect("a content", try await storage.text(save.key), is: "\(order) \(index)")
          try expect("a version", try await storage.record(save.key)?.version, is: save.record.version)
        }
      }
    },

    StorageCheck("a single record can be stored as one of several") { storage, _ in
      let key = SessionKey.random()
      let new = RecordSave(record("one"), for: key, replacing: 0)
      for result in [SavedSession.saved, .outdated] {
        try expect("the save", try await storage.save([new]), is: result)
      }
      let next = RecordSave(record("two", version: 2), for: key, replacing: 1)
      try expect("the save of the next version", try await storage.save([next]), is: .saved)
      try expect("the content", try await storage.text(key), is: "two")
    },

    StorageCheck("if one of several versions is another one, no record is stored") { storage, clock in
      for odd in OddRecord.allCases {
        for place in 0..<3 {
          try await expectNothingIsStored(with: odd, at: place, in: storage, clock)
        }
      }
    },

    StorageCheck("a new record that is stored with others replaces one that cannot be loaded") { storage, clock in
      for isQuarantined in [false, true] {
        for place in 0..<2 {
          let keys = (0..<2).map { _ in SessionKey.random() }
          let now = clock.now
          _ = try await storage.save(record("old", version: 9, expiry: now + 10), for: keys[place], replacing: 0)
          if isQuarantined { try await storage.quarantine(keys[place]) } else { clock.now = now + 10 }
          let saves = keys.map { RecordSave(record("new", expiry: now + 1000), for: $0, replacing: 0) }
          try expect("the save", try await storage.save(saves), is: .saved)
          for key in keys {
            let loaded = try require("a new record", try await storage.record(key))
            try expect("its version", loaded.version, is: 1)
            try expect("its content", try await storage.text(key), is: "new")
          }
        }
      }
    },

    StorageCheck("if one of several records is too large, no record is stored") { storage, _ in
      let limit = StorageLimits().contentBytes
      for place in 0..<2 {
        var saves = (0..<2).map { _ in RecordSave(record("small"), for: .random(), replacing: 0) }
        saves[place].record = record(String(repeating: "x", count: limit + 1))
        do {
          // A storage that keeps no bytes has no limit.
          try expect("the save", try await storage.save(saves), is: .saved)
          for save in saves { _ = try require("a record", try await storage.record(save.key)) }
        } catch StorageError.tooLarge {
          for save in saves { try expect("a record", try await storage.text(save.key), is: nil) }
        }
      }
    },

    StorageCheck("records that were stored together are kept like others") { storage, clock in
      let keys = (0..<4).map { _ in SessionKey.random() }
      for version in 1...2 as ClosedRange<UInt64> {
        let saves = keys.map { RecordSave(record("abc", version: version), for: $0, replacing: version - 1) }
        try expect("the save", try await storage.save(saves), is: .saved)
      }
      let listed = try await storage.list()
      try expect("the listed keys", listed.map(\.key), is: keys.sorted())
      try expect("the listed sizes", Set(listed.map(\.size)), is: [3])
      try expect("the listed versions", Set(listed.map(\.record.version)), is: [2])
      let next = record("next", version: 3)
      try expect("the next version alone", try await storage.save(next, for: keys[1], replacing: 2), is: .saved)
      try expect("a removal of another version", try await storage.remove(keys[2], version: 1), is: false)
      try expect("the removal", try await storage.remove(keys[2], version: 2), is: true)
      try await storage.quarantine(keys[3])
      try expect("what was quarantined", try await storage.text(keys[3]), is: nil)
      let newKey = SessionKey.random()
      try expect("the renaming", try await storage.rename(keys[0], to: newKey, replacing: 2), is: .saved)
      try expect("the renamed record", try await storage.text(newKey), is: "abc")
      try await storage.touch(newKey, expiry: 3000)
      clock.now = 2500
      try expect("the touched record", try await storage.text(newKey), is: "abc")
      try expect("a record that was not touched", try await storage.text(keys[1]), is: nil)
    },

    StorageCheck("many saves of the same records lose and double nothing") { storage, _ in
      let keys = (0..<3).map { _ in SessionKey.random() }
      let new = keys.map { RecordSave(record("0"), for: $0, replacing: 0) }
      try expect("the first save", try await storage.save(new), is: .saved)
      // Each writer has another order, and half of them leave a record out.
      let orders = [[0, 1, 2], [2, 1], [1, 0, 2], [0, 2], [2, 0, 1], [1, 2], [2, 1, 0], [1, 0]]
      let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
        for order in orders {
          group.addTask { () async throws in
            var counts = [0, 0, 0]
            for _ in 0..<20 where try await addOne(to: order.map { keys[$0] }, in: storage) {
              for index in order { counts[index] += 1 }
            }
            return counts
          }
        }
        return try await group.reduce([0, 0, 0]) { sums, counts in zip(sums, counts).map(+) }
      }
      for (key, count) in zip(keys, counts) {
        try expect("a record", try await storage.text(key), is: "\(count)")
        try expect("its version", try await storage.record(key)?.version, is: UInt64(count) + 1)
      }
      try expect("whether a save succeeded", counts.contains { $0 > 0 }, is: true)
    },

    StorageCheck("only one of many saves of several records replaces their versions") { storage, _ in
      let keys = (0..<2).map { _ in SessionKey.random() }
      for version in UInt64(0)..<10 {
        let results = try await withThrowingTaskGroup(of: SavedSession.self) { group in
          for writer in 0..<6 {
            let saves = (writer.isMultiple(of: 2) ? keys : keys.reversed()).map {
              RecordSave(record("\(writer)", version: version + 1), for: $0, replacing: version)
            }
            group.addTask { try await storage.save(saves) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        let count = results.filter { $0 == .saved }.count
        try expect("whether two saves replaced a version", count > 1, is: false)
        // Saves that meet may all fail. The next one does not.
        if count == 0 {
          let saves = keys.map { RecordSave(record("last", version: version + 1), for: $0, replacing: version) }
          try expect("a save alone", try await storage.save(saves), is: .saved)
        }
        let texts = [try await storage.text(keys[0]), try await storage.text(keys[1])]
        try expect("whether the records are of one save", texts[0] == texts[1] && texts[0] != nil, is: true)
      }
    },
  ]

  /// Why a record cannot be replaced.
  private enum OddRecord: CaseIterable {
    case missing, expired, quarantined, otherVersion, alreadyThere
  }

  /// Saves three records, of which one cannot be replaced, and looks at each of them.
  private static func expectNothingIsStored(
    with odd: OddRecord, at place: Int, in storage: any SessionStorage, _ clock: StorageClock
  ) async throws {
    let keys = (0..<3).map { _ in SessionKey.random() }
    let now = clock.now
    for (index, key) in keys.enumerated() where index == place ? odd != .missing : index < 2 {
      let expiry = index == place && odd == .expired ? now + 10 : now + 1000
      _ = try await storage.save(record("old", version: 5, expiry: expiry), for: key, replacing: 0)
    }
    if odd == .quarantined { try await storage.quarantine(keys[place]) }
    if odd == .expired { clock.now = now + 10 }
    var before: [String?] = []
    for key in keys { before.append(try await storage.text(key)) }
    let saves = keys.enumerated().map { index, key in
      let version: UInt64 =
        if index == place {
          switch odd {
          case .alreadyThere: 0
          case .otherVersion: 4
          default: 5
          }
        } else {
          index < 2 ? 5 : 0
        }
      return RecordSave(record("new", version: 8, expiry: now + 2000), for: key, replacing: version)
    }
    try expect("the save with record \(place) \(odd)", try await storage.save(saves), is: .outdated)
    for (index, key) in keys.enumerated() {
      try expect("record \(index) with record \(place) \(odd)", try await storage.text(key), is: before[index])
    }
    let listed = try await storage.list().filter { keys.contains($0.key) && $0.record.expiry > clock.now }
    try expect("what is listed", listed.contains { $0.record.version == 8 }, is: false)
  }

  /// Adds one to the numbers in several records.
  ///
  /// - Returns: Whether they were stored.
  private static func addOne(to keys: [SessionKey], in storage: any SessionStorage) async throws -> Bool {
    var saves: [RecordSave] = []
    for key in keys {
      let loaded = try require("a record", try await storage.record(key))
      let number = try require("a number", Int(String(decoding: try loaded.content.encoded(), as: UTF8.self)))
      saves.append(
        RecordSave(record("\(number + 1)", version: loaded.version + 1), for: key, replacing: loaded.version))
    }
    return try await storage.save(saves) == .saved
  }
}
