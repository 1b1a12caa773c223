internal import Basics
internal import CGnuTLS
internal import Foundation

/// Files that pages name by their content, such as a film that a user has picked: the folder of pictures has copies of them.
package enum NamedFile {
  /// A file as it was at a time.
  private struct Version: Hashable {
    let inode: UInt64
    let size, seconds, nanoseconds: Int
  }

  private static let digests = Locked<[Version: String]>([:])
  private static let maxKnown = 4096

  /// Keeps a copy of a file.
  ///
  /// - Returns: Its digest; nil if it cannot be read or copied.
  package static func keep(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let time = status.st_ctim
    let version = Version(
      inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    let known = digests.withLock { $0[version] }
    guard let digest = known ?? digest(of: path) else { return nil }
    guard PictureFolder.shared.has(digest) || PictureFolder.shared.add(copyOf: path, as: digest) else { return nil }
    digests.withLock { digests in
      if digests.count >= maxKnown { digests = [:] }
      digests[version] = digest
    }
    return digest
  }

  private static func digest(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    var hash: gnutls_hash_hd_t?
    guard gnutls_hash_init(&hash, GNUTLS_DIG_SHA256) == 0, let hash else { return nil }
    var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var isRead = false
    while let part = try? file.read(upToCount: 1 << 20) {
      isRead = part.isEmpty
      if isRead { break }
      _ = part.withUnsafeBytes { gnutls_hash(hash, $0.baseAddress!, $0.count) }
    }
    gnutls_hash_deinit(hash, &digest)
    return isRead ? Picture.text(digest) : nil
  }
}
