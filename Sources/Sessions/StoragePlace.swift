internal import Glibc

/// The place where sessions are stored: `memory:`, `sqlite:PATH`, the URL of a Redis or a PostgreSQL, or a place of a storage that
/// the app brings.
package enum StoragePlace: Equatable, Sendable {
  /// The memory of the process.
  case memory
  /// A file of this machine.
  case sqlite(path: String)
  /// A Redis, which other servers may use, too.
  case redis(RedisURL)
  /// A PostgreSQL, which other servers may use, too.
  case postgres(PostgresURL)
  /// A storage that the app brings.
  case app(AppStoragePlace)

  /// The server's own schemes.
  static let schemes = [
    "memory", "sqlite", "redis", "rediss", "redis-sentinel", "rediss-sentinel", "unix", "postgres", "postgresql",
  ]

  /// - Parameter schemes: The kinds of storages that the app brings.
  /// - Throws: `.unusable` with a sentence that never repeats the text, because the text may have a password.
  package init(_ text: String, schemes: [SessionStorageScheme] = []) throws(StorageError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = text.dropFirst(scheme.count + 1)
    switch scheme {
    case "memory" where text == "memory:": self = .memory
    case "sqlite":
      guard !rest.isEmpty else { throw .unusable(StoragePlaceProblem.noPath.description) }
      guard !rest.hasPrefix("//"), rest != ":memory:" else { throw .unusable(StoragePlaceProblem.noFile.description) }
      self = .sqlite(path: String(rest))
    case "redis", "rediss", "redis-sentinel", "rediss-sentinel", "unix": self = .redis(try RedisURL(text))
    case "postgres", "postgresql": self = .postgres(try PostgresURL(text))
    default:
      guard scheme.endIndex < text.endIndex, let app = schemes.first(where: { $0.name == scheme }) else {
        throw .unusable(StoragePlaceProblem.unknown.description)
      }
      self = .app(AppStoragePlace(scheme: app, place: String(rest)))
    }
  }

  /// The default place: a file in `$STATE_DIRECTORY`, which systemd sets. Without it, the file is in a folder with the
  /// program's name in `$XDG_STATE_HOME`, or in `~/.local/state` without that one, too
  /// (https://specifications.freedesktop.org/basedir-spec/latest/).
  ///
  /// - Throws: `.unusable` if there is no such folder.
  package static func byDefault(
    program: String, environment: [String: String]
  ) throws(StorageError) -> StoragePlace {
    func folder(_ variable: String) -> String? {
      // systemd separates folders with colons.
      guard let path = environment[variable]?.split(separator: ":").first, path.hasPrefix("/") else { return nil }
      return String(path)
    }
    if let state = folder("STATE_DIRECTORY") { return .sqlite(path: "\(state)/sessions.db") }
    if let state = folder("XDG_STATE_HOME") { return .sqlite(path: "\(state)/\(program)/sessions.db") }
    guard let home = folder("HOME"), home != "/nonexistent" else {
      throw .unusable(StoragePlaceProblem.noHome.description)
    }
    return .sqlite(path: "\(home)/.local/state/\(program)/sessions.db")
  }

  /// Opens the storage. A server creates a missing file, and its folders.
  ///
  /// - Parameters:
  ///   - durability: When a session in a file counts as saved. Redis and PostgreSQL have their own settings for that.
  ///   - isServer: Whether the process is a server. A file has one server. Other processes can only open an existing file.
  ///   - mayWait: Whether to wait on while another server uses the file. It gets the id of that process, if it is known, and is
  ///     asked again and again.
  /// - Throws: `.unusable` or `.unavailable`, with a sentence that never has a password.
  package func open(
    durability: Durability = .crash, limits: StorageLimits = StorageLimits(), isServer: Bool,
    mayWait: (_ process: Int32?) -> Bool = { _ in false }
  ) throws(StorageError) -> any SessionStorage {
    switch self {
    case .memory: return MemoryStorage(limits: limits)
    case .sqlite(let path):
      if isServer { try Self.createFolder(of: path) }
      return try SQLiteStorage(path: path, durability: durability, limits: limits, isServer: isServer, mayWait: mayWait)
    case .redis(let url): return try RedisStorage(url, limits: limits)
    case .postgres(let url): return try PostgresStorage(url, limits: limits)
    case .app(let place): return try place.open(limits)
    }
  }

  /// Whether the place is a file that exists.
  package var hasFile: Bool {
    guard case .sqlite(let path) = self else { return false }
    return access(path, F_OK) == 0
  }

  /// Creates the folders of a file, for this user only.
  private static func createFolder(of path: String) throws(StorageError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    if errno == ENOENT {
      try createFolder(of: folder)
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    }
    throw .unusable(StoragePlaceProblem.noFolder(folder, reason: String(cString: strerror(errno))).description)
  }
}

extension StoragePlace: CustomStringConvertible {
  /// The place without a password, for messages such as "sessions in …".
  package var description: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): path
    case .redis(let url): "Redis at \(url)"
    case .postgres(let url): "PostgreSQL at \(url)"
    case .app(let place): "\(place)"
    }
  }
}

/// Why sessions cannot be stored at a place.
enum StoragePlaceProblem: CustomStringConvertible {
  case unknown
  case noPath
  case noFile
  case noHome
  case noFolder(String, reason: String)

  var description: String {
    switch self {
    case .unknown:
      "The place for sessions is not valid. Write sqlite:PATH for a file, redis://HOST, rediss://HOST (with TLS), "
        + "redis-sentinel://HOST/NAME or unix:///PATH for a Redis, postgres://HOST/DATABASE for a PostgreSQL, or "
        + "memory: for the memory of the process."
    case .noPath: "The file for sessions has no name. Write sqlite:PATH, such as sqlite:/var/lib/app/sessions.db."
    case .noFile:
      "The file for sessions needs a path, such as sqlite:/var/lib/app/sessions.db. For sessions in memory write memory:."
    case .noHome:
      "There is no folder for sessions, because this user has no home. Name a file with --sessions sqlite:PATH, or keep "
        + "sessions in memory with --sessions memory:."
    case .noFolder(let path, let reason):
      "The folder \(path) for sessions cannot be created (\(reason)). Name another file with --sessions sqlite:PATH."
    }
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
