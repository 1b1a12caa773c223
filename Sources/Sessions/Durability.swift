/// What a saved session survives, when it is saved to a file.
package enum Durability: Sendable {
  /// The end of this process, in whatever way: `kill -9` loses nothing. If the machine fails, what was saved in the
  /// last moments is lost; the file stays whole.
  case crash
  /// A power failure, too: an answer comes when the disk has the session.
  case power
}
