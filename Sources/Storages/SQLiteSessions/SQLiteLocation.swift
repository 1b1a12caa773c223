internal import Glibc
package import Sessions
internal import StateFolder

/// A file of this machine: `sqlite:PATH`.
package struct SQLiteLocation: StorageLocation {
  package let path: String

  package init(path: String) { self.path = path }

  /// - Parameter path: The file as an operator names it, after `sqlite:`.
  /// - Throws: `.unusable` with a sentence that never repeats the text.
  package init(checking path: String) throws(StorageError) {
    guard !path.isEmpty else { throw .unusable(SQLiteLocationError.noPath.description) }
    guard !path.hasPrefix("//"), path != ":memory:" else { throw .unusable(SQLiteLocationError.noFile.description) }
    self.path = path
  }

  /// The default: a file in the folder of a program's state.
  ///
  /// - Throws: `.unusable` if there is no such folder.
  package init(defaultOf program: String, environment: [String: String]) throws(StorageError) {
    guard let folder = StateFolder.path(of: program, environment: environment) else {
      throw .unusable(SQLiteLocationError.noHome.description)
    }
    path = "\(folder)/sessions.db"
  }

  package var name: String { path }

  package var isShared: Bool { false }

  package var hasFile: Bool { access(path, F_OK) == 0 }

  /// Opens the file. A server creates a missing file, and its folders.
  package func open(
    _ options: StorageOptions, mayWait: (_ process: Int32?) -> Bool
  ) throws(StorageError) -> any SessionStorage {
    try SQLiteStorage(
      path: path, durability: options.durability, limits: options.limits, isServer: options.isServer,
      report: options.report, mayWait: mayWait)
  }
}

/// Why sessions cannot be stored in a file.
enum SQLiteLocationError: CustomStringConvertible {
  case noPath
  case noFile
  case noHome

  var description: String {
    switch self {
    case .noPath: "The file for sessions has no name. Write sqlite:PATH, such as sqlite:/var/lib/app/sessions.db."
    case .noFile:
      "The file for sessions needs a path, such as sqlite:/var/lib/app/sessions.db. For sessions in memory write memory:."
    case .noHome:
      "There is no folder for sessions, because this user has no home. Name a file with --sessions sqlite:PATH, or keep "
        + "sessions in memory with --sessions memory:."
    }
  }
}
