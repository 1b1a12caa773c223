public import Foundation
public import Katana

/// An app delegate that migrates states which older builds of the app have stored.
///
/// A state is stored as the JSON of its `Encodable` conformance, with the build's `stateVersion`. A change needs a new version
/// only if the new build cannot decode old states. New optional properties need none.
public protocol StateMigrations {
  /// The version of the state's format. Increase it in each build whose `Decodable` conformance cannot decode older states.
  /// The first version is 1, also of apps without migrations.
  static var stateVersion: Int { get }

  /// Converts a state that an older build stored.
  ///
  /// If it throws, the old state is set aside, where `sessions list` shows it, and the user gets a new state.
  ///
  /// - Parameters:
  ///   - json: The stored state.
  ///   - version: The `stateVersion` of the older build. It is less than the current one.
  static func migrate(_ json: Data, fromVersion version: Int) throws -> any State
}
