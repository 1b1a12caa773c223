/// The versions of a session's saves.
///
/// A version is greater than the one that it replaces by a random step. So two saves that replace the same version have
/// different ones, and a server can tell its own save from that of another server: after a failover in which the database
/// lost a save that it had acknowledged, and after a save without a reply. Each content has the versions of the last saves
/// before it.
enum Versions {
  // Steps of up to a million leave room for some ten thousand million saves.
  private static let stepBits: UInt64 = 20

  /// The version of the next save.
  ///
  /// - Parameters:
  ///   - version: The version that it replaces; 0 for none.
  ///   - number: A random number.
  static func next(after version: UInt64, _ number: UInt64) -> UInt64 {
    guard version > 0 else { return 1 }  // nobody else has the id of a new session
    return version + 1 + number >> (64 - stepBits)
  }

  private static let maxEarlier = 8

  /// The versions that a save names: those that the record before it names, and the version of that record.
  static func earlier(_ before: [UInt64], _ version: UInt64) -> [UInt64] {
    before.suffix(maxEarlier - 1) + [version]
  }
}
