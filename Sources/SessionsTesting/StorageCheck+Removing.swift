internal import Sessions

extension StorageCheck {
  static let time = [
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
      try expect("the number of removed sessions", try await storage.removeExpired(), is: 0)
      clock.now = 1100
      try await storage.removeExpired()
      try expect("the number of listed sessions", try await storage.list().count, is: 60)
      for (index, key) in keys.enumerated() {
        try expect("whether session \(index) is there", try await storage.text(key) != nil, is: index >= 40)
      }
    },
  ]

  static let removing = [
    StorageCheck("a removed session cannot be loaded or replaced") { storage, _ in
      let key = SessionKey.random()
      _ = try await storage.save(record("one"), for: key, replacing: 0)
      try expect("the removal", try await storage.remove(key), is: true)
      try expect("the session", try await storage.text(key), is: nil)
      let next = record("two", version: 2)
      try expect("the save of the next version", try await storage.save(next, for: key, replacing: 1), is: .outdated)
      try expect("the save of a new session", try await storage.save(record(), for: key, replacing: 0), is: .saved)
      try expect("the removal of a missing session", try await storage.remove(.random()), is: false)
    },

    StorageCheck("a renamed session has only its new key") { storage, _ in
      let (key, newKey) = (SessionKey.random(), SessionKey.random())
      _ = try await storage.save(record("one", version: 3, isUsed: true, address: 9), for: key, replacing: 0)
      try expect("the renaming", try await storage.rename(key, to: newKey), is: true)
      try expect("the session under its old key", try await storage.text(key), is: nil)
      let loaded = try require("the session under its new key", try await storage.record(newKey))
      try expect("the content", try await storage.text(newKey), is: "one")
      try expect("the version", loaded.version, is: 3)
      try expect("the time of the first save", loaded.created, is: 900)
      try expect("the expiry", loaded.expiry, is: 2000)
      try expect("whether it is used", loaded.isUsed, is: true)
      try expect("the address", loaded.address, is: 9)
      let next = record("two", version: 4)
      try expect("the next save", try await storage.save(next, for: newKey, replacing: 3), is: .saved)
      try expect("the renaming of a missing session", try await storage.rename(key, to: .random()), is: false)
    },

    StorageCheck("a session that was set aside is only listed") { storage, _ in
      let key = SessionKey.random()
      _ = try await storage.save(record("odd", version: 3), for: key, replacing: 0)
      try await storage.setAside(key)
      try expect("the session", try await storage.text(key), is: nil)
      let listed = try await storage.list()
      try expect("the listed sessions, and whether they were set aside", listed.map(\.isSetAside), is: [true])
      try expect("the content", try listed.first?.record.content.encoded(), is: Array("odd".utf8))
      try expect("the removal", try await storage.remove(listed[0].key), is: true)
      try expect("the number of listed sessions", try await storage.list().count, is: 0)
    },

    StorageCheck("a missing session cannot be set aside") { storage, _ in
      try await storage.setAside(.random())
      try expect("the number of listed sessions", try await storage.list().count, is: 0)
    },
  ]

  static let listing = [
    StorageCheck("all sessions are listed in the order of their keys") { storage, _ in
      let keys = (0..<25).map { _ in SessionKey.random() }
      for key in keys { _ = try await storage.save(record("abc"), for: key, replacing: 0) }
      var listed: [StoredSession] = []
      while true {
        let next = try await storage.list(after: listed.last?.key, most: 10)
        listed += next
        if next.count < 10 { break }
      }
      try expect("the keys", listed.map(\.key), is: keys.sorted())
      for session in listed {
        try expect("the size", session.size, is: 3)
        try expect("whether it was set aside", session.isSetAside, is: false)
        try expect("the version", session.record.version, is: 1)
      }
    }
  ]
}
