internal import Sessions

extension StorageCheck {
  static let saving = [
    StorageCheck("a saved session can be loaded") { storage, _ in
      let key = SessionKey.random()
      try expect("a session before it is saved", try await storage.text(key), is: nil)
      let saved = record("one\u{0} 😀", isUsed: true)
      try expect("the save", try await storage.save(saved, for: key, replacing: 0), is: .saved)
      let loaded = try require("the session", try await storage.record(key))
      try expect("the version", loaded.version, is: 1)
      try expect("the time of the first save", loaded.created, is: 900)
      try expect("the expiry", loaded.expiry, is: 2000)
      try expect("whether it is used", loaded.isUsed, is: true)
      try expect("the content", try await storage.text(key), is: "one\u{0} 😀")
      try expect("another session", try await storage.text(.random()), is: nil)
    },

    StorageCheck("content is stored as it is, also if it is empty or large") { storage, _ in
      for text in ["", String(repeating: "ä0123456789", count: 80_000), String(repeating: "\u{0}\r\n", count: 100)] {
        let key = SessionKey.random()
        try expect("the save", try await storage.save(record(text), for: key, replacing: 0), is: .saved)
        try expect("whether the content is the same", try await storage.text(key) == text, is: true)
      }
    },

    StorageCheck("a version that the caller has is not loaded again") { storage, clock in
      let key = SessionKey.random()
      try expect("a missing session", try await loaded(key, 1, in: storage), is: "none")
      _ = try await storage.save(record(), for: key, replacing: 0)
      try expect("the stored version", try await loaded(key, 1, in: storage), is: "unchanged")
      try expect("another version", try await loaded(key, 7, in: storage), is: "version 1")
      clock.now = 2000
      try expect("an expired session", try await loaded(key, 1, in: storage), is: "none")
    },

    StorageCheck("a new version replaces the expected one") { storage, _ in
      let key = SessionKey.random()
      try expect("the first save", try await storage.save(record("one"), for: key, replacing: 0), is: .saved)
      let second = record("two", version: 2, isUsed: true)
      try expect("the second save", try await storage.save(second, for: key, replacing: 1), is: .saved)
      try expect("the content", try await storage.text(key), is: "two")
      try expect("whether it is used", try await storage.record(key)?.isUsed, is: true)
    },

    StorageCheck("a save that expects another version is outdated and changes nothing") { storage, _ in
      let key = SessionKey.random()
      try expect("no session", try await storage.save(record(version: 2), for: key, replacing: 1), is: .outdated)
      try expect("the session", try await storage.text(key), is: nil)
      _ = try await storage.save(record("one"), for: key, replacing: 0)
      let other = record("other", version: 1)
      try expect("a session that is there", try await storage.save(other, for: key, replacing: 0), is: .outdated)
      let later = record("other", version: 3)
      try expect("a later version", try await storage.save(later, for: key, replacing: 2), is: .outdated)
      try expect("the content", try await storage.text(key), is: "one")
    },

    StorageCheck("only one of many saves replaces a version") { storage, _ in
      let key = SessionKey.random()
      _ = try await storage.save(record("0"), for: key, replacing: 0)
      for version in UInt64(1)..<20 {
        let results = try await withThrowingTaskGroup(of: SavedSession.self) { group in
          for writer in 0..<8 {
            let record = record("\(writer)", version: version + 1)
            group.addTask { try await storage.save(record, for: key, replacing: version) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        try expect("the number of saves of a version", results.filter { $0 == .saved }.count, is: 1)
      }
      try expect("the last version", try await storage.record(key)?.version, is: 20)
    },

    StorageCheck("many sessions can be saved at the same time") { storage, _ in
      let keys = (0..<500).map { _ in SessionKey.random() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for key in keys {
          group.addTask { () async throws in
            for version in 1...3 as ClosedRange<UInt64> {
              let record = record(key.hexadecimal, version: version)
              try expect("a save", try await storage.save(record, for: key, replacing: version - 1), is: .saved)
            }
          }
        }
        try await group.waitForAll()
      }
      for key in keys { try expect("the content", try await storage.text(key), is: key.hexadecimal) }
    },
  ]

  /// The result of loading a session, as a text.
  private static func loaded(
    _ key: SessionKey, _ version: UInt64, in storage: any SessionStorage
  ) async throws -> String {
    switch try await storage.load(key, unless: version) {
    case .none: "none"
    case .unchanged: "unchanged"
    case .record(let record): "version \(record.version)"
    case .unreadable(let reason, _): "unreadable: \(reason)"
    }
  }
}
