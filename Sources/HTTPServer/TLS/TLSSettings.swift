/// How a server speaks TLS: versions 1.2 and 1.3, with the ciphers of `tls_priorities`.
package struct TLSSettings: Sendable {
  package let certificate: Certificate
  /// How long browsers use only HTTPS after an answer, in seconds (RFC 6797, section 6.1.1). 0 makes them forget it.
  package let strictTransport: Int

  /// The value of `Strict-Transport-Security`.
  var strictTransportField: String { "max-age=\(strictTransport)" }

  package init(_ certificate: Certificate, strictTransport: Int = 0) {
    self.certificate = certificate
    self.strictTransport = strictTransport
  }
}
