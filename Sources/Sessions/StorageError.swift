/// Why a storage could not do what it was asked to.
package enum StorageError: Error, Equatable, CustomStringConvertible {
  /// It cannot be reached or written right now, and may be later: a full disk, a lost connection.
  case unavailable(String)
  /// It cannot be used as it is, and somebody has to see to it: a file of something else, a wrong password.
  case unusable(String)
  /// The content of a session has more bytes than it may have.
  case tooLarge(bytes: Int, most: Int)
  /// The app's state cannot be written down.
  case notEncodable(String)

  /// Whether the same would be taken if it had fewer bytes.
  package var isAboutSize: Bool {
    if case .tooLarge = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .unavailable(let reason), .unusable(let reason): reason
    case .tooLarge(let bytes, let most):
      "The session has \(bytes) bytes, and \(most) are allowed: keep in the state what the app needs, or raise "
        + "ServerConfiguration.sessionBytes."
    case .notEncodable(let reason): "The state cannot be written down: \(reason)"
    }
  }
}
