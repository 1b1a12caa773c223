internal import Basics
package import DefaultDecoding
internal import Foundation
package import Katana
package import Sessions

/// How an app reads states that its older builds have stored.
package struct StateMigration {
  /// The version of the state's format.
  let version: Int
  /// Converts the JSON of a state of an older version.
  let migrate: (_ json: Data, _ version: Int) throws -> any State

  package init(version: Int, migrate: @escaping (_ json: Data, _ version: Int) throws -> any State) {
    (self.version, self.migrate) = (version, migrate)
  }
}

/// Reads the states that are stored. What an older build stored is migrated, or its missing keys are filled as in a new state.
package final class StateReader: @unchecked Sendable {
  // Safe because all is immutable or locked, and the metatypes have no isolated conformances.

  /// The type of the app's state; nil if it has no store.
  package let type: (any State.Type)?
  private let migrations: StateMigration?
  private let completion = DefaultDecoding()
  private let reported = Locked(DefaultDecodingReport())
  private let log: any SessionLog

  /// - Parameter migrations: How the app migrates states; nil if it does not.
  package init(_ type: (any State.Type)?, _ migrations: StateMigration?, _ log: any SessionLog) {
    self.type = type
    self.migrations = migrations
    self.log = log
  }

  /// The version of the format of the app's state.
  package var stateVersion: Int { migrations?.version ?? 1 }

  /// Decodes the content of a stored session. If an older build stored it, migrates it, or fills the keys that it lacks.
  package func content(of record: SessionRecord) throws(StateError) -> StateContent {
    try content(of: record, didComplete: report)
  }

  /// - Parameter didComplete: Called if the state was completed.
  package func content(
    of record: SessionRecord, didComplete: (DefaultDecodingReport) -> Void
  ) throws(StateError) -> StateContent {
    if let content = record.content as? StateContent { return content }
    guard let content = record.content as? EncodedContent else {
      throw .unreadable(version: nil, "it is no session")
    }
    return try StateContent(
      content.bytes, as: type ?? NoState.self, migrations: migrations, completion: completion, didComplete: didComplete)
  }

  /// Decodes a local state. If an older build stored it, fills the keys that it lacks as in a new one.
  package func localState<Value: Codable>(_ json: String, asIn new: Value) throws -> Value {
    let completed = try completion.decode(Array(json.utf8), asIn: new)
    if let report = completed.report { self.report(report) }
    return completed.value
  }

  /// Reports in the log which keys were filled: each key once.
  package func report(_ completion: DefaultDecodingReport) {
    let news = reported.withLock { reported in
      var news = completion
      news.subtract(reported)
      reported.formUnion(completion)
      return news
    }
    guard !news.isEmpty else { return }
    log.report(news.sentences.joined(separator: " "), news.unread.isEmpty ? .info : .warning)
  }
}
