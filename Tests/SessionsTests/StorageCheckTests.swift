import Basics
import SessionsTesting
import Testing

@testable import Sessions

/// A storage that an app might bring: one in memory, perhaps with a mistake.
private final class WrongStorage: SessionStorage {
  enum Mistake: CaseIterable {
    case forgetsContent, ignoresVersions, neverExpires, ignoresTouch, keepsRemoved, removesAnyVersion, losesUse
    case listsNothing, listsInAnyOrder, setsNothingAside, loadsAgain
    case storesOnlyTheFirst, ignoresVersionsOfOthers, storesOneByOne
  }

  private let base: MemoryStorage
  private let mistake: Mistake?

  init(_ mistake: Mistake?, _ clock: StorageClock) {
    base = MemoryStorage { mistake == .neverExpires ? 0 : clock.now }
    self.mistake = mistake
  }

  var isShared: Bool { false }
  var isInTouch: Bool { true }

  func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    base.load(key, unless: mistake == .loadsAgain ? 0 : version)
  }

  func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    var saves = saves
    switch mistake {
    case .forgetsContent: saves[0].record.content = EncodedContent(bytes: [])
    case .losesUse: saves[0].record.isUsed = false
    case .ignoresVersions:
      _ = base.remove(saves[0].key, version: nil)
      saves[0].version = 0
    case .setsNothingAside: saves[0].record.isQuarantined = false
    case .storesOnlyTheFirst: return base.save([saves[0]])
    case .ignoresVersionsOfOthers:
      for index in saves.indices.dropFirst() { saves[index].version = base.record(for: saves[index].key)?.version ?? 0 }
    case .storesOneByOne:
      for save in saves {
        let result = base.save([save])
        if result != .saved { return result }
      }
      return .saved
    default: break
    }
    return base.save(saves)
  }

  func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    if mistake != .ignoresTouch { base.touch(key, expiry: expiry) }
  }

  func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    switch mistake {
    case .keepsRemoved: true
    case .removesAnyVersion: base.remove(key, version: nil)
    default: base.remove(key, version: version)
    }
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
        try await check.run { clock, _ in WrongStorage(mistake, clock) }
      } catch {
        failures.append("\(error)")
      }
    }
    #expect(failures.contains { $0.hasPrefix("Not so: ") })
  }

  @Test(arguments: StorageCheck.all)
  func aStorageWithoutMistakesPasses(check: StorageCheck) async throws {
    try await check.run { clock, _ in WrongStorage(nil, clock) }
  }

  @Test func aFailureSaysWhatWasPromisedAndWhatWasSeen() async throws {
    let check = try #require(StorageCheck.all.first)
    let failure = await #expect(throws: StorageCheckFailure.self) {
      try await check.run { clock, _ in WrongStorage(.forgetsContent, clock) }
    }
    #expect(
      failure?.description.hasPrefix("Not so: a saved session can be loaded. the content is Optional(\"\") instead of")
        == true)
  }
}
