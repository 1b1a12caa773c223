internal import CMicroHTTPD

/// A client that asks a server on this machine.
package enum TLSClient {
  /// Sends a request over TLS, and returns the start of the answer. The certificate is not checked.
  ///
  /// - Parameters:
  ///   - descriptor: A connected socket that blocks.
  ///   - limit: The bytes of the answer at most.
  package static func ask(_ request: [UInt8], on descriptor: Int32, limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) {
        count = tls_ask(descriptor, request, request.count, $0.baseAddress, limit)
      }
    }
  }
}
