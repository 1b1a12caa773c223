internal import Basics
internal import Glibc
internal import HTTPServer

/// Asks a server on this machine for its health. A container's image has no other program that can do this.
enum HealthCheck {
  /// Asks at the admin address if there is one.
  static func run(_ options: CommandLineOptions) -> Bool {
    // Ends the process if the answer comes byte by byte.
    alarm(UInt32(timeout) + 1)
    if let admin = options.admin?.ofWorker(1) { return run(admin) }
    return run(options.address)
  }

  /// - Parameter address: The server's address. For a host that is not an IPv4 address, 127.0.0.1 is used.
  static func run(_ address: ListeningAddress) -> Bool {
    guard let descriptor = connection(to: address) else { return false }
    defer { close(descriptor) }
    return answer(to: "GET \(OwnPath.health.rawValue)", on: descriptor)?.starts(with: healthy.utf8) == true
  }

  /// Sends a request without a body, and returns the whole answer; nil if it does not come.
  static func answer(to request: String, on descriptor: Int32) -> [UInt8]? {
    let bytes = Array("\(request) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return nil }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return count == 0 ? answer : nil }
      answer += buffer[..<count]
    }
  }

  private static let healthy = "HTTP/1.1 200 "

  /// The seconds that connecting, and each part of the answer, may take.
  private static let timeout = 3

  static func connection(to address: ListeningAddress) -> Int32? {
    switch address {
    case .tcp(let host, let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      let allAddresses = UInt32(0)
      if inet_pton(AF_INET, host, &address.sin_addr) != 1 || address.sin_addr.s_addr == allAddresses {
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      }
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connection(AF_INET, to: $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    case .unix(let path):
      return UnixSocketAddress(path: path)?.withPointer { connection(AF_UNIX, to: $0, $1) } ?? nil
    case .inherited: return nil
    }
  }

  private static func connection(_ family: Int32, to address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32? {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var time = timeval(tv_sec: timeout, tv_usec: 0)
    // The time to send is that to connect, too (socket(7)).
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    if connect(descriptor, address, size) == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
