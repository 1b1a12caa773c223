/// Where sessions are stored, such as a file or the URL of a server. Each kind of storage has a type for it.
package protocol StorageLocation: Equatable, Sendable, CustomReflectable {
  /// The location without a password, for messages such as "sessions in …".
  var name: String { get }
  /// Whether several servers can use the storage at the same time.
  var isShared: Bool { get }
  /// Whether the location is a file that exists.
  var hasFile: Bool { get }
  /// Opens the storage.
  ///
  /// - Parameter mayWait: Whether to wait on while another server uses the file. It gets the id of that process, if it is known,
  ///   and is asked again and again.
  /// - Throws: `.unusable` or `.unavailable`, with a sentence that never has a password.
  func open(
    _ options: StorageOptions, mayWait: (_ process: Int32?) -> Bool
  ) throws(StorageError) -> any SessionStorage
}

extension StorageLocation {
  package var isShared: Bool { true }
  package var hasFile: Bool { false }

  /// Keeps passwords out of dumps.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// How a storage is opened.
package struct StorageOptions: Sendable {
  /// When a session in a file counts as saved. Redis and PostgreSQL have their own settings for that.
  package var durability: Durability
  package var limits: StorageLimits
  /// Whether the process is a server. A file has one server. Other processes can only open an existing file.
  package var isServer: Bool
  /// Gets a sentence about damage that is found while the server runs. Can be called on any thread.
  package var report: @Sendable (String) -> Void

  package init(
    isServer: Bool, durability: Durability = .crash, limits: StorageLimits = StorageLimits(),
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.isServer, self.durability, self.limits, self.report) = (isServer, durability, limits, report)
  }
}

/// When a session in a file counts as saved.
package enum Durability: Sendable {
  /// When it survives the end of the process, even `kill -9`. If the machine fails, the last moments are lost, and the
  /// file stays intact.
  case crash
  /// When it is on the disk, so that it also survives a power failure.
  case power
}

/// The memory of the process.
package struct MemoryLocation: StorageLocation {
  package init() {}

  package var name: String { "memory" }

  package var isShared: Bool { false }

  package func open(_ options: StorageOptions, mayWait: (Int32?) -> Bool) -> any SessionStorage {
    MemoryStorage()
  }
}
