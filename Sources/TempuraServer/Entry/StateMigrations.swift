public import Foundation
public import Katana

/// An app delegate that knows how the states which older builds have stored become today's.
///
/// A state is stored as JSON, as its `Encodable` conformance writes it, with the version that the build had. What can be read
/// as it is needs no new version: properties that are new and optional, say.
public protocol StateMigrations {
  /// The version of the state's shape: one more with every build whose `Decodable` conformance cannot read what was there
  /// before. 1 to begin with, which is also that of apps without migrations.
  static var stateVersion: Int { get }

  /// Makes a state of one that an older build wrote.
  ///
  /// What is thrown keeps the old state aside, where `sessions list` shows it, and has the user begin anew.
  ///
  /// - Parameters:
  ///   - json: What the older build wrote.
  ///   - version: Its `stateVersion`, which is less than today's.
  static func migrate(_ json: Data, fromVersion version: Int) throws -> any State
}
