internal import Basics
internal import Foundation
internal import Katana
internal import JSONEncoding
internal import Sessions
internal import TempuraUI

/// The parts that an app's sessions share.
struct SharedParts: @unchecked Sendable {
  // Safe because it is immutable; its functions are those of `SharedPart`.

  private let makeParts: (_ isStorageShared: Bool, PartSource) -> any SessionParts
  private let readValue: (PartID, PartContent.Bytes) throws(StateError) -> PartContent.Read
  /// The names of the parts, in the app's order.
  private let names: [String]
  /// Whether the app asks who shares a part.
  let hasPresence: Bool
  /// Checks the state with which the app begins.
  ///
  /// - Throws: ``SharedPartError``.
  let check: (any State) throws(SharedPartError) -> Void

  /// Nil if the app shares nothing.
  ///
  /// - Throws: ``SharedPartError``.
  init?(of app: any UIApplicationDelegate.Type) throws(SharedPartError) {
    guard let app = app as? any SharedState.Type else { return nil }
    guard let parts = try Self.parts(of: app) else { return nil }
    self = parts
  }

  private static func parts<App: SharedState>(of app: App.Type) throws(SharedPartError) -> SharedParts? {
    let parts = app.sharedParts
    if parts.isEmpty { return nil }
    guard parts.count <= SharedPartError.maxParts else { throw .tooManyParts(parts.count) }
    for (index, part) in parts.enumerated() {
      guard isName(part.name) else { throw .badName(part.name) }
      if parts[..<index].contains(where: { $0.name == part.name }) { throw .twoParts(name: part.name) }
      if let other = parts[..<index].first(where: { !$0.properties.isDisjoint(with: part.properties) }) {
        throw .twoOfProperty(name: other.name, other: part.name)
      }
    }
    let (completion, empty) = (StateCompletion(), App.StateWithParts())
    return SharedParts(
      names: parts.map(\.name), hasPresence: parts.contains { $0.presence != nil },
      makeParts: { TypedParts(parts, empty: empty, isStorageShared: $0, from: $1) },
      readValue: { id, bytes throws(StateError) in try parts[id.index].read(bytes, completion) },
      check: { state throws(SharedPartError) in
        guard let state = state as? App.StateWithParts else {
          throw .wrongState(expected: "\(App.StateWithParts.self)", actual: "\(type(of: state))")
        }
        for part in parts { _ = try part.checkedKey(state) }
      })
  }

  private init(
    names: [String], hasPresence: Bool, makeParts: @escaping (Bool, PartSource) -> any SessionParts,
    readValue: @escaping (PartID, PartContent.Bytes) throws(StateError) -> PartContent.Read,
    check: @escaping (any State) throws(SharedPartError) -> Void
  ) {
    self.names = names
    self.hasPresence = hasPresence
    self.makeParts = makeParts
    self.readValue = readValue
    self.check = check
  }

  private static func isName(_ name: String) -> Bool {
    (1...SharedPartError.maxNameBytes).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The parts of a session.
  ///
  /// - Parameters:
  ///   - isStorageShared: Whether other servers may have changed a part that this server knows.
  func session(isStorageShared: Bool, from source: PartSource) -> any SessionParts {
    makeParts(isStorageShared, source)
  }

  /// The part with a name, of the sessions with a key; nil if the app has no such part.
  func id(_ name: String, of key: String) -> PartID? {
    names.firstIndex(of: name).map { PartID($0, name, of: key) }
  }

  /// The value in a loaded record.
  ///
  /// - Parameter didComplete: Called if an older build stored it without some keys.
  /// - Throws: If it cannot be read.
  func value(of id: PartID, in record: SessionRecord, didComplete: (CompletionReport) -> Void) throws(StateError)
    -> (value: any Codable, unknownMembers: UnknownMembers)
  {
    if let content = record.content as? PartContent { return (content.value, content.unknownMembers) }
    guard PartContent.isPart(record), let content = record.content as? EncodedContent else {
      throw .unreadable(version: nil, "it is no shared part")
    }
    let (value, unknownMembers, report) = try readValue(id, PartContent.Bytes(bytes: content.bytes))
    if let report { didComplete(report) }
    return (value, unknownMembers)
  }
}

/// Where a session learns of parts.
struct PartSource {
  /// Called when the session begins to share a part. Returns what is known of it.
  ///
  /// - name: What the app says of the user; nil if it does not ask who shares the part.
  let watch: (_ id: PartID, _ name: String?) -> StoredPart
  /// Who shares a part besides the session; nil if the version is the present one.
  let presence: (PartID, _ after: UInt64?) -> VersionedPresence?
}

/// Who shares a part, and a number for that.
struct VersionedPresence {
  let version: UInt64
  let value: Presence
}

/// What a server knows of a stored part.
struct StoredPart: @unchecked Sendable {
  // Safe because a part of a state is a value.

  /// Its version; 0 if nothing is stored.
  var version: UInt64
  /// Its value; nil if nothing is stored, or an operator has deleted it.
  var value: (any Codable)?
  /// When it was stored first, in seconds since 1970.
  var created: Int64 = 0
  /// When it expires, in the same seconds. Other servers may have given it more time.
  var expiry: Int64 = 0
  /// Whether the storage was asked, and no change is known that could not be loaded.
  var isKnown = true
  var unknownMembers = UnknownMembers.none

  static let unknown = StoredPart(version: 0, value: nil, isKnown: false)
  static let none = StoredPart(version: 0, value: nil)
}

extension SharedPart {
  /// The properties that it has and fills.
  var properties: Set<AnyKeyPath> { presence.map { [path, $0.path] } ?? [path] }

  /// The key of the sessions that share the part; nil if the state shares none.
  func checkedKey(_ state: S) throws(SharedPartError) -> String? {
    guard var key = key(state) else { return nil }
    // Equal texts, one key: `==` of texts ignores how an accent is written.
    if key.utf8.contains(where: { $0 > 127 }) { key = key.precomposedStringWithCanonicalMapping }
    if key.isEmpty { throw .emptyKey(part: name) }
    guard key.utf8.count <= SharedPartError.maxKeyBytes else { throw .longKey(part: name, bytes: key.utf8.count) }
    return key
  }
}
