/// One value, one write: all that is stored of a session.
package struct SessionRecord: Sendable {
  /// How often the session was saved: 1 for the first time.
  package var version: UInt64
  package var content: any SessionContent
  /// When it began, in seconds since 1970.
  package var created: Int64
  /// When it may be forgotten, in seconds since 1970.
  package var expiry: Int64
  /// Whether its user did anything but look.
  package var isUsed: Bool
  /// A number for the network address that it began at; 0 for one that is not counted.
  package var address: UInt64

  package init(
    version: UInt64, content: any SessionContent, created: Int64 = 0, expiry: Int64, isUsed: Bool = false,
    address: UInt64 = 0
  ) {
    self.version = version
    self.content = content
    self.created = created
    self.expiry = expiry
    self.isUsed = isUsed
    self.address = address
  }

  /// The versions that servers store. Other numbers are in a storage only if something else wrote them.
  package static let versions: Range<UInt64> = 1..<1 << 53

  /// The bytes of the content.
  ///
  /// - Parameter most: How many they may be.
  package func encodedContent(most: Int) throws(StorageError) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try content.encoded()
    } catch {
      throw .notEncodable("\(error)")
    }
    guard bytes.count <= most else { throw .tooLarge(bytes: bytes.count, most: most) }
    return bytes
  }
}

/// What a session consists of. A storage within the process keeps it as it is; any other writes its bytes.
package protocol SessionContent: Sendable {
  /// The content as bytes.
  ///
  /// - Throws: Whatever the app's `Encodable` conformances throw.
  func encoded() throws -> [UInt8]
}

/// A session's content as a storage outside the process has it.
package struct EncodedContent: SessionContent {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package func encoded() -> [UInt8] { bytes }
}
