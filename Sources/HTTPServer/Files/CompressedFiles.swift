internal import Basics
internal import CBrotli
internal import Glibc

/// How files are compressed: the names in HTTP (RFC 9110, section 8.4.1).
enum FileCoding: String {
  case gzip
  /// Brotli (RFC 7932), which makes texts a tenth smaller than gzip, and takes longer.
  case brotli = "br"

  /// The size of files for which the thread of the request has the time for Brotli.
  private static let maxBrotliBytes = 96 * 1024

  /// Returns the best coding that a client takes; nil if it wants the file as it is.
  ///
  /// - Parameter size: The number of bytes of the file.
  init?(for exchange: HTTPExchange, size: Int) {
    if exchange.takesBrotli, size <= Self.maxBrotliBytes {
      self = .brotli
    } else if exchange.coding != .identity {
      self = .gzip
    } else {
      return nil
    }
  }

  /// Returns the compressed bytes, as small as possible, because that is done once; nil if there is no memory.
  fileprivate func compress(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .gzip:
      guard let body = bytes.withUnsafeBytes({ PreparedText($0, level: 9) })?.body() else { return nil }
      defer { body.discard() }
      return body.copiedBytes
    case .brotli:
      var count = BrotliEncoderMaxCompressedSize(bytes.count)
      var result = [UInt8](repeating: 0, count: count)
      let isDone = BrotliEncoderCompress(
        BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &count, &result)
      return isDone == BROTLI_TRUE ? Array(result[..<count]) : nil
    }
  }
}

/// A compressed file, which answers share.
final class CompressedFile: @unchecked Sendable {
  // Safe because the bytes are not changed.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  let coding: FileCoding
  /// The entity tag.
  let tag: String

  fileprivate init(_ content: [UInt8], _ coding: FileCoding, tag: String) {
    bytes = .allocate(capacity: content.count)
    _ = bytes.initialize(from: content)
    self.coding = coding
    self.tag = tag
  }

  deinit { bytes.deallocate() }

  var size: Int { bytes.count }
  var body: ResponseBody { .shared(self, UnsafeRawBufferPointer(bytes)) }
}

/// The files that were compressed, each once for each of its versions. They stay in memory.
final class CompressedFiles: Sendable {
  private struct Key: Hashable {
    let path: String
    let coding: FileCoding
  }

  private struct Entry {
    let tag: String
    /// Nil if the file does not become smaller.
    let file: CompressedFile?
  }

  private struct Entries {
    var byKey: [Key: Entry] = [:]
    /// What a thread compresses now.
    var busy: Set<Key> = []
    var size = 0
  }

  private let entries = Locked(Entries())

  /// The memory of all files. Files beyond it are sent as they are.
  private static let maxBytes = 16 * 1024 * 1024
  /// The size of files that are compressed. Others are small enough, or take too long for the thread of the request.
  private static let sizes = 1024...512 * 1024

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

  /// Returns the compressed file; nil if it is sent as it is.
  ///
  /// - Parameters:
  ///   - tag: The entity tag of its version in this coding.
  ///   - read: Returns the bytes; nil if they cannot be read.
  func file(at path: String, _ coding: FileCoding, tag: String, read: () -> [UInt8]?) -> CompressedFile? {
    let key = Key(path: path, coding: coding)
    let (present, isMine) = entries.withLock { entries -> (Entry?, Bool) in
      let old = entries.byKey[key]
      if let old, old.tag == tag { return (old, false) }
      // An entry of another version of the file makes room for this one.
      let hasRoom = entries.size - (old.map { Self.size(of: path, $0) } ?? 0) < Self.maxBytes
      return (nil, hasRoom && entries.busy.insert(key).inserted)
    }
    if let present { return present.file }
    // Other requests get the file as it is meanwhile, so that they do not wait.
    guard isMine else { return nil }
    defer { entries.withLock { _ = $0.busy.remove(key) } }
    guard let bytes = read() else { return nil }
    let content = coding.compress(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    let entry = Entry(tag: tag, file: content.map { CompressedFile($0, coding, tag: tag) })
    entries.withLock { entries in
      let old = entries.byKey.updateValue(entry, forKey: key)
      entries.size += Self.size(of: path, entry) - (old.map { Self.size(of: path, $0) } ?? 0)
    }
    return entry.file
  }

  private static func size(of path: String, _ entry: Entry) -> Int { 256 + path.utf8.count + (entry.file?.size ?? 0) }

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
