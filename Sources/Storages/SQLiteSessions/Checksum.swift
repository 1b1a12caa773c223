internal import CZlib

/// The checksum of a stored content, so that damage of the disk or the file system is noticed: SQLite has none for its pages.
///
/// It has 63 bits: the CRC-32 of the content, and bits of the version. A release without checksums changes the version and the
/// content, and leaves the checksum as it is. So a checksum with the bits of another version is ignored.
enum Checksum {
  private static let versionBits: Int64 = 31
  private static let versionMask: Int64 = 1 << versionBits - 1

  static func of(_ content: UnsafeRawBufferPointer, version: Int64) -> Int64 {
    let start = content.bindMemory(to: UInt8.self).baseAddress
    return Int64(crc32_z(0, start, content.count) & 0xffff_ffff) << versionBits | version & versionMask
  }

  /// Whether a content may be the one that was stored.
  ///
  /// - Parameter stored: The stored checksum; 0 if there is none.
  static func isPossible(_ stored: Int64, of content: UnsafeRawBufferPointer, version: Int64) -> Bool {
    stored == 0 || (stored ^ version) & versionMask != 0 || stored == of(content, version: version)
  }
}
