import Synchronization
import Testing

@testable import Sessions

/// A clock that tests set.
final class TestClock: Sendable {
  private let time = Atomic<Int64>(1000)

  var now: Int64 {
    get { time.load(ordering: .sequentiallyConsistent) }
    set { time.store(newValue, ordering: .sequentiallyConsistent) }
  }
}

/// A kind of storage, empty for each test.
struct StorageKind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable (TestClock) throws -> any SessionStorage

  static let all = [
    StorageKind(testDescription: "memory") { clock in MemoryStorage { clock.now } }
  ]
}

private struct Text: SessionContent {
  let text: String
  init(_ text: String) { self.text = text }
  func encoded() -> [UInt8] { Array(text.utf8) }
}

/// What every storage does, whichever it is.
@Suite struct SessionStorageTests {
  private let clock = TestClock()
  private let id = SessionID.random()

  private func record(_ text: String, version: UInt64, expiry: Int64 = 2000) -> SessionRecord {
    SessionRecord(version: version, content: Text(text), expiry: expiry)
  }

  private func text(_ record: SessionRecord?) throws -> String? {
    try record.map { String(decoding: try $0.content.encoded(), as: UTF8.self) }
  }

  // MARK: - Loading and saving

  @Test(arguments: StorageKind.all)
  func whatIsSavedCanBeLoaded(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    #expect(try storage.load(id) == nil)
    #expect(try storage.save(record("one", version: 1), for: id, replacing: 0))
    let loaded = try #require(try storage.load(id))
    #expect(loaded.version == 1)
    #expect(loaded.expiry == 2000)
    #expect(try text(loaded) == "one")
    #expect(try storage.load(.random()) == nil)
  }

  @Test(arguments: StorageKind.all)
  func aNewVersionReplacesTheOneThatWasRead(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    #expect(try storage.save(record("one", version: 1), for: id, replacing: 0))
    #expect(try storage.save(record("two", version: 2), for: id, replacing: 1))
    #expect(try text(storage.load(id)) == "two")
  }

  @Test(arguments: StorageKind.all)
  func aVersionThatIsNotThereIsNotReplaced(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    #expect(try storage.save(record("x", version: 2), for: id, replacing: 1) == false)
    #expect(try storage.load(id) == nil)
    #expect(try storage.save(record("one", version: 1), for: id, replacing: 0))
    #expect(try storage.save(record("other", version: 1), for: id, replacing: 0) == false)
    #expect(try storage.save(record("other", version: 3), for: id, replacing: 2) == false)
    #expect(try text(storage.load(id)) == "one")
  }

  @Test(arguments: StorageKind.all)
  func ofConcurrentSavesExactlyOneWins(kind: StorageKind) async throws {
    let storage = try kind.make(clock)
    for version in UInt64(0)..<20 {
      let winners = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
        for number in 0..<32 {
          let record = record("\(number)", version: version + 1)
          group.addTask { [id] in (number, try storage.save(record, for: id, replacing: version)) }
        }
        return try await group.reduce(into: [Int]()) { if $1.1 { $0.append($1.0) } }
      }
      #expect(winners.count == 1)
      #expect(try text(storage.load(id)) == winners.first.map(String.init))
    }
  }

  @Test(arguments: StorageKind.all)
  func sessionsDoNotMeet(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    let ids = (0..<500).map { _ in SessionID.random() }
    for (index, id) in ids.enumerated() {
      #expect(try storage.save(record("\(index)", version: 1), for: id, replacing: 0))
    }
    for (index, id) in ids.enumerated() { #expect(try text(storage.load(id)) == "\(index)") }
  }

  // MARK: - Time

  @Test(arguments: StorageKind.all)
  func aSessionWhoseTimeIsUpIsNotThere(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    _ = try storage.save(record("one", version: 1, expiry: 1500), for: id, replacing: 0)
    clock.now = 1499
    #expect(try storage.load(id) != nil)
    clock.now = 1500
    #expect(try storage.load(id) == nil)
  }

  @Test(arguments: StorageKind.all)
  func aSessionWhoseTimeIsUpDoesNotStandInTheWay(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    _ = try storage.save(record("old", version: 7, expiry: 1500), for: id, replacing: 0)
    clock.now = 1600
    #expect(try storage.save(record("new", version: 1), for: id, replacing: 0))
    #expect(try text(storage.load(id)) == "new")
  }

  @Test(arguments: StorageKind.all)
  func aSessionThatIsTouchedGetsMoreTime(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    _ = try storage.save(record("one", version: 1, expiry: 1500), for: id, replacing: 0)
    try storage.touch(id, expiry: 3000)
    clock.now = 2999
    #expect(try storage.load(id)?.expiry == 3000)
    #expect(try storage.load(id)?.version == 1, "touching is no change")
    clock.now = 3000
    #expect(try storage.load(id) == nil)
  }

  @Test(arguments: StorageKind.all)
  func touchingMakesNoSessionAndBringsNoneBack(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    try storage.touch(id, expiry: 3000)
    #expect(try storage.load(id) == nil)
    _ = try storage.save(record("one", version: 1, expiry: 1500), for: id, replacing: 0)
    clock.now = 1600
    try storage.touch(id, expiry: 3000)
    #expect(try storage.load(id) == nil)
  }

  @Test(arguments: StorageKind.all)
  func sessionsWhoseTimeIsUpAreRemovedAndCounted(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    let ids = (0..<100).map { _ in SessionID.random() }
    for (index, id) in ids.enumerated() {
      _ = try storage.save(record("x", version: 1, expiry: index < 40 ? 1100 : 1200), for: id, replacing: 0)
    }
    #expect(try storage.removeExpired() == 0)
    clock.now = 1100
    #expect(try storage.removeExpired() == 40)
    #expect(try storage.removeExpired() == 0)
    for (index, id) in ids.enumerated() { #expect(try (storage.load(id) == nil) == (index < 40)) }
  }

  // MARK: - Removing

  @Test(arguments: StorageKind.all)
  func aRemovedSessionIsGone(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    _ = try storage.save(record("one", version: 1), for: id, replacing: 0)
    try storage.remove(id)
    #expect(try storage.load(id) == nil)
    #expect(try storage.save(record("two", version: 2), for: id, replacing: 1) == false)
    #expect(try storage.save(record("new", version: 1), for: id, replacing: 0))
    try storage.remove(.random())
  }

  // MARK: - Subscribing

  @Test(arguments: StorageKind.all)
  func savesAndRemovalsAreTold(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    let heard = Mutex<[String]>([])
    let subscription = storage.subscribe { [id] changed, version in
      heard.withLock { $0.append("\(changed == id) \(version)") }
    }
    _ = try storage.save(record("one", version: 1), for: id, replacing: 0)
    _ = try storage.save(record("lost", version: 1), for: id, replacing: 0)
    try storage.touch(id, expiry: 3000)
    _ = try storage.save(record("two", version: 2), for: id, replacing: 1)
    try storage.remove(id)
    try storage.remove(id)
    withExtendedLifetime(subscription) {}
    #expect(heard.withLock { $0 } == ["true 1", "true 2", "true 2"])
  }

  @Test(arguments: StorageKind.all)
  func aSubscriptionEndsWhenItIsReleased(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    let heard = Mutex(0)
    var first: AnyObject? = storage.subscribe { _, _ in heard.withLock { $0 += 1 } }
    let second = storage.subscribe { _, _ in heard.withLock { $0 += 100 } }
    _ = try storage.save(record("one", version: 1), for: id, replacing: 0)
    withExtendedLifetime(first) {}
    first = nil
    _ = try storage.save(record("two", version: 2), for: id, replacing: 1)
    withExtendedLifetime(second) {}
    #expect(heard.withLock { $0 } == 201)
  }

  @Test(arguments: StorageKind.all)
  func anObserverMayUseTheStorage(kind: StorageKind) throws {
    let storage = try kind.make(clock)
    let loaded = Mutex<UInt64?>(nil)
    let subscription = storage.subscribe { id, _ in
      let version = try? storage.load(id)?.version
      loaded.withLock { $0 = version }
    }
    _ = try storage.save(record("one", version: 1), for: id, replacing: 0)
    withExtendedLifetime(subscription) {}
    #expect(loaded.withLock { $0 } == 1)
  }
}

@Suite struct StorageErrorTests {
  @Test func itSaysWhatItIsTold() {
    #expect(StorageError("The disk is full.").description == "The disk is full.")
    #expect(StorageError("a") != StorageError("b"))
  }
}
