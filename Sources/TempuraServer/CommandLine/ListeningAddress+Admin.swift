internal import HTTPServer

// The value of `--admin`.
extension ListeningAddress {
  /// The values that the flag takes, as the clause of an error.
  static let expectedAdmin = "it must be PORT, HOST:PORT or unix:PATH"

  /// - Parameter text: `PORT`, which this machine alone can reach, `HOST:PORT` or `unix:PATH`.
  init?(admin text: String) {
    if text.hasPrefix("unix:") {
      let path = text.dropFirst("unix:".count)
      guard !path.isEmpty else { return nil }
      self = .unix(path: String(path))
      return
    }
    let colon = text.lastIndex(of: ":")
    var host = colon.map { text[..<$0] } ?? "127.0.0.1"
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil  // an IPv6 address without brackets, whose last part is not a port
    }
    guard !host.isEmpty, digits.allSatisfy(\.isNumber), let port = UInt16(digits) else { return nil }
    self = .tcp(host: String(host), port: port)
  }

  /// Whether servers at both addresses would answer the same clients, as far as the texts tell.
  func overlaps(_ other: ListeningAddress) -> Bool {
    switch (self, other) {
    case (.tcp(let host, let port), .tcp(let otherHost, let otherPort)):
      guard port == otherPort, port > 0 else { return false }
      let (own, other) = (Self.plain(host), Self.plain(otherHost))
      return own == other || Self.all.contains(own) || Self.all.contains(other)
    case (.unix(let path), .unix(let otherPath)): return path == otherPath
    default: return false
    }
  }

  private static let all: Set<String> = ["0.0.0.0", "::"]

  private static func plain(_ host: String) -> String {
    host == "localhost" || host == "::1" || host == "[::1]" ? "127.0.0.1" : host
  }
}

extension ListeningAddress {
  /// Whether only this machine can reach it, as far as the text tells.
  var isLocal: Bool {
    switch self {
    case .tcp(let host, _):
      Self.plain(host.lowercased()) == "127.0.0.1" || host.hasPrefix("127.") && NetworkAddress(host) != nil
    case .unix: true
    case .inherited: false
    }
  }

  /// The admin address of a worker. Each worker has metrics of its own: the first one at the address, the others at the ports
  /// after it, or at the path with their number.
  ///
  /// - Parameter number: From 1.
  func ofWorker(_ number: Int) -> ListeningAddress {
    switch self {
    case .tcp(let host, let port) where port > 0: .tcp(host: host, port: UInt16(clamping: Int(port) + number - 1))
    case .unix(let path) where number > 1: .unix(path: "\(path).\(number)")
    case .tcp, .unix, .inherited: self
    }
  }
}
