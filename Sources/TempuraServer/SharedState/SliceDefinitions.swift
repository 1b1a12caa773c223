internal import Basics
internal import DefaultDecoding
internal import Foundation
internal import Katana
internal import JSONEncoding
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// The slices that an app's sessions share.
struct SliceDefinitions: @unchecked Sendable {
  // Safe because it is immutable; its functions are those of `SharedPart`.

  /// The slices of a session.
  let slices: (_ session: Session, _ content: StateContent?, _ runtime: SharingRuntime) -> any SharedSlices
  /// The slices that a state shares, and what the app says of their user: nil if it does not ask who shares a slice.
  let used: (_ state: any State) -> [(id: SliceID, name: String?)]
  private let readValue: (SliceID, SliceContent.ValueReader) throws -> any Codable
  private let completion: DefaultDecoding
  /// The names of the slices, in the app's order.
  private let names: [String]
  /// Whether the app asks who shares a slice.
  let hasPresence: Bool

  /// Nil if the app shares nothing.
  ///
  /// - Parameter state: The state with which the app begins; nil if it has none.
  /// - Throws: ``SharedPartError``.
  init?(of app: any UIApplicationDelegate.Type, _ state: (any State)?) throws(SharedPartError) {
    guard let app = app as? any SharedState.Type else { return nil }
    guard let definitions = try Self.definitions(of: app, state) else { return nil }
    self = definitions
  }

  private init<S: State>(_ parts: [SharedPart<S>], empty: S) {
    slices = { SessionSlices(parts, empty: empty, of: $0, $1, in: $2) }
    used = { state in
      guard let state = state as? S else { return [] }
      return parts.enumerated().compactMap { index, part in
        (try? part.checkedKey(state)).map { (SliceID(index, part.name, of: $0), part.presence?.name(state)) }
      }
    }
    completion = DefaultDecoding()
    readValue = { try parts[$0.index].read($1) }
    names = parts.map(\.name)
    hasPresence = parts.contains { $0.presence != nil }
  }

  private static func definitions<App: SharedState>(
    of app: App.Type, _ state: (any State)?
  ) throws(SharedPartError) -> SliceDefinitions? {
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
    if let state {
      guard let state = state as? App.StateWithParts else {
        throw .wrongState(expected: "\(App.StateWithParts.self)", actual: "\(type(of: state))")
      }
      for part in parts { _ = try part.checkedKey(state) }
    }
    return SliceDefinitions(parts, empty: App.StateWithParts())
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

  /// The part with a name, of the sessions with a key; nil if the app has no such part.
  func id(_ name: String, of key: String) -> SliceID? {
    names.firstIndex(of: name).map { SliceID($0, name, of: key) }
  }

  /// The value in a loaded record.
  ///
  /// - Parameter didComplete: Called if an older build stored it without some keys.
  /// - Throws: If it cannot be read.
  func value(of id: SliceID, in record: SessionRecord, didComplete: (DefaultDecodingReport) -> Void) throws(StateError)
    -> (value: any Codable, unknownMembers: UnknownMembers)
  {
    if let content = record.content as? SliceContent { return (content.value, content.unknownMembers) }
    guard SliceContent.isPart(record), let content = record.content as? EncodedContent else {
      throw .unreadable(version: nil, "it is no shared part")
    }
    let reader = SliceContent.ValueReader(content.bytes, completion)
    do {
      let value = try readValue(id, reader)
      if let report = reader.report { didComplete(report) }
      return (value, reader.unknownMembers)
    } catch { throw error as? StateError ?? .unreadable(version: nil, StateError.reason(error)) }
  }
}

/// Who shares a part, and a number for that.
struct VersionedPresence {
  let version: UInt64
  let value: Presence
}

/// What a server knows of a stored part.
struct StoredSlice: @unchecked Sendable {
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

  static let unknown = StoredSlice(version: 0, value: nil, isKnown: false)
  static let none = StoredSlice(version: 0, value: nil)
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
