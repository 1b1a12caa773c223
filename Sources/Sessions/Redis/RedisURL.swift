internal import Basics

/// The URL of a Redis: `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE][?prefix=NAME]`.
///
/// - `rediss://` is Redis with TLS. Its certificate must be valid for the host. `ca=FILE` names a file in PEM with the
///   authorities to trust instead of the system's.
/// - `unix://[USER:PASSWORD@]/PATH[?database=N]` is a socket in the file system.
/// - A password without a user is written `:PASSWORD@`. In users, passwords and parameters, characters such as `/` and `@`
///   are percent-encoded (RFC 3986, section 2.1).
package struct RedisURL: Sendable, Equatable {
  enum Endpoint: Sendable, Equatable {
    case host(String, port: UInt16)
    case path(String)
  }

  var endpoint: Endpoint
  var isEncrypted = false
  /// Whether it is on a network, without TLS.
  var isUnencrypted: Bool { if case .host = endpoint { !isEncrypted } else { false } }
  /// The path of the authorities that are trusted; nil for the system's.
  var authorities: String?
  /// Nil for the default user.
  var user: String?
  var password: String?
  var database = 0
  /// The start of all keys. Apps with different prefixes can share a database.
  var prefix = "tempura"

  /// - Throws: `.unusable` with a sentence that names the problem, and never the password.
  package init(_ text: String) throws(StorageError) {
    do {
      try self.init(parsing: text)
    } catch {
      throw .unusable(error.description)
    }
  }

  private init(parsing text: String) throws(RedisURLProblem) {
    guard let (scheme, afterScheme) = Self.split(text[...], at: "://") else { throw .noScheme }
    var rest = afterScheme
    if let at = rest.lastIndex(of: "@") {
      let login = rest[..<at]
      rest = rest[rest.index(after: at)...]
      // The part of a password after a slash must not be read as host or path, which logs show.
      guard !login.contains(where: { "/?#@".contains($0) }) else { throw .notEncoded }
      guard let (user, password) = Self.split(login, at: ":") else { throw .noPassword }
      self.user = user.isEmpty ? nil : try Self.decoded(user)
      self.password = try Self.decoded(password)
      guard !password.isEmpty else { throw .noPassword }
    } else {
      (user, password) = (nil, nil)
    }
    guard !rest.contains("#") else { throw .notEncoded }
    let (place, query) = Self.split(rest, at: "?") ?? (rest, "")
    switch scheme {
    case "redis", "rediss":
      isEncrypted = scheme == "rediss"
      let (authority, path) = Self.split(place, at: "/") ?? (place, "")
      endpoint = try Self.endpoint(authority)
      if !path.isEmpty { database = try Self.database(path) }
    case "unix":
      guard place.hasPrefix("/"), place.count > 1 else { throw .noPath }
      let path = try Self.decoded(place)
      guard path.utf8.count <= Self.longestPath else { throw .pathTooLong(most: Self.longestPath) }
      endpoint = .path(path)
    default: throw .noScheme
    }
    try apply(query)
  }

  /// The size of `sun_path` in `sockaddr_un`, less the zero byte.
  static let longestPath = 107

  private mutating func apply(_ query: Substring) throws(RedisURLProblem) {
    for item in query.split(separator: "&") {
      guard let (name, encoded) = Self.split(item, at: "="), !encoded.isEmpty else {
        throw .noValue(String(item.prefix { $0 != "=" }))
      }
      let value = try Self.decoded(encoded)
      switch name {
      case "prefix":
        guard value.utf8.count <= 100, value.utf8.allSatisfy(Self.isAllowedInPrefix) else { throw .invalidPrefix }
        prefix = value
      case "ca":
        guard isEncrypted else { throw .authoritiesWithoutTLS }
        authorities = value
      case "database":
        guard case .path = endpoint else { throw .unknownParameter("database") }
        database = try Self.database(value[...])
      default: throw .unknownParameter(String(name))
      }
    }
  }

  // MARK: - Parts

  private static func endpoint(_ authority: Substring) throws(RedisURLProblem) -> Endpoint {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .invalidHost }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw .invalidHost }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let (name, number) = split(authority, at: ":") {
      (host, port) = (name, number)
    }
    let name = try decoded(host)
    guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || $0 == "/" }) else { throw .invalidHost }
    guard let port else { return .host(name, port: 6379) }
    guard port.utf8.allSatisfy(isDigit), let number = UInt16(port), number > 0 else { throw .invalidPort }
    return .host(name, port: number)
  }

  private static func database(_ text: Substring) throws(RedisURLProblem) -> Int {
    guard text.utf8.allSatisfy(isDigit), let number = Int32(text) else { throw .invalidDatabase }
    return Int(number)
  }

  private static func split(_ text: Substring, at separator: String) -> (Substring, Substring)? {
    guard let range = text.firstRange(of: separator) else { return nil }
    return (text[..<range.lowerBound], text[range.upperBound...])
  }

  private static func decoded(_ text: Substring) throws(RedisURLProblem) -> String {
    guard let decoded = Array(text.utf8).withUnsafeBytes({ PercentEncoding.decode($0) }) else { throw .invalidEncoding }
    return decoded
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte has no meaning in Redis's patterns.
  private static func isAllowedInPrefix(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7a).contains(byte | 0x20) || "-_.:".utf8.contains(byte)
  }
}

extension RedisURL: CustomStringConvertible {
  /// The place without user and password, for messages.
  package var description: String {
    switch endpoint {
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .path(let path): path
    }
  }
}

extension RedisURL: CustomDebugStringConvertible, CustomReflectable {
  package var debugDescription: String { description }

  /// Keeps the password out of dumps.
  package var customMirror: Mirror { Mirror(self, children: ["place": description]) }
}

/// What is wrong with a URL.
enum RedisURLProblem: Error, Equatable {
  case noScheme
  case notEncoded
  case invalidEncoding
  case noPassword
  case invalidHost
  case invalidPort
  case invalidDatabase
  case noPath
  case pathTooLong(most: Int)
  case noValue(String)
  case unknownParameter(String)
  case invalidPrefix
  case authoritiesWithoutTLS
}

extension RedisURLProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .noScheme:
      "The URL of Redis must begin with redis://, rediss:// (for TLS) or unix://, such as redis://localhost:6379."
    case .notEncoded:
      "The URL of Redis has a character in a wrong place. In a user, a password or a parameter write / as %2F, ? as %3F, "
        + "# as %23 and @ as %40."
    case .invalidEncoding:
      "The URL of Redis has a percent sign without two hexadecimal digits, or bytes that are not UTF-8. Write a percent "
        + "sign itself as %25."
    case .noPassword:
      "The URL of Redis has a user without a password. Write redis://USER:PASSWORD@HOST, or redis://:PASSWORD@HOST."
    case .invalidHost:
      "The URL of Redis has no valid host. Write redis://HOST:PORT, and an IPv6 address in brackets."
    case .invalidPort: "The port in the URL of Redis is not a number from 1 to 65535."
    case .invalidDatabase:
      "The database in the URL of Redis is not a number. Write redis://HOST:PORT/0 for the first one."
    case .noPath: "The URL of Redis has no path of a socket. Write unix:///PATH, with three slashes."
    case .pathTooLong(let most):
      "The path of the socket in the URL of Redis is too long. The system allows \(most) bytes."
    case .noValue(let name): "The parameter \"\(name)\" in the URL of Redis has no value. Write \(name)=VALUE."
    case .unknownParameter(let name):
      "The URL of Redis cannot have the parameter \"\(name)\". It can have prefix, with rediss:// also ca, and with "
        + "unix:// also database."
    case .invalidPrefix:
      "The prefix in the URL of Redis is not valid. It can have up to 100 letters, digits and characters - _ . :"
    case .authoritiesWithoutTLS: "The parameter \"ca\" in the URL of Redis needs TLS. Write rediss://."
    }
  }
}
