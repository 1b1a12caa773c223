internal import Glibc

/// The host names that a server answers to. Other names are refused, against DNS rebinding.
struct AllowedHosts: Sendable {
  private let names: Set<String>

  /// - Parameter names: Those besides IP addresses, `localhost` and names below it.
  init(_ names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

  /// - Parameter host: The name and perhaps the port. Nil in requests of HTTP/1.0, which browsers do not send.
  func has(_ host: String?) -> Bool {
    guard let host else { return true }
    guard let parts = host.wholeMatch(of: /(?:\[([^\]]*)\]|([^:\[\]]*))(?::[0-9]*)?/)?.output else { return false }
    if let address = parts.1 { return Self.isAddress(address, AF_INET6) }
    let name = parts.2?.lowercased() ?? ""
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
