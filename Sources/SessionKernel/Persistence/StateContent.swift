package import AppData
internal import DefaultDecoding
internal import Foundation
internal import JSONEncoding
package import Katana
internal import Sessions

/// The stored content of a session: its state, and all else that its next page depends on.
package struct StateContent: SessionContent, @unchecked Sendable {
  // Safe because a state is a value; Katana reads states from any thread, too.
  package var state: any State
  /// The version of the state's shape, by the app's count.
  var stateVersion: Int
  /// The local states and unused input of recent scenes.
  package var scenes: [RememberedScenes.Entry]
  /// The answers to recent forms.
  var answers: IdempotencyKeys
  /// The tag of the language that the user chose; nil if none.
  package var language: String?
  /// The identifier of the time zone that the browser told; nil if it did not.
  package var timeZone: String?
  /// The versions of the last saves before this one, the latest one last. A server whose save had no reply finds out from
  /// them whether it was stored.
  var earlierVersions: [UInt64] = []
  /// The keys of the shared slices that are stored, by the names of the slices: see ``SharedSlices/stored``.
  package var slices: [String: String] = [:]
  /// What the app keeps outside of its state, by domains.
  package var kept: [String: KeptValues.Domain] = [:]
  /// A random number of the session: see ``SessionMark``. 0 if it has none.
  var number: UInt64 = 0
  var unknownMembers = UnknownMembers.none
  /// What the session was stored as; nil if it is not kept.
  var earlier: EarlierJSON?
}

extension StateContent {
  /// What a session shows, without what only a server needs to know.
  package init(
    state: any State, stateVersion: Int, scenes: [RememberedScenes.Entry], language: String?, timeZone: String?,
    kept: [String: KeptValues.Domain]
  ) {
    self.init(
      state: state, stateVersion: stateVersion, scenes: scenes, answers: IdempotencyKeys(), language: language,
      timeZone: timeZone, kept: kept)
  }

  /// One JSON value, `{"v": …, "state": …, "scenes": […], "taps": "…", "language": …, "timeZone": …, "earlier": […],
  /// "parts": {…}, "kept": {…}, "number": …}`, and what another release has added.
  package func encoded() throws -> [UInt8] { try encoded(like: nil) }

  package func encodedToStore() throws -> [UInt8] { try encoded(like: earlier) }

  private func encoded(like earlier: EarlierJSON?) throws -> [UInt8] {
    guard let state = state as? any Encodable else { throw StateIsNotEncodable(type: "\(type(of: state))") }
    return unknownMembers.added(to: try encoded(state, like: earlier))
  }

  private func encoded<S: Encodable>(_ state: S, like earlier: EarlierJSON?) throws -> [UInt8] {
    let members = Members(
      v: stateVersion, state: state, scenes: scenes.isEmpty ? nil : scenes,
      taps: answers.storedCount == 0 ? nil : answers, language: language, timeZone: timeZone,
      earlier: earlierVersions.isEmpty ? nil : earlierVersions, parts: slices.isEmpty ? nil : slices,
      kept: kept.isEmpty ? nil : kept, number: number == 0 ? nil : number)
    return try earlier.map { try DirectJSON.encode(members, like: $0) } ?? DirectJSON.encode(members)
  }

  /// Reads content that another process, or another build of the app, has written.
  ///
  /// - Parameters:
  ///   - type: The app's type of state.
  ///   - migrations: Those that the app has.
  ///   - completion: Completes a state that lacks keys of this build.
  ///   - didComplete: Called if the state was completed.
  /// - Throws: ``StateError``.
  init(
    _ bytes: [UInt8], as type: any State.Type, migrations: StateMigration?, completion: DefaultDecoding,
    didComplete: (DefaultDecodingReport) -> Void
  ) throws(StateError) {
    guard let type = type as? any (State & Decodable).Type else {
      throw .unreadable(version: nil, "\(type) is not Decodable")
    }
    self = try Self.read(type, from: bytes, migrations, completion, didComplete)
  }

  private static func read<S: State & Decodable>(
    _ type: S.Type, from bytes: [UInt8], _ migrations: StateMigration?, _ completion: DefaultDecoding,
    _ didComplete: (DefaultDecodingReport) -> Void
  ) throws(StateError) -> StateContent {
    let migrate = migrations.map { migrations in
      { (json: Data, version: Int) throws -> S in
        let migrated = try migrations.migrate(json, version)
        guard let state = migrated as? S else {
          throw StateError.wrongType(expected: "\(S.self)", actual: "\(Swift.type(of: migrated))")
        }
        return state
      }
    }
    let current = migrations?.version ?? 1
    let (content, report) = try StoredValue<S>.read(bytes) { decoder, version in
      let stored = try StoredValue<S>(
        .state, in: decoder, of: bytes, &version, version: current, migrate: migrate, asIn: S(), completion)
      var content = try Members<Skipped>(from: decoder).content(of: stored.value, current)
      if stored.isMigrated { content.scenes = [] }  // Local states are of the old shape, too.
      content.unknownMembers = try UnknownMembers(decoder, of: bytes) {
        Members<Skipped>.CodingKeys(stringValue: $0) != nil
      }
      return (content, stored.report)
    }
    if let report { didComplete(report) }
    return content
  }
}

private struct Members<S> {
  let v: Int
  let state: S
  let scenes: [RememberedScenes.Entry]?
  let taps: IdempotencyKeys?
  let language: String?
  let timeZone: String?
  let earlier: [UInt64]?
  let parts: [String: String]?
  let kept: [String: KeptValues.Domain]?
  let number: UInt64?

  enum CodingKeys: CodingKey { case v, state, scenes, taps, language, timeZone, earlier, parts, kept, number }

  func content(of state: any State, _ version: Int) -> StateContent {
    StateContent(
      state: state, stateVersion: version, scenes: scenes ?? [], answers: taps ?? IdempotencyKeys(),
      language: language, timeZone: timeZone, earlierVersions: earlier ?? [], slices: parts ?? [:],
      kept: kept ?? [:], number: number ?? 0)
  }
}

extension Members: Encodable where S: Encodable {}
extension Members: Decodable where S: Decodable {}

/// A value that is not read.
private struct Skipped: Decodable {
  init(from decoder: any Decoder) {}
}

/// A state is not `Encodable`.
struct StateIsNotEncodable: Error, CustomStringConvertible {
  let type: String

  var description: String { "\(type) is not Codable, so that it cannot leave the memory of this process." }
}

/// Why a stored state cannot be used.
package enum StateError: Error, CustomStringConvertible {
  /// It has another shape than the app's state, or is damaged.
  case unreadable(version: Int?, String)
  /// A newer build of the app wrote it.
  case tooNew(version: Int, current: Int)
  case wrongType(expected: String, actual: String)

  package var description: String {
    switch self {
    case .unreadable(let version, let reason):
      "A state of version \(version.map(String.init) ?? "unknown") cannot be read: \(reason). An app whose state has another "
        + "shape than before reads the old one in StateMigrations.migrate(_:fromVersion:)."
    case .tooNew(let version, let current):
      "A newer build of the app wrote this state, of version \(version); this one knows versions up to \(current)."
    case .wrongType(let expected, let actual):
      "StateMigrations.migrate(_:fromVersion:) made a \(actual), where the app's state is a \(expected)."
    }
  }
}

extension StateError {
  /// The description of the problem with a shared part.
  package var ofSlice: String {
    switch self {
    case .unreadable(let version, let reason):
      "A value of version \(version.map(String.init) ?? "unknown") cannot be read: \(reason). Convert the old "
        + "shape in the function migrate of SharedPart.part."
    case .tooNew(let version, let current):
      "A newer build of the app wrote it, with version \(version); this one knows versions up to \(current)."
    case .wrongType: description
    }
  }

  /// Returns the reason, to end a sentence with. It names no indices of arrays, so that sessions with the same problem have the
  /// same reason.
  package static func reason(_ error: any Error) -> String {
    let context: DecodingError.Context
    switch error as? DecodingError {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    default: return sentenceEnd("\(error)")
    }
    let path = context.codingPath.map { $0.intValue == nil ? $0.stringValue : "[]" }.joined(separator: ".")
    let texts = [path, context.debugDescription, context.underlyingError.map { "\($0)" } ?? ""].filter { !$0.isEmpty }
    return sentenceEnd(texts.joined(separator: ": "))
  }

  private static func sentenceEnd(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }
}
