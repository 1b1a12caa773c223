internal import Sessions
internal import Synchronization

/// The versions of a session's saves.
///
/// A version is greater than the one that it replaces by a random step. So two saves that replace the same version have
/// different ones, and a server can tell its own save from that of another server: after a failover in which the database
/// lost a save that it had acknowledged, and after a save without a reply. Each content has the versions of the last saves
/// before it.
enum Versions {
  // Steps of up to a million leave room for some ten thousand million saves.
  private static let stepBits: UInt64 = 20

  private static let counter = Atomic(UInt64.random(in: .min ... .max))

  /// The version of the next save.
  ///
  /// - Parameter version: The version that it replaces; 0 for none.
  static func next(after version: UInt64) -> UInt64 {
    guard version > 0 else { return 1 }  // nobody else has the id of a new session
    return version + 1 + random() >> (64 - stepBits)
  }

  private static let maxEarlier = 8

  /// The versions that the save after a record names.
  static func earlier(after record: SessionRecord) -> [UInt64] {
    let before = (record.content as? StateContent)?.earlierVersions ?? []
    return before.suffix(maxEarlier - 1) + [record.version]
  }

  /// Numbers that differ between processes (SplitMix64). The system's random numbers cost a call of the system each.
  private static func random() -> UInt64 {
    var number = counter.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
