internal import CGnuTLS
internal import Glibc

/// The certificate authorities that are trusted. Read once, because the system's list is long.
final class RedisAuthorities: @unchecked Sendable {
  // Safe because it does not change after its init, and GnuTLS's sessions only read it.
  fileprivate let credentials: gnutls_certificate_credentials_t

  /// - Parameter file: The path of certificates in PEM; nil for the system's.
  init(file: String?) throws(RedisError) {
    var allocated: gnutls_certificate_credentials_t?
    let status = gnutls_certificate_allocate_credentials(&allocated)
    guard status == 0, let allocated else { throw .tls(reason: RedisTLS.reason(status)) }
    credentials = allocated
    let count =
      if let file {
        gnutls_certificate_set_x509_trust_file(allocated, file, GNUTLS_X509_FMT_PEM)
      } else {
        gnutls_certificate_set_x509_system_trust(allocated)
      }
    guard count > 0 else {
      throw .authorities(file: file, reason: count == 0 ? "there are none" : RedisTLS.reason(count))
    }
  }

  deinit { gnutls_certificate_free_credentials(credentials) }
}

/// TLS on a socket that does not block.
final class RedisTLS {
  private let session: gnutls_session_t
  private let authorities: RedisAuthorities
  private let name: UnsafeMutablePointer<CChar>

  init(host: String, descriptor: Int32, authorities: RedisAuthorities) throws(RedisError) {
    self.authorities = authorities
    var allocated: gnutls_session_t?
    let flags = UInt32(GNUTLS_CLIENT.rawValue | GNUTLS_NONBLOCK.rawValue | GNUTLS_NO_SIGNAL.rawValue)
    let status = gnutls_init(&allocated, flags)
    guard status == 0, let allocated else { throw .tls(reason: Self.reason(status)) }
    session = allocated
    // GnuTLS keeps the pointer until it has the certificate.
    name = strdup(host)
    gnutls_session_set_verify_cert(session, name, 0)
    // The server name extension has no addresses (RFC 6066, section 3).
    if !Self.isAddress(host) { gnutls_server_name_set(session, GNUTLS_NAME_DNS, name, strlen(name)) }
    gnutls_transport_set_int2(session, descriptor, descriptor)
    let statuses = [
      gnutls_set_default_priority(session),
      gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(authorities.credentials)),
    ]
    for status in statuses where status != 0 { throw .tls(reason: Self.reason(status)) }
  }

  deinit {
    // Tells Redis that the connection ends, if the socket accepts that at once.
    gnutls_bye(session, GNUTLS_SHUT_WR)
    gnutls_deinit(session)
    free(name)
  }

  func handshake() throws(RedisError) -> RedisSocket.Progress {
    let status = gnutls_handshake(session)
    if status == GNUTLS_E_SUCCESS { return .done(0) }
    if let waiting = waiting(status) { return waiting }
    if status == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR { throw .certificate(reason: refusal()) }
    throw .tls(reason: Self.reason(status))
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(RedisError) -> RedisSocket.Progress {
    try progress(gnutls_record_send(session, bytes.baseAddress, bytes.count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RedisError) -> RedisSocket.Progress {
    try progress(gnutls_record_recv(session, buffer.baseAddress, buffer.count))
  }

  private func progress(_ count: Int) throws(RedisError) -> RedisSocket.Progress {
    if count >= 0 { return .done(count) }
    if let waiting = waiting(Int32(count)) { return waiting }
    switch Int32(count) {
    // A killed process closes its connections without the end of TLS.
    case GNUTLS_E_PREMATURE_TERMINATION: throw .lost(code: nil)
    case GNUTLS_E_PUSH_ERROR, GNUTLS_E_PULL_ERROR: throw .lost(code: errno)
    default: throw .tls(reason: Self.reason(Int32(count)))
    }
  }

  private func waiting(_ status: Int32) -> RedisSocket.Progress? {
    guard gnutls_error_is_fatal(status) == 0 else { return nil }
    return .waiting(events: gnutls_record_get_direction(session) == 0 ? POLLIN : POLLOUT)
  }

  /// Why the certificate is refused, in GnuTLS's words.
  private func refusal() -> String {
    var text = gnutls_datum_t()
    let status = gnutls_session_get_verify_cert_status(session)
    guard gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) == 0, let data = text.data
    else { return "It is not valid." }
    defer { free(data) }  // GnuTLS allocates by malloc
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(text.size))
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
  }

  static func reason(_ status: Int32) -> String { String(cString: gnutls_strerror(status)) }

  private static func isAddress(_ host: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, host, &address) == 1 || inet_pton(AF_INET, host, &address) == 1
  }
}
