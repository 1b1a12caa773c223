package import Glibc

/// Finds the addresses of hosts in a limited time.
///
/// `getaddrinfo` has no limit for its caller: it waits ten seconds and longer for name servers that do not answer
/// (resolv.conf(5)). So it runs on a thread of its own. Threads do not pile up: there is one for each host and port, and
/// who looks for the same host meanwhile waits for the same result.
package final class HostLookup: Sendable {
  package enum LookupError: Error, Equatable {
    case unknown(reason: String)
    case late
    case system(SystemError)
  }

  package typealias Found = Result<[HostAddress], LookupError>

  package static let system = HostLookup(HostAddress.find)

  private let find: @Sendable (_ host: String, _ port: UInt16) -> Found
  private let running = Locked<[String: BlockingCall<Found>]>([:])

  /// - Parameter find: May block without end.
  package init(_ find: @escaping @Sendable (_ host: String, _ port: UInt16) -> Found) { self.find = find }

  package func addresses(
    of host: String, port: UInt16, until deadline: ContinuousClock.Instant
  ) throws(LookupError) -> [HostAddress] {
    let call: BlockingCall<Found>
    do { call = try self.call(host, port) } catch { throw .system(error) }
    guard let found = call.value(until: deadline) else { throw .late }
    return try found.get()
  }

  /// The call that runs, or a new one.
  private func call(_ host: String, _ port: UInt16) throws(SystemError) -> BlockingCall<Found> {
    let name = "\(host):\(port)"
    return try running.withLock { running throws(SystemError) in
      if let call = running[name] { return call }
      let call = try BlockingCall { [self] in
        let found = find(host, port)
        self.running.withLock { $0[name] = nil }
        return found
      }
      running[name] = call
      return call
    }
  }
}

/// Why a client cannot connect to a server.
package protocol ConnectionError: Error {
  static func unknownHost(reason: String) -> Self
  static var hostNotFoundInTime: Self { get }
  static func system(operation: String, code: Int32) -> Self
}

extension ConnectionError {
  package init(_ error: SystemError) { self = .system(operation: error.operation, code: error.code) }

  package init(_ failure: HostLookup.LookupError) {
    self =
      switch failure {
      case .unknown(let reason): .unknownHost(reason: reason)
      case .late: .hostNotFoundInTime
      case .system(let error): Self(error)
      }
  }
}

/// An address of a host with a port, as connect(2) takes it.
package struct HostAddress: Sendable {
  private var storage = sockaddr_storage()
  private let size: socklen_t

  private init(_ entry: addrinfo) {
    size = min(entry.ai_addrlen, socklen_t(MemoryLayout<sockaddr_storage>.size))
    let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(size))
    withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
  }

  package var family: Int32 { Int32(storage.ss_family) }

  package func withAddress<Value, LookupError: Error>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(LookupError) -> Value
  ) throws(LookupError) -> Value {
    try withUnsafePointer(to: storage) { pointer throws(LookupError) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(LookupError) in
        try body(address, size)
      }
    }
  }

  /// The address without the port, such as `192.0.2.1` or `fe80::1%eth0`.
  package var text: String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let count = socklen_t(text.count)
    _ = withAddress { getnameinfo($0, $1, &text, count, nil, 0, NI_NUMERICHOST) }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Asks the system (getaddrinfo(3)).
  package static func find(_ host: String, _ port: UInt16) -> HostLookup.Found {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let failed = getaddrinfo(host, String(port), &hints, &found)
    guard failed == 0, let found else {
      return .failure(.unknown(reason: failed == 0 ? "it has no address" : String(cString: gai_strerror(failed))))
    }
    defer { freeaddrinfo(found) }
    return .success(sequence(first: found) { $0.pointee.ai_next }.map { HostAddress($0.pointee) })
  }
}
