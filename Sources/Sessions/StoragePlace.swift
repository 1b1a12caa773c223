internal import Glibc

/// Where sessions are stored, as whoever runs a server says it: `memory:`, `sqlite:PATH`, or the URL of a Redis.
package enum StoragePlace: Equatable, Sendable {
  /// In the memory of the process.
  case memory
  /// In a file of this machine.
  case sqlite(path: String)
  /// In a Redis, which other servers may use, too.
  case redis(RedisURL)

  /// - Throws: `.unusable` with a sentence that says what is wrong, and never what was given: a password may be in it.
  package init(_ text: String) throws(StorageError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = text.dropFirst(scheme.count + 1)
    switch scheme {
    case "memory" where text == "memory:": self = .memory
    case "sqlite":
      guard !rest.isEmpty else { throw .unusable(StoragePlaceProblem.noPath.description) }
      guard !rest.hasPrefix("//"), rest != ":memory:" else { throw .unusable(StoragePlaceProblem.noFile.description) }
      self = .sqlite(path: String(rest))
    case "redis", "rediss", "unix": self = .redis(try RedisURL(text))
    default: throw .unusable(StoragePlaceProblem.unknown.description)
    }
  }

  /// The file that sessions are in if nobody says where: in `$STATE_DIRECTORY`, which systemd sets, or else in a folder of the
  /// program's name in `$XDG_STATE_HOME`, or else in `~/.local/state`
  /// (https://specifications.freedesktop.org/basedir-spec/latest/).
  ///
  /// - Throws: `.unusable` if the process has no such folder.
  package static func byDefault(
    program: String, environment: [String: String]
  ) throws(StorageError) -> StoragePlace {
    func folder(_ variable: String) -> String? {
      // systemd names several folders with colons between them.
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

  /// Opens the storage. A file is made if there is none yet, with the folders that it is in.
  ///
  /// - Parameters:
  ///   - durability: What a session in a file survives. What one in a Redis survives is that one's business.
  ///   - isServer: Whether it is opened to serve. Of a file there is one server, and others only open one that is there.
  /// - Throws: `.unusable` or `.unavailable`, with a sentence that says what is wrong and never a password.
  package func open(
    durability: Durability = .crash, limits: StorageLimits = StorageLimits(), isServer: Bool
  ) throws(StorageError) -> any SessionStorage {
    switch self {
    case .memory: return MemoryStorage(limits: limits)
    case .sqlite(let path):
      if isServer { try Self.makeFolder(of: path) }
      return try SQLiteStorage(path: path, durability: durability, limits: limits, isServer: isServer)
    case .redis(let url): return try RedisStorage(url, limits: limits)
    }
  }

  /// Whether there is a file, if that is where sessions are.
  package var hasFile: Bool {
    guard case .sqlite(let path) = self else { return false }
    return access(path, F_OK) == 0
  }

  /// Makes the folders that a file is to be in, for this user only.
  private static func makeFolder(of path: String) throws(StorageError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    if errno == ENOENT {
      try makeFolder(of: folder)
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    }
    throw .unusable(StoragePlaceProblem.noFolder(folder, reason: String(cString: strerror(errno))).description)
  }
}

extension StoragePlace: CustomStringConvertible {
  /// The place as sentences name it, without a password: "sessions in …".
  package var description: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): path
    case .redis(let url): "Redis at \(url)"
    }
  }
}

/// Why a place is none that sessions can be stored in, in words for whoever runs the server.
enum StoragePlaceProblem: CustomStringConvertible {
  case unknown
  case noPath
  case noFile
  case noHome
  case noFolder(String, reason: String)

  var description: String {
    switch self {
    case .unknown:
      "There is no such place for sessions. Write sqlite:PATH for a file, redis://HOST, rediss://HOST (with TLS) or "
        + "unix:///PATH for a Redis, or memory: for the memory of the process."
    case .noPath: "The file for sessions has no name. Write sqlite:PATH, such as sqlite:/var/lib/app/sessions.db."
    case .noFile:
      "The file for sessions is named by its path alone, such as sqlite:/var/lib/app/sessions.db. "
        + "To have none, write memory:."
    case .noHome:
      "There is no folder for sessions, as this user has no home. Name a file with --sessions sqlite:PATH, or have them in "
        + "memory only with --sessions memory:."
    case .noFolder(let path, let reason):
      "The folder \(path) for sessions cannot be made (\(reason)). Name another file with --sessions sqlite:PATH."
    }
  }
}
