/// Where the states of sessions live while nobody uses them, and between a process and the next.
package protocol SessionStorage: Sendable {
  /// The stored session, or nil if there is none or its time is up.
  func load(_ id: SessionID) throws(StorageError) -> SessionRecord?

  /// Stores a session if nobody else did since it was read: a compare-and-swap on the version.
  ///
  /// - Parameters:
  ///   - record: What to store; its version is one more than `version`.
  ///   - version: The version that was read, 0 for a session that is not stored yet.
  /// - Returns: Whether it was stored. If not, the stored version is another one: load it and start from there. A session
  ///   whose time is up counts as not stored.
  func save(_ record: SessionRecord, for id: SessionID, replacing version: UInt64) throws(StorageError) -> Bool

  /// Gives a session more time. One that is not stored, or whose time is up, is left alone.
  ///
  /// - Parameter expiry: In seconds since 1970.
  func touch(_ id: SessionID, expiry: Int64) throws(StorageError)

  /// Forgets a session.
  func remove(_ id: SessionID) throws(StorageError)

  /// Forgets the sessions whose time is up.
  ///
  /// - Returns: How many they were.
  @discardableResult func removeExpired() throws(StorageError) -> Int

  /// Tells of every session that is saved or removed, by whichever process.
  ///
  /// - Returns: What ends the subscription when it is released.
  func subscribe(_ observer: @escaping @Sendable (SessionID, _ version: UInt64) -> Void) -> AnyObject
}

/// One value, one write: all that is stored of a session.
package struct SessionRecord: Sendable {
  /// How often the session was saved: 1 for the first time.
  package var version: UInt64
  package var content: any SessionContent
  /// When the session may be forgotten, in seconds since 1970.
  package var expiry: Int64

  package init(version: UInt64, content: any SessionContent, expiry: Int64) {
    self.version = version
    self.content = content
    self.expiry = expiry
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

/// Why a storage could not do what it was asked to.
package struct StorageError: Error, Equatable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
