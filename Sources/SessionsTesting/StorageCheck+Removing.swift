internal import Sessions

extension StorageCheck {
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
}
