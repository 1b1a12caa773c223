/// A session as it is stored, in one write.
public struct SessionRecord: Sendable {
  /// The version of what servers store, and of what they tell each other through a storage. A storage keeps it, and a server
  /// refuses a storage that has another one.
  ///
  /// A release that only adds keeps the version: servers ignore top-level keys of a content, columns, fields and messages that
  /// they do not know, and leave them as they are. A release that changes what is there takes the next version.
  public static let format = 3

  /// Grows with each save. Servers add a random step, so that two saves that replace the same version can be told apart.
  public var version: UInt64
  public var content: any SessionContent
  /// The time of the first save, in seconds since 1970.
  public var created: Int64
  /// The time from which a storage may remove the session, in seconds since 1970.
  public var expiry: Int64
  /// Whether the user has sent a form. If not, the user has only looked at pages.
  public var isUsed: Bool
  /// Whether the session cannot be read. It is kept for operators until it expires: lists have it, and loads do not find it.
  public var isQuarantined: Bool

  public init(
    version: UInt64, content: any SessionContent, created: Int64 = 0, expiry: Int64, isUsed: Bool = false,
    isQuarantined: Bool = false
  ) {
    self.version = version
    self.content = content
    self.created = created
    self.expiry = expiry
    self.isUsed = isUsed
    self.isQuarantined = isQuarantined
  }

  /// The versions that servers store. Other versions are the work of another program.
  public static let versions: Range<UInt64> = 1..<1 << 53

  /// The content as bytes.
  ///
  /// - Parameter limit: The greatest number of them. A session that is quarantined has the bytes that were stored before.
  /// - Throws: `.tooLarge` or `.notEncodable`.
  public func encodedContent(limit: Int) throws(StorageError) -> [UInt8] {
    var bytes: [UInt8]
    do {
      bytes = try content.encodedToStore()
      if bytes.count > limit { bytes = try content.encoded() }
    } catch {
      throw .notEncodable("\(error)")
    }
    guard bytes.count <= limit || isQuarantined else { throw .tooLarge(bytes: bytes.count, limit: limit) }
    return bytes
  }
}

/// The content of a session. A storage in memory keeps the value itself, other storages keep its bytes.
public protocol SessionContent: Sendable {
  /// The content as bytes.
  ///
  /// - Throws: An error of the app's `Encodable` conformances.
  func encoded() throws -> [UInt8]

  /// The same for a storage. It takes less time if the session keeps what it was encoded to before, and may be longer.
  func encodedToStore() throws -> [UInt8]
}

extension SessionContent {
  public func encodedToStore() throws -> [UInt8] { try encoded() }
}

/// The content of a session that was read as bytes.
public struct EncodedContent: SessionContent {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public func encoded() -> [UInt8] { bytes }
}
