/// What servers store, and what they tell each other through a storage. Each release can read all formats of the one before it.
///
/// A storage keeps the number of its format. A new storage has the latest one. A storage that the release before has made keeps that
/// format until an operator says that no server of that release is left. Until then, servers of both releases can use the storage at
/// the same time, and an operator can go back to the release before.
///
/// A release that stores or tells what the one before cannot read adds a number: its `previous` is the `latest` of the release
/// before. `Tests/Sessions/upgrade` replaces servers of the last release.
public enum StorageFormat: Int, Sendable {
  /// That of the release before.
  case previous = 1
  case latest = 2
}
