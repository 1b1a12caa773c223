package import Sessions
internal import Basics

/// The URL of a Redis: `redis://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…][/DATABASE][?prefix=NAME]`.
///
/// - Several hosts are servers of one cluster. One that answers is enough to find the others.
/// - `redis-sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…]/NAME[/DATABASE]` names sentinels, which know the primary
///   of this name. `sentinel-user=USER` and `sentinel-password=PASSWORD` are for the sentinels themselves.
/// - `rediss://` is Redis with TLS, and `rediss-sentinel://` are sentinels and Redis with TLS. The certificate must be
///   valid for the host. `ca=FILE` names a file in PEM with the authorities to trust instead of the system's.
/// - `unix://[USER:PASSWORD@]/PATH[?database=N]` is a socket in the file system.
/// - `wait=N` answers a change only when N replicas have it.
/// - A password without a user is written `:PASSWORD@`. In users, passwords and parameters, characters such as `/` and `@`
///   are percent-encoded (RFC 3986, section 2.1).
package struct RedisURL: Sendable, Equatable {
  enum Endpoint: Sendable, Hashable {
    case host(String, port: UInt16)
    case path(String)
  }

  /// The sentinels that know the primary.
  struct Sentinels: Sendable, Equatable {
    /// The name of the primary.
    let name: String
    var user: String?
    var password: String?
  }

  /// The servers, of which one is enough; with ``sentinels``, those.
  var endpoints: [Endpoint]
  /// Nil if the URL names Redis itself.
  var sentinels: Sentinels?
  var isEncrypted = false
  /// The path of the authorities that are trusted; nil for the system's.
  var authorities: String?
  /// Nil for the default user.
  var user: String?
  var password: String?
  var database = 0
  /// The start of all keys. Apps with different prefixes can share a database.
  var prefix = "tempura"
  /// The number of replicas that must have a change before it is answered.
  var replicas = 0

  /// - Throws: `.unusable` with a sentence that names the problem, and never the password.
  package init(_ text: String) throws(StorageError) {
    do {
      try self.init(parsing: text)
    } catch {
      throw .unusable(error.description)
    }
  }

  private init(parsing text: String) throws(RedisURLError) {
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
    }
    guard !rest.contains("#") else { throw .notEncoded }
    let (location, query) = Self.split(rest, at: "?") ?? (rest, "")
    switch scheme {
    case "redis", "rediss", "redis-sentinel", "rediss-sentinel":
      isEncrypted = scheme.hasPrefix("rediss")
      let hasSentinels = scheme.hasSuffix("-sentinel")
      var (authority, path) = Self.split(location, at: "/") ?? (location, "")
      endpoints = []
      for host in authority.split(separator: ",", omittingEmptySubsequences: false) {
        endpoints.append(try Self.endpoint(host, port: hasSentinels ? 26379 : 6379))
      }
      if hasSentinels {
        let (name, rest) = Self.split(path, at: "/") ?? (path, "")
        guard !name.isEmpty else { throw .noPrimaryName }
        sentinels = Sentinels(name: try Self.decoded(name))
        path = rest
      }
      if !path.isEmpty { database = try Self.database(path) }
    case "unix":
      guard location.hasPrefix("/"), location.count > 1 else { throw .noPath }
      let path = try Self.decoded(location)
      let limit = UnixSocketAddress.maxBytes
      guard path.utf8.count <= limit else { throw .pathTooLong(limit: limit) }
      endpoints = [.path(path)]
    default: throw .noScheme
    }
    try apply(query)
  }

  private mutating func apply(_ query: Substring) throws(RedisURLError) {
    for item in query.split(separator: "&") {
      // A password may have been cut at its "&". Messages name the parameter.
      let isKnown = Self.parameters.contains(String(item.prefix { $0 != "=" }))
      guard isKnown || !query.contains("sentinel-password=") else { throw .notEncoded }
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
        guard case .path = endpoints[0] else { throw .unknownParameter("database") }
        database = try Self.database(value[...])
      case "wait":
        guard value.utf8.allSatisfy(Self.isDigit), let number = Int(value), number <= 100 else {
          throw .invalidReplicas
        }
        replicas = number
      case "sentinel-user", "sentinel-password":
        guard sentinels != nil else { throw .parameterWithoutSentinel(String(name)) }
        if name == "sentinel-user" { sentinels?.user = value } else { sentinels?.password = value }
      default: throw .unknownParameter(String(name))
      }
    }
  }

  private static let parameters = ["prefix", "ca", "database", "wait", "sentinel-user", "sentinel-password"]

  // MARK: - Parts

  private static func endpoint(
    _ authority: Substring, port standardPort: UInt16
  ) throws(RedisURLError) -> Endpoint {
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
    guard let port else { return .host(name, port: standardPort) }
    guard port.utf8.allSatisfy(isDigit), let number = UInt16(port), number > 0 else { throw .invalidPort }
    return .host(name, port: number)
  }

  private static func database(_ text: Substring) throws(RedisURLError) -> Int {
    guard text.utf8.allSatisfy(isDigit), let number = Int32(text) else { throw .invalidDatabase }
    return Int(number)
  }

  private static func split(_ text: Substring, at separator: String) -> (Substring, Substring)? {
    guard let range = text.firstRange(of: separator) else { return nil }
    return (text[..<range.lowerBound], text[range.upperBound...])
  }

  private static func decoded(_ text: Substring) throws(RedisURLError) -> String {
    guard let decoded = Array(text.utf8).withUnsafeBytes({ PercentEncoding.decode($0) }) else { throw .invalidEncoding }
    return decoded
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte has no meaning in Redis's patterns.
  private static func isAllowedInPrefix(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7a).contains(byte | 0x20) || "-_.:".utf8.contains(byte)
  }
}

extension RedisURL: StorageLocation {
  package var name: String { "Redis at \(self)" }

  package func open(_ options: StorageOptions, mayWait: (Int32?) -> Bool) throws(StorageError) -> any SessionStorage {
    try RedisStorage(self, limits: options.limits)
  }
}

extension RedisURL: CustomStringConvertible {
  /// The location without user and password, for messages.
  package var description: String {
    let servers = endpoints.map(\.description).joined(separator: ",")
    guard let sentinels else { return servers }
    return "\(sentinels.name) (of the sentinels \(servers))"
  }
}

extension RedisURL.Endpoint: CustomStringConvertible {
  /// Reads `HOST:PORT`, as Redis writes it. An IPv6 address has no brackets there. Nil for any other text.
  init?(_ text: some StringProtocol) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
      return nil
    }
    self = .host(String(text[..<colon]), port: port)
  }

  var description: String {
    switch self {
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .path(let path): path
    }
  }
}
