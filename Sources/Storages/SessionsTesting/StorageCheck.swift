public import Sessions
internal import Synchronization

/// A check of a storage of sessions. Each storage has to pass ``all`` of them.
///
/// With Swift Testing, for a storage that an app brings:
///
/// ```swift
/// @Test(arguments: StorageCheck.all)
/// func theStorageKeepsItsPromises(check: StorageCheck) async throws {
///   try await check.run { clock, limits in try TableStorage(UUID().uuidString, limits: limits) { clock.now } }
/// }
/// ```
public struct StorageCheck: Sendable, CustomStringConvertible {
  /// What the storage promises, such as "a saved session can be loaded".
  public let description: String
  private let body: @Sendable (any SessionStorage, StorageClock) async throws -> Void

  init(
    _ description: String,
    _ body: @escaping @Sendable (_ storage: any SessionStorage, _ clock: StorageClock) async throws -> Void
  ) {
    self.description = description
    self.body = body
  }

  /// All checks.
  public static let all = saving + together + expiry + removing + listing

  /// Runs the check on a new storage, and closes the storage.
  ///
  /// - Parameter open: Opens an empty storage that observes the limits. It must ask the clock for the time, because checks set
  ///   it.
  /// - Throws: ``StorageCheckFailure`` if the storage does not do what it has to, or a call fails. Errors of `open`.
  public func run(
    _ open: (_ clock: StorageClock, _ limits: StorageLimits) async throws -> any SessionStorage
  ) async throws {
    let clock = StorageClock()
    let storage = try await open(clock, StorageLimits())
    defer { storage.close() }
    do {
      try await body(storage, clock)
    } catch let failure as StorageCheckFailure {
      throw StorageCheckFailure(description: "Not so: \(description). \(failure.description)")
    } catch let error as StorageError {
      throw StorageCheckFailure(description: "Not so: \(description). A call failed: \(error)")
    }
  }
}

/// A clock that a check sets. It begins at 1000.
public final class StorageClock: Sendable {
  private let time = Atomic<Int64>(1000)

  package init() {}

  /// Seconds since 1970.
  public package(set) var now: Int64 {
    get { time.load(ordering: .sequentiallyConsistent) }
    set { time.store(newValue, ordering: .sequentiallyConsistent) }
  }
}

/// What a storage did instead of what it has to do.
public struct StorageCheckFailure: Error, CustomStringConvertible {
  public let description: String
}

/// - Throws: ``StorageCheckFailure`` if a value is not the expected one.
func expect<Value: Equatable>(
  _ what: String, _ value: Value, is expected: Value, file: StaticString = #fileID, line: UInt = #line
) throws {
  guard value != expected else { return }
  throw StorageCheckFailure(description: "\(what) is \(value) instead of \(expected) (\(file):\(line)).")
}

/// - Throws: ``StorageCheckFailure`` if a value is not there.
func require<Value>(
  _ what: String, _ value: Value?, file: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  guard let value else { throw StorageCheckFailure(description: "\(what) is missing (\(file):\(line)).") }
  return value
}

extension SessionKey {
  /// A new key.
  static func random() -> SessionKey { SessionKey(of: .random()) }
}

/// A record with a text as its content.
func record(
  _ text: String = "text", version: UInt64 = 1, expiry: Int64 = 2000, isUsed: Bool = false
) -> SessionRecord {
  SessionRecord(
    version: version, content: EncodedContent(bytes: Array(text.utf8)), created: 900, expiry: expiry, isUsed: isUsed)
}

extension SessionStorage {
  /// The text of a stored session; nil if there is none.
  func text(_ key: SessionKey) async throws -> String? {
    try await record(key).map { String(decoding: try $0.content.encoded(), as: UTF8.self) }
  }
}
