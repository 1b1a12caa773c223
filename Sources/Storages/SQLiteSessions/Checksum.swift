internal import CZlib

/// The checksum of a stored content, so that damage of the disk or the file system is noticed: SQLite has none for its pages.
///
/// It has 63 bits: the CRC-32 of the content, and bits of the version.
enum Checksum {
  private static let versionBits: Int64 = 31

  static func of(_ content: UnsafeRawBufferPointer, version: Int64) -> Int64 {
    let start = content.bindMemory(to: UInt8.self).baseAddress
    let bits = version & (1 << versionBits - 1)
    return Int64(crc32_z(0, start, content.count) & 0xffff_ffff) << versionBits | bits
  }
}
