internal import Basics
internal import CGnuTLS
internal import Foundation

/// Names a content: the first half of its SHA-256, as 32 hexadecimal digits.
enum ContentDigest {
  static func of(_ content: Data) -> String {
    var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let status = content.withUnsafeBytes {
      gnutls_hash_fast(GNUTLS_DIG_SHA256, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1), $0.count, &digest)
    }
    precondition(status == 0, "GnuTLS has no SHA-256, which it always has: error \(status).")
    return (UInt128(UInt64(bigEndian: digest.0)) << 64 | UInt128(UInt64(bigEndian: digest.1))).hexadecimal
  }
}
