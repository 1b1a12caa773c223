internal import CMicroHTTPD
internal import Glibc

/// The certificate of a server with the chain to its authority, and its private key.
package final class Certificate: @unchecked Sendable {
  // Safe because nothing changes it after `init`, and GnuTLS only reads a certificate and a key that it uses.
  private let handle: UnsafeMutablePointer<tls_certificate>
  private let file: String

  /// The bytes that a file may have.
  private static let maxBytes = 1024 * 1024

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - file: The path of a file in PEM format: the server's certificate first, then those that lead to its authority.
  ///   - keyFile: The path of a file in PEM format with a private key that is not encrypted. It may be the same file.
  /// - Throws: What is wrong with the files.
  package init(file: String, keyFile: String) throws(CertificateError) {
    let text = try Self.read(file, of: "--certificate")
    let keyText = try Self.read(keyFile, of: "--key")
    var problem = tls_none
    let handle = tls_load(text, text.count, keyText, keyText.count, &problem)
    guard let handle else {
      switch problem {
      case tls_unsorted: throw .unsorted(file)
      case tls_no_key: throw Self.isEncrypted(keyText) ? .encryptedKey(keyFile) : .noKey(keyFile)
      case tls_key_does_not_fit: throw .keyDoesNotFit(certificate: file, key: keyFile)
      case tls_unusable_key: throw .unusableKey(keyFile)
      default: throw .noCertificate(file)
      }
    }
    self.handle = handle
    self.file = file
  }

  deinit { tls_free(handle) }

  /// The last second of its time, since 1970.
  package var end: Int { handle.pointee.end }

  /// Why browsers refuse the certificate now; nil if its time is right.
  ///
  /// - Parameter now: The time in seconds since 1970.
  package func warning(at now: Int = time(nil)) -> CertificateWarning? {
    if now < handle.pointee.start { return .notYetValid(file: file, start: handle.pointee.start) }
    if now >= handle.pointee.end { return .expired(file: file, end: handle.pointee.end) }
    return nil
  }

  /// Gives GnuTLS the certificate for a handshake.
  func use(
    _ parts: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?, _ count: UnsafeMutablePointer<UInt32>?,
    _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
  ) {
    let start = UnsafeMutableRawPointer(handle) + MemoryLayout<tls_certificate>.offset(of: \.parts)!
    parts?.pointee = start.assumingMemoryBound(to: gnutls_pcert_st.self)
    count?.pointee = handle.pointee.count
    key?.pointee = handle.pointee.key
  }

  private static func read(_ file: String, of flag: String) throws(CertificateError) -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(file, flag: flag, code: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
      if more < 0 { throw .unreadable(file, flag: flag, code: errno) }
      if more == 0 { break }
      count += more
    }
    return Array(bytes[..<count])
  }

  /// Whether the text of a key is one with a password (RFC 7468, section 11; RFC 1421, section 4.6.1.1).
  private static func isEncrypted(_ text: [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    return text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED")
  }
}

/// A mistake in the files of a certificate. The wording is in `ErrorWording.swift`.
package enum CertificateError: Error, Sendable, Equatable {
  case unreadable(_ file: String, flag: String, code: Int32)
  case noCertificate(_ file: String)
  case unsorted(_ file: String)
  case noKey(_ file: String)
  case encryptedKey(_ file: String)
  case keyDoesNotFit(certificate: String, key: String)
  case unusableKey(_ file: String)
}

/// Why browsers refuse a certificate that a server can use. Times are in seconds since 1970.
package enum CertificateWarning: Sendable, Equatable {
  case expired(file: String, end: Int)
  case notYetValid(file: String, start: Int)
}
