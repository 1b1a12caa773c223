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

  func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    base.load(key, unless: mistake == .loadsAgain ? 0 : version)
  }

  func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64
  ) async throws(StorageError) -> SavedSession {
    var record = record
    if mistake == .forgetsContent { record.content = EncodedContent(bytes: []) }
    if mistake == .losesUse { record.isUsed = false }
    if mistake == .ignoresVersions { _ = base.remove(key, version: nil) }
    if mistake == .refusesInsteadOfReplacing, !record.isUsed, version == 0 { record.isUsed = true }
    return base.save(record, for: key, replacing: mistake == .ignoresVersions ? 0 : version)
  }

  func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    switch mistake {
    case .storesOnlyTheFirst: return await base.save([saves[0]])
    case .ignoresVersionsOfOthers:
      return await base.save(
        saves.enumerated().map { index, save in
          let version = index == 0 ? save.version : base.record(for: save.key)?.version ?? 0
          return RecordSave(save.record, for: save.key, replacing: version)
        })
    case .storesOneByOne:
      for save in saves {
        let result = await base.save([save])
        if result != .saved { return result }
      }
      return .saved
    default: return await base.save(saves)
    }
  }

  func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    if mistake != .ignoresTouch { base.touch(key, expiry: expiry) }
  }

  func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving left: SessionRecord
  ) async throws(StorageError) -> SavedSession {
    guard let record = base.record(for: key) else { return .outdated }
    switch mistake {
    case .renamesToCopies: return base.save(record, for: newKey, replacing: 0)
    case .renamesAnyVersion: return base.rename(key, to: newKey, replacing: record.version, leaving: left)
    default:
      let result = base.rename(key, to: newKey, replacing: version, leaving: left)
      if mistake == .leavesNothing { _ = base.remove(key, version: nil) }
      return result
    }
  }

  func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    switch mistake {
    case .keepsRemoved: true
    case .removesAnyVersion: base.remove(key, version: nil)
    default: base.remove(key, version: version)
    }
  }

  func setAside(_ key: SessionKey) async throws(StorageError) {
    if mistake != .setsNothingAside { base.setAside(key) }
  }

  func removeExpired() async throws(StorageError) -> Int { base.removeExpired() }

  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { base.subscribe(observer) }

  func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession] {
    switch mistake {
    case .listsNothing: []
    case .listsInAnyOrder: base.list(after: key, limit: limit).reversed()
    default: base.list(after: key, limit: limit)
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
