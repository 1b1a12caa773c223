import Basics
import SessionsTesting
import Testing

@testable import Sessions

/// A storage that an app might bring: one in memory, perhaps with a mistake.
private final class WrongStorage: SessionStorage {
  enum Mistake: CaseIterable {
    case forgetsContent, ignoresVersions, neverExpires, ignoresTouch, keepsRemoved, removesAnyVersion, renamesToCopies,
      renamesAnyVersion,
      leavesNothing, losesUse
    case listsNothing, listsInAnyOrder, setsNothingAside, ignoresAddresses, refusesInsteadOfReplacing, loadsAgain
    case storesOnlyTheFirst, ignoresVersionsOfOthers, storesOneByOne
  }

  private let base: MemoryStorage
  private let mistake: Mistake?

  init(_ mistake: Mistake?, _ limits: StorageLimits, _ clock: StorageClock) {
    var limits = limits
    if mistake == .ignoresAddresses { limits.sessionsPerAddress = 0 }
    base = MemoryStorage(limits: limits) { mistake == .neverExpires ? 0 : clock.now }
    self.mistake = mistake
  }

  var isShared: Bool { false }
  var isInTouch: Bool { true }

  func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Answer<LoadedSession>) {
    base.load(key, unless: mistake == .loadsAgain ? 0 : version, answer)
  }

  func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Answer<SavedSession>
  ) {
    var record = record
    if mistake == .forgetsContent { record.content = EncodedContent(bytes: []) }
    if mistake == .losesUse { record.isUsed = false }
    if mistake == .ignoresVersions { base.remove(key, version: nil) { _ in } }
    if mistake == .refusesInsteadOfReplacing, !record.isUsed, version == 0 { record.isUsed = true }
    base.save(record, for: key, replacing: mistake == .ignoresVersions ? 0 : version, answer)
  }

  func save(_ saves: [RecordSave], _ answer: @escaping Answer<SavedSession>) {
    switch mistake {
    case .storesOnlyTheFirst: base.save([saves[0]], answer)
    case .ignoresVersionsOfOthers:
      base.save(
        saves.enumerated().map { index, save in
          let version = index == 0 ? save.version : base.record(for: save.key)?.version ?? 0
          return RecordSave(save.record, for: save.key, replacing: version)
        }, answer)
    case .storesOneByOne:
      let result = Locked(SavedSession.saved)
      for save in saves where result.withLock({ $0 == .saved }) {
        base.save([save]) { saved in result.withLock { $0 = (try? saved.get()) ?? .outdated } }
      }
      answer(.success(result.withLock { $0 }))
    default: base.save(saves, answer)
    }
  }

  func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>) {
    if mistake == .ignoresTouch { answer(.success(())) } else { base.touch(key, expiry: expiry, answer) }
  }

  func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving left: SessionRecord,
    _ answer: @escaping Answer<SavedSession>
  ) {
    guard let record = base.record(for: key) else { return answer(.success(.outdated)) }
    switch mistake {
    case .renamesToCopies: base.save(record, for: newKey, replacing: 0, answer)
    case .renamesAnyVersion: base.rename(key, to: newKey, replacing: record.version, leaving: left, answer)
    default:
      base.rename(key, to: newKey, replacing: version, leaving: left) { [base, mistake] result in
        if mistake == .leavesNothing { base.remove(key, version: nil) { _ in } }
        answer(result)
      }
    }
  }

  func remove(_ key: SessionKey, version: UInt64?, _ answer: @escaping Answer<Bool>) {
    switch mistake {
    case .keepsRemoved: answer(.success(true))
    case .removesAnyVersion: base.remove(key, version: nil, answer)
    default: base.remove(key, version: version, answer)
    }
  }

  func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>) {
    if mistake == .setsNothingAside { answer(.success(())) } else { base.setAside(key, answer) }
  }

  func removeExpired(_ answer: @escaping Answer<Int>) { base.removeExpired(answer) }

  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { base.subscribe(observer) }

  func list(after key: SessionKey?, limit: Int, _ answer: @escaping Answer<[StoredSession]>) {
    switch mistake {
    case .listsNothing: answer(.success([]))
    case .listsInAnyOrder: base.list(after: key, limit: limit) { answer($0.map { $0.reversed() }) }
    default: base.list(after: key, limit: limit, answer)
    }
  }

  func close() { base.close() }
}

@Suite struct StorageCheckTests {
  @Test(arguments: WrongStorage.Mistake.allCases)
  fileprivate func eachMistakeFailsACheck(mistake: WrongStorage.Mistake) async {
    var failures: [String] = []
    for check in StorageCheck.all {
      do {
        try await check.run { clock, limits in WrongStorage(mistake, limits, clock) }
      } catch {
        failures.append("\(error)")
      }
    }
    #expect(failures.contains { $0.hasPrefix("Not so: ") })
  }

  @Test(arguments: StorageCheck.all)
  func aStorageWithoutMistakesPasses(check: StorageCheck) async throws {
    try await check.run { clock, limits in WrongStorage(nil, limits, clock) }
  }

  @Test func aFailureSaysWhatWasPromisedAndWhatWasSeen() async throws {
    let check = try #require(StorageCheck.all.first)
    let failure = await #expect(throws: StorageCheckFailure.self) {
      try await check.run { clock, limits in WrongStorage(.forgetsContent, limits, clock) }
    }
    #expect(
      failure?.description.hasPrefix("Not so: a saved session can be loaded. the content is Optional(\"\") instead of")
        == true)
  }
}
