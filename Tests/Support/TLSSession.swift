internal import CGnuTLS

/// The client's side of TLS on a connected socket. It does not check the server's certificate.
final class TLSSession {
  private var session: gnutls_session_t?
  private var credentials: gnutls_certificate_credentials_t?

  /// Shakes hands.
  init(_ descriptor: Int32) throws {
    gnutls_certificate_allocate_credentials(&credentials)
    gnutls_init(&session, UInt32(GNUTLS_CLIENT.rawValue))
    gnutls_set_default_priority(session)
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    gnutls_transport_set_int2(session, descriptor, descriptor)
    var result: Int32 = 0
    repeat { result = gnutls_handshake(session) } while result < 0 && gnutls_error_is_fatal(result) == 0
    if result < 0 { throw TestError("TLS: \(String(cString: gnutls_strerror(result)))") }
  }

  deinit {
    gnutls_deinit(session)
    gnutls_certificate_free_credentials(credentials)
  }

  /// - Returns: The number of bytes that were sent; negative if the connection has ended.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int { gnutls_record_send(session, bytes.baseAddress, bytes.count) }

  /// - Returns: The number of bytes that were received; 0 at the end, also if the server has closed the socket without
  ///   saying so.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
      switch Int32(clamping: count) {
      case 0...: return count
      case GNUTLS_E_PREMATURE_TERMINATION, GNUTLS_E_PULL_ERROR: return 0
      case GNUTLS_E_AGAIN: throw TestError("TLS: nothing arrives")
      case let code where gnutls_error_is_fatal(code) == 0: continue
      case let code: throw TestError("TLS: \(String(cString: gnutls_strerror(code)))")
      }
    }
  }

  /// Says that nothing more will be sent.
  func finishSending() { gnutls_bye(session, GNUTLS_SHUT_WR) }
}
