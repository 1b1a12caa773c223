package import PostgresConnections
package import Sessions

/// A PostgreSQL with sessions.
package typealias PostgresLocation = PostgresURL

extension PostgresURL: StorageLocation {
  /// - Throws: `.unusable` with a sentence that names the problem, and never the password.
  package init(_ text: String) throws(StorageError) {
    do { try self.init(parsing: text, isOfSessions: true) } catch { throw .unusable(error.description) }
  }

  package var name: String { "PostgreSQL at \(self)" }

  package func open(_ options: StorageOptions, mayWait: (Int32?) -> Bool) throws(StorageError) -> any SessionStorage {
    try PostgresStorage(self, limits: options.limits)
  }
}
