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

    StorageCheck("a session is removed only if it has the expected version") { storage, _ in
      let key = SessionKey.random()
      _ = try await storage.save(record("one", version: 3), for: key, replacing: 0)
      for version in [0, 2, 4, SessionRecord.versions.upperBound] {
        let removal = try await storage.remove(key, version: version)
        try expect("the removal of version \(version)", removal, is: false)
      }
      try expect("the session", try await storage.text(key), is: "one")
      try expect("the removal of the version", try await storage.remove(key, version: 3), is: true)
      try expect("the second removal", try await storage.remove(key, version: 3), is: false)
    },

    StorageCheck("a renamed session has its new key, and a record is under the old one") { storage, clock in
      let (key, newKey) = (SessionKey.random(), SessionKey.random())
      _ = try await storage.save(record("one", version: 3, isUsed: true), for: key, replacing: 0)
      let left = record("renamed", version: 5, expiry: 1060, isUsed: true)
      let renaming = try await storage.rename(key, to: newKey, replacing: 3, leaving: left)
      try expect("the renaming", renaming, is: .saved)
      let loaded = try require("the session under its new key", try await storage.record(newKey))
      try expect("the content", try await storage.text(newKey), is: "one")
      try expect("the version", loaded.version, is: 3)
      try expect("the time of the first save", loaded.created, is: 900)
      try expect("the expiry", loaded.expiry, is: 2000)
      try expect("whether it is used", loaded.isUsed, is: true)
      let found = try require("the record under the old key", try await storage.record(key))
      try expect("the content of the record", try await storage.text(key), is: "renamed")
      try expect("the version of the record", found.version, is: 5)
      try expect("the expiry of the record", found.expiry, is: 1060)
      let next = record("two", version: 4)
      try expect("a save under the old key", try await storage.save(next, for: key, replacing: 3), is: .outdated)
      try expect("the next save", try await storage.save(next, for: newKey, replacing: 3), is: .saved)
      clock.now = 1060
      try expect("the record when it is expired", try await storage.text(key), is: nil)
      try expect("the session then", try await storage.text(newKey), is: "two")
    },

    StorageCheck("a session is renamed only if it has the expected version") { storage, _ in
      let (key, newKey) = (SessionKey.random(), SessionKey.random())
      _ = try await storage.save(record("one", version: 3), for: key, replacing: 0)
      for version in [2, 4] as [UInt64] {
        let renaming = try await storage.rename(key, to: newKey, replacing: version)
        try expect("the renaming of version \(version)", renaming, is: .outdated)
      }
      try expect("the session under its key", try await storage.text(key), is: "one")
      try expect("the session under the other key", try await storage.text(newKey), is: nil)
      let renaming = try await storage.rename(.random(), to: newKey)
      try expect("the renaming of a missing session", renaming, is: .outdated)
      try await storage.quarantine(key)
      let last = try await storage.rename(key, to: newKey, replacing: 3)
      try expect("the renaming of a session that was quarantined", last, is: .outdated)
      try expect("the session under the other key", try await storage.text(newKey), is: nil)
      _ = try await storage.save(record("new"), for: newKey, replacing: 0)
      let other = SessionKey.random()
      _ = try await storage.save(record("other"), for: other, replacing: 0)
      try expect("the renaming to a key of another session", try await storage.rename(other, to: newKey), is: .outdated)
      try expect("the session with that key", try await storage.text(newKey), is: "new")
      try expect("the session under its key", try await storage.text(other), is: "other")
    },

    StorageCheck("a session that was quarantined is only listed") { storage, _ in
      let key = SessionKey.random()
      _ = try await storage.save(record("odd", version: 3, isUsed: true), for: key, replacing: 0)
      for version in [2, 4] as [UInt64] {
        let other = RecordSave(quarantining: record("odd"), for: key, replacing: version)
        try expect("whether version \(version) is quarantined", try await storage.save([other]), is: .outdated)
      }
      try expect("the session", try await storage.text(key), is: "odd")
      let save = RecordSave(quarantining: try require("the session", try await storage.record(key)), for: key)
      try expect("whether version 3 is quarantined", try await storage.save([save]), is: .saved)
      try expect("whether it is quarantined again", try await storage.save([save]), is: .outdated)
      try expect("the session", try await storage.text(key), is: nil)
      let listed = try require("the listed session", try await storage.list().first)
      try expect("whether it was quarantined", listed.record.isQuarantined, is: true)
      try expect("the content", try listed.record.content.encoded(), is: Array("odd".utf8))
      try expect("the time of the first save", listed.record.created, is: 900)
      try expect("the expiry", listed.record.expiry, is: 2000)
      try expect("whether it is used", listed.record.isUsed, is: true)
      try expect("the removal", try await storage.remove(listed.key), is: true)
      try expect("the number of listed sessions", try await storage.list().count, is: 0)
    },

    StorageCheck("a session that was quarantined can be stored anew") { storage, _ in
      var aside = record("odd", version: 3)
      aside.isQuarantined = true
      let key = SessionKey.random()
      try expect("the save", try await storage.save(aside, for: key, replacing: 0), is: .saved)
      try expect("the session", try await storage.text(key), is: nil)
      try expect("whether it was quarantined", try await storage.list().map(\.record.isQuarantined), is: [true])
      try expect("the save of a new session", try await storage.save(record("new"), for: key, replacing: 0), is: .saved)
      try expect("the new session", try await storage.text(key), is: "new")
      try expect("whether it was quarantined", try await storage.list().map(\.record.isQuarantined), is: [false])
    },
  ]
}
