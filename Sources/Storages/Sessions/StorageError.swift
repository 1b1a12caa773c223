/// Why a call of a storage failed.
public enum StorageError: Error, Equatable, CustomStringConvertible {
  /// The storage does not work now, and may work later: the disk is full, or a connection is lost.
  case unavailable(String)
  /// The storage does not work until an operator changes something: a file belongs to another program, or a password is
  /// wrong.
  case unusable(String)
  /// The content of a session has too many bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The app's state cannot be encoded.
  case notEncodable(String)

  /// Whether a smaller session could be saved.
  public var isAboutSize: Bool {
    if case .tooLarge = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .unavailable(let reason), .unusable(let reason): reason
    case .tooLarge(let bytes, let limit):
      "A session, or a part that sessions share, has \(bytes) bytes, and \(limit) are allowed. Keep less in the state, or raise "
        + "ServerConfiguration.sessionBytes."
    case .notEncodable(let reason): "The state cannot be encoded: \(reason)"
    }
  }
}

extension Result where Failure == StorageError {
  /// The result of a call of a storage.
  package init(of call: () async throws(StorageError) -> Success) async {
    do throws(StorageError) { self = .success(try await call()) } catch { self = .failure(error) }
  }
}
