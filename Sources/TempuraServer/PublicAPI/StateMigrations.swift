public import Foundation
public import Katana
internal import SessionKernel

/// An app delegate that migrates states which older builds of the app have stored.
///
/// A state is stored as the JSON of its `Encodable` conformance, with the build's `stateVersion`. New properties need no new
/// version: the server fills the keys that stored states lack (see ``StoredDefaults``). A property with another name or another
/// type needs one.
///
///     extension AppDelegate: StateMigrations {
///       static var stateVersion: Int { 2 }
///
///       static func migrate(_ json: Data, fromVersion version: Int) throws -> any State {
///         AppState(try JSONDecoder().decode(FirstAppState.self, from: json))
///       }
///     }
public protocol StateMigrations {
  /// The version of the state's format. Increase it in each build that renames properties of the state, or changes their types.
  /// The first version is 1, also of apps without migrations.
  static var stateVersion: Int { get }

  /// Converts a state that an older build stored.
  ///
  /// If it throws, the old state is quarantined, where `sessions list` shows it, and the user gets a new state.
  ///
  /// - Parameters:
  ///   - json: The stored state.
  ///   - version: The `stateVersion` of the older build. It is less than the current one.
  static func migrate(_ json: Data, fromVersion version: Int) throws -> any State
}

extension StateMigrations {
  /// The app's migrations, as the session kernel uses them.
  static var migration: StateMigration {
    StateMigration(version: stateVersion) { try migrate($0, fromVersion: $1) }
  }
}
