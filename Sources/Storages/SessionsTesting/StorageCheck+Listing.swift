internal import Sessions

extension StorageCheck {
  static let listing = [
    StorageCheck("all sessions are listed in the order of their keys") { storage, _ in
      let keys = (0..<25).map { _ in SessionKey.random() }
      for key in keys { _ = try await storage.save(record("abc"), for: key, replacing: 0) }
      var listed: [StoredSession] = []
      while true {
        let next = try await storage.list(after: listed.last?.key, limit: 10)
        listed += next
        if next.count < 10 { break }
      }
      try expect("the keys", listed.map(\.key), is: keys.sorted())
      for session in listed {
        try expect("the size", session.size, is: 3)
        try expect("whether it was quarantined", session.record.isQuarantined, is: false)
        try expect("the version", session.record.version, is: 1)
      }
    }
  ]
}
