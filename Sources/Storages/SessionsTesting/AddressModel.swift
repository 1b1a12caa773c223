internal import Sessions

/// The rule of `StorageLimits.sessionsPerAddress` in a few lines. Keeps expired sessions, and no sessions that were set aside.
struct AddressModel {
  let limit: Int
  private var sessions: [SessionKey: SessionRecord] = [:]

  init(limit: Int) { self.limit = limit }

  private mutating func insert(_ record: SessionRecord, for key: SessionKey, now: Int64) -> SavedSession {
    let counted = live(now).filter { $0.value.address == record.address }
    if counted.count >= limit {
      let unused = counted.filter { !$0.value.isUsed }
      guard let first = unused.min(by: { $0.value.expiry < $1.value.expiry }) else { return .tooManyOfAddress }
      sessions[first.key] = nil
    }
    sessions[key] = record
    return .saved
  }

  private func live(_ now: Int64) -> [SessionKey: SessionRecord] { sessions.filter { $0.value.expiry > now } }

  /// Calls the storage at random, and compares it with the model.
  mutating func runStep(
    _ step: Int, on storage: any SessionStorage, _ clock: StorageClock, _ numbers: inout StepNumbers
  ) async throws {
    // The last digits differ, so that no two sessions expire at the same time.
    let expiry = clock.now + .random(in: 1...100, using: &numbers) * 1000 + Int64(step)
    let current = live(clock.now)
    let keys = current.keys.sorted { current[$0]!.expiry < current[$1]!.expiry }
    switch (Int.random(in: 0..<12, using: &numbers), keys.randomElement(using: &numbers)) {
    case (0, _): clock.now += 10_000
    case (1, let key?):
      try await storage.remove(key)
      sessions[key] = nil
    case (2, let key?):
      try await storage.setAside(key)
      sessions[key] = nil
    case (3, let key?):
      let newKey = SessionKey.random()
      let version = current[key]!.version
      let left = record(version: version + 1, expiry: expiry, isUsed: true)
      let result = try await storage.rename(key, to: newKey, replacing: version, leaving: left)
      try expect("step \(step), the renaming", result, is: .saved)
      sessions[newKey] = sessions.updateValue(left, forKey: key)
    case (4, let key?):
      sessions[key]!.expiry = max(current[key]!.expiry, expiry)
      try await storage.touch(key, expiry: sessions[key]!.expiry)
    case (5...6, let key?):
      sessions[key]!.version += 1
      sessions[key]!.expiry = max(current[key]!.expiry, expiry)
      sessions[key]!.isUsed = true
      let result = try await storage.save(sessions[key]!, for: key, replacing: current[key]!.version)
      try expect("step \(step), the next version", result, is: .saved)
    case (7, _): try await storage.removeExpired()
    default:
      let (key, address) = (SessionKey.random(), UInt64.random(in: 7...8, using: &numbers))
      let record = record(expiry: expiry, isUsed: .random(using: &numbers), address: address)
      let result = try await storage.save(record, for: key, replacing: 0)
      try expect("step \(step), a new session", result, is: insert(record, for: key, now: clock.now))
    }
    let listed = try await storage.list().filter { $0.record.expiry > clock.now && !$0.record.isSetAside }
    try expect("step \(step), what is left", listed.map(\.key), is: live(clock.now).keys.sorted())
  }
}

/// The same random numbers in each run (SplitMix64, https://prng.di.unimi.it/splitmix64.c).
struct StepNumbers: RandomNumberGenerator {
  private var state: UInt64 = 3

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }
}
