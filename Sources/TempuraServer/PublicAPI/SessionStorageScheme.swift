public import Sessions

/// A kind of storage that an app brings, such as `table` for the locations `table:REGION/NAME`.
///
/// The app lists it in `ServerConfiguration.sessionStorages`. An operator chooses it with `--sessions table:REGION/NAME`, and
/// the command `sessions` works with it as well.
///
///     configuration.sessionStorages = [
///       SessionStorageScheme("table") { location, limits in try TableStorage(at: location, limits) }
///     ]
public struct SessionStorageScheme: Sendable, Equatable {
  /// The part of the location before the first colon.
  public let name: String
  private let opening: @Sendable (_ location: String, _ limits: StorageLimits) throws -> any SessionStorage

  /// - Parameters:
  ///   - name: Lower-case letters, digits, `+`, `-` and `.`, beginning with a letter (RFC 3986, section 3.1). It is not one of
  ///     the server's own schemes.
  ///   - open: Opens a storage. It gets the location after the colon, which may have a password, and the limits that the storage
  ///     has to observe. If it throws, the server says the error and does not start. The text of the error must not have a
  ///     password.
  public init(
    _ name: String, open: @escaping @Sendable (_ location: String, _ limits: StorageLimits) throws -> any SessionStorage
  ) {
    precondition(
      Self.isValid(name) && !Self.reserved.contains(name),
      "\"\(name)\" cannot be the scheme of a storage. Choose a name of lower-case letters, digits, +, - and . that begins with a "
        + "letter and is not one of \(Self.reserved.joined(separator: ", ")).")
    self.name = name
    opening = open
  }

  /// The server's own schemes.
  private static let reserved = [
    "memory", "sqlite", "redis", "rediss", "redis-sentinel", "rediss-sentinel", "unix", "postgres", "postgresql",
  ]

  /// Whether the schemes have the same name.
  public static func == (a: SessionStorageScheme, b: SessionStorageScheme) -> Bool { a.name == b.name }

  static func isValid(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }

  /// - Throws: `.unusable` with the app's reason, if it is not a `StorageError`.
  func open(_ location: String, _ limits: StorageLimits) throws(StorageError) -> any SessionStorage {
    do {
      return try opening(location, limits)
    } catch let error as StorageError {
      throw error
    } catch {
      throw .unusable("\(error)")
    }
  }
}
