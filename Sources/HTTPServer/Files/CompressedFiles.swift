internal import Basics
internal import Glibc

/// The files that were compressed, each once for each of its versions. They stay in memory.
final class CompressedFiles: Sendable {
  private struct Entry {
    /// The version.
    let tag: String
    /// Nil if the file does not become smaller.
    let text: CompressedText?
  }

  private struct Entries {
    var byPath: [String: Entry] = [:]
    var size = 0
  }

  private let entries = Locked(Entries())

  /// The memory of all files. Files beyond it are sent as they are.
  private static let maxBytes = 16 * 1024 * 1024
  /// The size of files that are compressed. Others are small enough, or take too long for the thread of the request.
  private static let sizes = 1024...512 * 1024
  /// Files are compressed well, because that is done once.
  private static let level: Int32 = 9

  /// Whether files of this type and size are compressed. Most media are compressed already.
  ///
  /// - Parameter type: A Content-Type. Its parameters do not count.
  static func take(_ type: String, size: Int) -> Bool { sizes.contains(size) && isCompressible(type) }

  private static func isCompressible(_ type: String) -> Bool {
    if type.hasPrefix("text/") { return true }
    switch type.prefix(while: { $0 != ";" }) {
    case "application/json", "application/manifest+json", "application/xml", "application/wasm", "application/yaml",
      "application/x-sh", "application/x-plist", "image/svg+xml", "image/bmp", "font/ttf", "font/otf":
      return true
    default: return false
    }
  }

  /// The compressed file; nil if it is sent as it is.
  ///
  /// - Parameters:
  ///   - tag: The version of the file.
  ///   - read: Returns the bytes; nil if they cannot be read.
  func text(of path: String, tag: String, read: () -> [UInt8]?) -> CompressedText? {
    let (present, hasRoom) = entries.withLock { entries in
      // An entry of another version of the file makes room for this one.
      let old = entries.byPath[path]
      return (old, entries.size - (old.map { Self.size(of: path, $0) } ?? 0) < Self.maxBytes)
    }
    if let present, present.tag == tag { return present.text }
    if !hasRoom { return nil }
    guard let bytes = read() else { return nil }
    var text = bytes.withUnsafeBytes { CompressedText($0, level: Self.level) }
    if let size = text?.size, size >= bytes.count { text = nil }
    let entry = Entry(tag: tag, text: text)
    entries.withLock { entries in
      let old = entries.byPath.updateValue(entry, forKey: path)
      entries.size += Self.size(of: path, entry) - (old.map { Self.size(of: path, $0) } ?? 0)
    }
    return text
  }

  private static func size(of path: String, _ entry: Entry) -> Int { 256 + path.utf8.count + (entry.text?.size ?? 0) }

  /// The bytes of an open file from its start; nil if it has another size by now.
  static func read(_ descriptor: Int32, size: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let more = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + count, size - count, off_t(count)) }
      if more <= 0 { return nil }
      count += more
    }
    return bytes
  }
}
