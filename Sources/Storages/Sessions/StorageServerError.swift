package import Basics

/// Why a call of a server that stores sessions failed, or a connection to it.
package protocol StorageServerError: ConnectionError {
  /// The call was not sent, because too many others are waiting.
  static func tooManyCalls(limit: Int) -> Self
  /// The call was not sent in time.
  static func notConnected(because: String?) -> Self
  /// The call was not sent, because the storage is closed.
  static var closed: Self { get }

  /// Whether the problem stays until an operator changes something.
  var needsOperator: Bool { get }

  /// The problem as a sentence.
  ///
  /// - Parameter location: The location in the URL, without the password.
  func sentence(_ location: String) -> String
}

extension StorageServerError {
  /// The error of a server of sessions that is opened.
  package func atStart(of url: some CustomStringConvertible) -> StorageError {
    needsOperator ? .unusable(sentence(url.description)) : inUse(of: url)
  }

  /// The error of a call. An operator may solve the problem while the server runs.
  package func inUse(of url: some CustomStringConvertible) -> StorageError {
    .unavailable(sentence(url.description))
  }
}
