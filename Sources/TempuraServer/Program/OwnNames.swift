internal import Glibc

/// The host names that a server answers to. Other names are refused, against DNS rebinding.
struct OwnNames: Sendable {
  private let names: Set<String>

  /// - Parameter names: Those besides IP addresses, `localhost` and names below it.
  init(_ names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

  /// - Parameter host: The name and perhaps the port. Nil in requests of HTTP/1.0, which browsers do not send.
  func has(_ host: String?) -> Bool {
    guard let host else { return true }
    if host.hasPrefix("[") { return Self.isAddress(host.dropFirst().prefix { $0 != "]" }, AF_INET6) }
    let name = host.prefix { $0 != ":" }.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || names.contains(name) || Self.isAddress(name, AF_INET)
  }

  private static func isAddress(_ text: some StringProtocol, _ family: Int32) -> Bool {
    var address = in6_addr()  // has room for both kinds
    return inet_pton(family, String(text), &address) == 1
  }

  /// The name of this machine.
  static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
