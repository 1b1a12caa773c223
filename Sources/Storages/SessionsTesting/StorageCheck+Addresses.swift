internal import Sessions

/// The limit of sessions per address (`StorageLimits.sessionsPerAddress`), which is the same in every storage.
extension StorageCheck {
  static let addresses = [
    StorageCheck(
      "beyond the limit of its address, a new session replaces the unused one that expires first", sessionsPerAddress: 4
    ) { storage, _ in
      let keys = try await insert(4, in: storage)
      let used = record(version: 2, expiry: 1500, isUsed: true, address: 7)
      _ = try await storage.save(used, for: keys[0], replacing: 1)
      try await storage.touch(keys[1], expiry: 1750)
      for left in [[keys[0], keys[1], keys[3]], [keys[0], keys[3]], [keys[0]]] {
        try expect("the save of a new session", try await insert(.random(), expiry: 1900, in: storage), is: .saved)
        try expect("what is left", try await live(keys, in: storage), is: left)
      }
    },

    StorageCheck("a new session is refused if all of its address are used", sessionsPerAddress: 2) { storage, _ in
      let keys = try await insert(2, in: storage)
      for key in keys {
        let used = record(version: 2, isUsed: true, address: 7)
        try expect("the save of a used session", try await storage.save(used, for: key, replacing: 1), is: .saved)
      }
      let key = SessionKey.random()
      for isUsed in [false, true] {
        let result = try await insert(key, isUsed: isUsed, in: storage)
        try expect("the save of a new session", result, is: .tooManyOfAddress)
      }
      try expect("what is left", try await live(keys + [key], in: storage), is: keys)
    },

    StorageCheck("the limit concerns only new sessions", sessionsPerAddress: 2) { storage, _ in
      let keys = try await insert(2, in: storage)
      let next = record(version: 2, address: 7)
      try expect("the next version", try await storage.save(next, for: keys[0], replacing: 1), is: .saved)
      try expect("a session that is there", try await insert(keys[1], in: storage), is: .outdated)
      try expect("what is left", try await live(keys, in: storage), is: keys)
    },

    StorageCheck("each address has its own limit, and address 0 has none", sessionsPerAddress: 1) { storage, _ in
      try expect("the first save", try await insert(.random(), isUsed: true, in: storage), is: .saved)
      for address in [8, 0, 0] as [UInt64] {
        let other = try await storage.save(record(address: address), for: .random(), replacing: 0)
        try expect("the save at address \(address)", other, is: .saved)
      }
      try expect("the number of sessions", try await storage.list().count, is: 4)
    },

    StorageCheck("expired sessions do not count", sessionsPerAddress: 2) { storage, clock in
      for isUsed in [false, true] {
        let (key, new) = (SessionKey.random(), SessionKey.random())
        let now = clock.now
        try await insert(.random(), expiry: now + 100, isUsed: isUsed, in: storage)
        try await insert(key, expiry: now + 500, in: storage)
        clock.now = now + 100
        try expect("the save of a new session", try await insert(new, expiry: now + 500, in: storage), is: .saved)
        try expect("what is left", try await live([key, new], in: storage), is: [key, new])
        clock.now = now + 500
      }
    },

    StorageCheck("a session may begin under the key of an expired one", sessionsPerAddress: 1) { storage, clock in
      let key = SessionKey.random()
      try await insert(key, expiry: 1100, isUsed: true, in: storage)
      clock.now = 1100
      try expect("the new session", try await insert(key, isUsed: true, in: storage), is: .saved)
      try expect("another session", try await insert(.random(), in: storage), is: .tooManyOfAddress)
    },

    StorageCheck("sessions that were set aside do not count", sessionsPerAddress: 1) { storage, _ in
      let key = SessionKey.random()
      try await insert(key, isUsed: true, in: storage)
      for _ in 0..<2 { try await storage.setAside(key) }
      try expect("a new session", try await insert(.random(), isUsed: true, in: storage), is: .saved)
      try expect("another session", try await insert(.random(), in: storage), is: .tooManyOfAddress)
      let aside = try await storage.list().first { $0.key == key }
      try expect("whether the session was set aside", aside?.record.isSetAside, is: true)
      try await storage.remove(key)
      try expect("a third session", try await insert(.random(), in: storage), is: .tooManyOfAddress)
    },

    StorageCheck("removed sessions do not count, but renamed ones do", sessionsPerAddress: 1) { storage, _ in
      let (key, newKey) = (SessionKey.random(), SessionKey.random())
      try await insert(key, isUsed: true, in: storage)
      try expect("the renaming", try await storage.rename(key, to: newKey), is: .saved)
      for _ in 0..<2 { try expect("a new session", try await insert(.random(), in: storage), is: .tooManyOfAddress) }
      try await storage.remove(newKey)
      try expect("a new session after the removal", try await insert(.random(), in: storage), is: .saved)
    },

    StorageCheck("any order of calls leaves the sessions that the rule leaves", sessionsPerAddress: 4) {
      storage, clock in
      var model = AddressModel(limit: 4)
      var numbers = StepNumbers()
      for step in 0..<400 { try await model.runStep(step, on: storage, clock, &numbers) }
    },
  ]

  /// Stores a new session of address 7.
  @discardableResult private static func insert(
    _ key: SessionKey, expiry: Int64 = 2000, isUsed: Bool = false, in storage: any SessionStorage
  ) async throws -> SavedSession {
    try await storage.save(record(expiry: expiry, isUsed: isUsed, address: 7), for: key, replacing: 0)
  }

  /// Stores new sessions of address 7 that expire in this order.
  private static func insert(_ count: Int, in storage: any SessionStorage) async throws -> [SessionKey] {
    let keys = (0..<count).map { _ in SessionKey.random() }
    for (index, key) in keys.enumerated() { try await insert(key, expiry: 1500 + Int64(index) * 100, in: storage) }
    return keys
  }

  /// The sessions that can be loaded.
  private static func live(_ keys: [SessionKey], in storage: any SessionStorage) async throws -> [SessionKey] {
    var live: [SessionKey] = []
    for key in keys where try await storage.record(key) != nil { live.append(key) }
    return live
  }
}
