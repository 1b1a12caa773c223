internal import Sessions

#if AllStorages || Postgres
  internal import PostgresSessions
#endif
#if AllStorages || Redis
  internal import RedisSessions
#endif
#if AllStorages || SQLite
  internal import SQLiteSessions
#endif

/// The storage that an operator chooses for sessions: `memory:`, `sqlite:PATH`, the URL of a Redis or a PostgreSQL, or the
/// location of a storage that the app brings.
///
/// An app leaves storages out with the traits of this package.
struct StorageChoice: Sendable {
  private let location: any StorageLocation

  init(_ location: any StorageLocation) { self.location = location }

  /// The memory of the process.
  static let memory = Self(MemoryLocation())

  /// - Parameter schemes: The kinds of storages that the app brings.
  /// - Throws: `.unusable` with a sentence that never repeats the text, because the text may have a password.
  init(_ text: String, schemes: [SessionStorageScheme] = []) throws(StorageError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = String(text.dropFirst(scheme.count + 1))
    switch scheme {
    case "memory" where text == "memory:" || text == "memory": self = .memory
    case "sqlite":
      #if AllStorages || SQLite
        self.init(try SQLiteLocation(checking: rest))
      #else
        throw .unusable(StorageChoiceError.leftOut("SQLite").description)
      #endif
    case "redis", "rediss", "redis-sentinel", "rediss-sentinel", "unix":
      #if AllStorages || Redis
        self.init(try RedisURL(text))
      #else
        throw .unusable(StorageChoiceError.leftOut("Redis").description)
      #endif
    case "postgres", "postgresql":
      #if AllStorages || Postgres
        self.init(try PostgresLocation(text))
      #else
        throw .unusable(StorageChoiceError.leftOut("Postgres").description)
      #endif
    default:
      guard scheme.endIndex < text.endIndex, let app = schemes.first(where: { $0.name == scheme }) else {
        throw .unusable(StorageChoiceError.unknown.description)
      }
      self.init(AppStorageLocation(scheme: app, location: rest))
    }
  }

  /// The default: a file.
  ///
  /// - Throws: `.unusable` if there is no folder for it, or the program has no SQLite.
  static func byDefault(program: String, environment: [String: String]) throws(StorageError) -> Self {
    #if AllStorages || SQLite
      return Self(try SQLiteLocation(defaultOf: program, environment: environment))
    #else
      throw .unusable(StorageChoiceError.noDefault.description)
    #endif
  }

  /// Whether several processes can use the storage at the same time.
  var isShared: Bool { location.isShared }

  /// Whether the location is a file that exists.
  var hasFile: Bool { location.hasFile }

  /// Opens the storage.
  ///
  /// - Parameter mayWait: Whether to wait on while another server uses the file. It gets the id of that process, if it is known,
  ///   and is asked again and again.
  /// - Throws: `.unusable` or `.unavailable`, with a sentence that never has a password.
  func open(
    _ options: StorageOptions, mayWait: (_ process: Int32?) -> Bool = { _ in false }
  ) throws(StorageError) -> any SessionStorage {
    try location.open(options, mayWait: mayWait)
  }
}

extension StorageChoice: Equatable {
  static func == (left: Self, right: Self) -> Bool { isEqual(left.location, right.location) }

  private static func isEqual<Location: StorageLocation>(_ left: Location, _ right: any StorageLocation) -> Bool {
    left == right as? Location
  }
}

extension StorageChoice: CustomStringConvertible {
  /// The location without a password, for messages such as "sessions in …".
  var description: String { location.name }
}

/// A location of a storage that the app brings.
struct AppStorageLocation: StorageLocation, CustomStringConvertible {
  let scheme: SessionStorageScheme
  let location: String

  func open(_ options: StorageOptions, mayWait: (Int32?) -> Bool) throws(StorageError) -> any SessionStorage {
    try scheme.open(location, options.limits)
  }

  /// The kind of the storage. The location may have a password.
  var name: String { "the app's storage \"\(scheme.name)\"" }

  var description: String { name }
}

/// Why a storage cannot be chosen.
enum StorageChoiceError: CustomStringConvertible {
  case unknown
  case leftOut(String)
  case noDefault

  var description: String {
    switch self {
    case .unknown:
      "The location of sessions is not valid. Write sqlite:PATH for a file, redis://HOST, rediss://HOST (with TLS), "
        + "redis-sentinel://HOST/NAME or unix:///PATH for a Redis, postgres://HOST/DATABASE for a PostgreSQL, or "
        + "memory: for the memory of the process."
    case .leftOut(let trait):
      "This program was built without the storage of that location. Add \"\(trait)\" to the traits of the package tempura in "
        + "the app's Package.swift, or name another location."
    case .noDefault:
      "There is no default location for sessions, because this program was built without SQLite. Name a location with "
        + "--sessions, keep sessions in memory with --sessions memory:, or add \"SQLite\" to the traits of the package "
        + "tempura in the app's Package.swift."
    }
  }
}
