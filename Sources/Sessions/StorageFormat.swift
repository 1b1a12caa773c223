/// What servers store, and what they tell each other through a storage. Each release can read all formats of the one before it.
///
/// A storage keeps the number of its format. A new storage has the latest one. A storage of the release before keeps the format
/// of that release until an operator says that no server of it is left, so servers of both can use the storage at the same time,
/// and all of them can be replaced by those of the release before.
///
/// A release that stores or tells what the one before cannot read adds a number: its `previous` is the `latest` of the release
/// before. `Tests/Sessions/upgrade` replaces servers of the last release.
public enum StorageFormat: Int, Sendable {
  /// That of the release before.
  case previous = 1
  case latest = 2
}
