internal import Basics
internal import CPostgres
internal import Glibc

/// The URL of a PostgreSQL: `postgres://[USER:PASSWORD@]HOST[:PORT][,…][/DATABASE][?NAME=VALUE&…]`.
///
/// libpq reads it (PostgreSQL, section 34.1.1.2), with all of its parameters, environment variables and files, such as
/// `sslmode`, `PGPASSWORD` and `~/.pgpass`. What differs:
///
/// - For sessions, `prefix=NAME` is the start of the names of tables, and `pool=N` the number of connections for calls.
/// - With `sslrootcert`, `sslmode` is `verify-full` unless the URL has another one.
/// - For sessions, `target_session_attrs` is `read-write` unless the URL has `primary` or `any`. They cannot be stored elsewhere.
package struct PostgresURL: Sendable, Equatable {
  package struct Host: Sendable, Equatable {
    /// A name, an address, or the folder of a socket; nil for libpq's default.
    var name: String?
    var address: String?
    var port: String?
  }

  package private(set) var hosts: [Host] = []
  /// The other settings of libpq by their names.
  package private(set) var settings: [String: String]
  /// How long connecting to one host may take; nil for the default.
  package private(set) var connectTimeout: Duration?
  package private(set) var prefix = "tempura"
  /// The number of connections for calls.
  package private(set) var pool = 4

  package static let largestPool = 100

  /// - Parameter isOfSessions: Whether there may be the parameters of sessions, and the server must accept changes.
  /// - Throws: The problem, never with the password.
  package init(parsing text: String, isOfSessions: Bool) throws(PostgresURLError) {
    let library: postgres_library
    do { library = try PostgresLibrary.load() } catch { throw .library(error) }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // The part of a password after a question mark must not be read as parameters, whose names errors show.
    guard parts.count < 2 || !parts[1].contains("@") else { throw .invalid }
    // Nor the part after a slash as the database, and the one before it as the host, which messages show.
    let location = parts[0].firstRange(of: "://").map { parts[0][$0.upperBound...] } ?? parts[0]
    guard !location.drop(while: { $0 != "/" }).contains("@") else { throw .invalid }
    settings = [:]
    let known = Self.parameters(library)
    var others: [Substring] = []
    for item in (parts.count < 2 ? "" : parts[1]).split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1)
      guard let name = pair.first, name.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == 0x5f }) else {
        throw .invalid
      }
      // After a password, it may be the rest of that.
      let isPublic = !others.contains { $0.prefix { $0 != "=" }.hasSuffix("password") }
      guard pair.count == 2 else { throw isPublic ? .noValue(String(name)) : .invalid }
      switch name {
      case "prefix" where isOfSessions:
        guard Self.isPrefix(pair[1]) else { throw .invalidPrefix }
        prefix = String(pair[1])
      case "pool" where isOfSessions:
        guard let number = Int(pair[1]), (1...Self.largestPool).contains(number) else { throw .invalidPool }
        pool = number
      default:
        guard known.contains(String(name)) || name == "ssl" else {
          throw isPublic ? .unknownParameter(String(name)) : .invalid
        }
        others.append(item)
      }
    }
    settings = try Self.parse(parts[0] + (others.isEmpty ? "" : "?" + others.joined(separator: "&")), library)
    hosts = try takeHosts()
    if let seconds = settings.removeValue(forKey: "connect_timeout") {
      guard let number = Int(seconds), (1...600).contains(number) else { throw .invalidTimeout }
      connectTimeout = .seconds(number)
    }
    if isOfSessions {
      let wanted = settings["target_session_attrs"] ?? "read-write"
      guard ["read-write", "primary", "any"].contains(wanted) else { throw .notWritable }
      settings["target_session_attrs"] = wanted
    }
    addDefaults()
  }

  private mutating func addDefaults() {
    var defaults = [
      "client_encoding": "UTF8", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
    ]
    // An operator may require it by the variable.
    if getenv("PGGSSENCMODE") == nil { defaults["gssencmode"] = "disable" }
    if settings["sslrootcert"] != nil { defaults["sslmode"] = "verify-full" }
    if let program = ProcessArguments.programName { defaults["fallback_application_name"] = program }
    settings.merge(defaults) { given, _ in given }
  }

  private mutating func takeHosts() throws(PostgresURLError) -> [Host] {
    func values(_ name: String) -> [String?] {
      let value = settings.removeValue(forKey: name)
      return value?.split(separator: ",", omittingEmptySubsequences: false).map { $0.isEmpty ? nil : String($0) } ?? []
    }
    let (names, addresses, ports) = (values("host"), values("hostaddr"), values("port"))
    let count = max(names.count, addresses.count, 1)
    guard [0, count].contains(names.count), [0, count].contains(addresses.count), [0, 1, count].contains(ports.count)
    else { throw .invalid }
    return (0..<count).map { index in
      Host(
        name: names.isEmpty ? nil : names[index], address: addresses.isEmpty ? nil : addresses[index],
        port: ports.isEmpty ? nil : ports[ports.count == 1 ? 0 : index])
    }
  }

  // MARK: - libpq

  /// The names of the parameters that libpq knows.
  private static func parameters(_ library: postgres_library) -> Set<String> {
    let options = library.PQconndefaults()
    defer { library.PQconninfoFree(options) }
    return Set(list(options).map(\.name))
  }

  private static func parse(
    _ url: String, _ library: postgres_library
  ) throws(PostgresURLError) -> [String: String] {
    // Its message may have a part of the password.
    guard let options = library.PQconninfoParse(url, nil) else { throw .invalid }
    defer { library.PQconninfoFree(options) }
    var settings: [String: String] = [:]
    for (name, value) in list(options) { settings[name] = value }
    return settings
  }

  private static func list(
    _ options: UnsafeMutablePointer<PQconninfoOption>?
  ) -> [(name: String, value: String?)] {
    var list: [(name: String, value: String?)] = []
    var next = options
    while let option = next, let name = option.pointee.keyword {
      list.append((String(cString: name), option.pointee.val.map { String(cString: $0) }))
      next = option + 1
    }
    return list
  }

  /// Whether a text can begin names that need no quotes, and that are not too long with what follows.
  private static func isPrefix(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7a).contains(first), text.utf8.count <= 40 else { return false }
    return text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
  }
}

extension PostgresURL: CustomStringConvertible {
  /// The location without user and password, for messages.
  package var description: String {
    hosts.map { host in
      guard let name = host.name ?? host.address else { return "its default socket" }
      guard !name.hasPrefix("/") else { return name }
      return (name.contains(":") ? "[\(name)]" : name) + ":\(host.port ?? "5432")"
    }.joined(separator: ",")
  }
}

/// What is wrong with a URL.
package enum PostgresURLError: Error, Equatable {
  case library(PostgresError)
  case invalid
  case noValue(String)
  case unknownParameter(String)
  case invalidPrefix
  case invalidPool
  case invalidTimeout
  case notWritable
}

extension PostgresURLError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .library(let problem): problem.sentence("")
    case .invalid:
      "The URL of PostgreSQL is not valid. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE. In a user, a password or a "
        + "parameter write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25."
    case .noValue(let name): "The parameter \"\(name)\" in the URL of PostgreSQL has no value. Write \(name)=VALUE."
    case .unknownParameter(let name):
      "The URL of PostgreSQL cannot have the parameter \"\(name)\". It can have those of libpq, prefix and pool."
    case .invalidPrefix:
      "The prefix in the URL of PostgreSQL is not valid. It can have up to 40 lower-case letters, digits and _, and begins "
        + "with a letter."
    case .invalidPool:
      "The pool in the URL of PostgreSQL is not a number of connections from 1 to \(PostgresURL.largestPool)."
    case .invalidTimeout: "The connect_timeout in the URL of PostgreSQL is not a number of seconds from 1 to 600."
    case .notWritable:
      "Sessions need a server of PostgreSQL that accepts changes. The parameter target_session_attrs can be read-write, "
        + "primary or any."
    }
  }
}
