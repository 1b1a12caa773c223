internal import Sessions

extension StorageCheck {
  static let expiry = [
    StorageCheck("an expired session cannot be loaded, and a new one can have its key") { storage, clock in
      let key = SessionKey.random()
      _ = try await storage.save(record("one", version: 5), for: key, replacing: 0)
      clock.now = 1999
      try expect("the session before its expiry", try await storage.text(key), is: "one")
      clock.now = 2000
      try expect("the session at its expiry", try await storage.text(key), is: nil)
      let next = record("six", version: 6, expiry: 3000)
      try expect("the save of the next version", try await storage.save(next, for: key, replacing: 5), is: .outdated)
      let new = record("new", expiry: 3000)
      try expect("the save of a new session", try await storage.save(new, for: key, replacing: 0), is: .saved)
      try expect("the content", try await storage.text(key), is: "new")
    },

    StorageCheck("a touched session expires later") { storage, clock in
      let key = SessionKey.random()
      _ = try await storage.save(record(), for: key, replacing: 0)
      try await storage.touch(key, expiry: 3000)
      try await storage.touch(.random(), expiry: 3000)
      clock.now = 2500
      let loaded = try require("the session", try await storage.record(key))
      try expect("the expiry", loaded.expiry, is: 3000)
      try expect("the version", loaded.version, is: 1)
      clock.now = 3000
      try await storage.touch(key, expiry: 4000)
      try expect("the expired session", try await storage.text(key), is: nil)
    },

    StorageCheck("expired sessions are removed, and no others") { storage, clock in
      let keys = (0..<100).map { _ in SessionKey.random() }
      for (index, key) in keys.enumerated() {
        _ = try await storage.save(record(expiry: index < 40 ? 1100 : 1200), for: key, replacing: 0)
      }
      for key in keys[36..<38] { try await storage.touch(key, expiry: 1150) }
      for key in keys[38..<40] {
        _ = try await storage.save(record(version: 2, expiry: 1150), for: key, replacing: 1)
      }
      // Expired or not, they are kept until then.
      for index in [35, 40] { try await storage.quarantine(keys[index]) }
      try expect("the number of removed sessions", try await storage.removeExpired(), is: 0)
      for (now, first) in [(1100, 36), (1150, 40)] as [(Int64, Int)] {
        clock.now = now
        try await storage.removeExpired()
        try expect("the keys of listed sessions", try await storage.list().map(\.key), is: keys[first...].sorted())
        for (index, key) in keys.enumerated() {
          let isThere = index >= first && index != 40
          try expect("whether session \(index) is there", try await storage.text(key) != nil, is: isThere)
        }
      }
    },
  ]
}
