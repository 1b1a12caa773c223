internal import Basics
internal import Glibc

/// The target in a request line (RFC 9112, section 3.2), in the memory of libmicrohttpd.
struct RequestTarget {
  /// As the client sent it.
  let whole: UnsafeRawBufferPointer
  var path: UnsafeRawBufferPointer
  /// The number of bytes of the path that are the server's base path; nil if the path is not below it.
  private(set) var baseSize: Int? = 0
  /// The part after the question mark; nil if there is none.
  let query: UnsafeRawBufferPointer?
  /// The host that a whole URL names; nil for a target that is a path.
  private(set) var authority: UnsafeRawBufferPointer?
  /// See `init(hidingQueryOf:)`.
  let hiddenByte: UInt8

  /// Returns the target with its parts.
  ///
  /// It is a path and perhaps a query; or a whole URL, as clients send it to proxies; or `*`.
  func parsed(isOptions: Bool, below basePath: String) throws(RequestError) -> RequestTarget {
    var target = self
    if path.first != 0x2f {
      if path.count == 1, path.first == 0x2a, query == nil, isOptions { return self }
      let scheme = ASCII.hasPrefix(path, "http://") ? 7 : ASCII.hasPrefix(path, "https://") ? 8 : 0
      guard scheme > 0, let slash = path[scheme...].firstIndex(of: 0x2f), slash > scheme else {
        throw .malformedTarget
      }
      let authority = UnsafeRawBufferPointer(rebasing: path[scheme..<slash])
      if !RequestHead.isHost(authority) { throw .malformedHost }
      target.authority = authority
      target.path = UnsafeRawBufferPointer(rebasing: path[slash...])
    }
    var isBad = false
    for byte in whole { isBad = isBad || byte <= 0x20 || byte == 0x7f || byte == 0x23 }
    if isBad { throw .malformedTarget }
    if !PercentEncoding.isWellFormed(target.path) { throw .malformedEncoding }
    if let query, !PercentEncoding.isWellFormed(query) { throw .malformedEncoding }
    let base = basePath.utf8
    let isBelow = base.isEmpty || target.path.starts(with: base) && target.path.dropFirst(base.count).first == 0x2f
    target.baseSize = isBelow ? base.count : nil
    return target
  }

  mutating func enter(_ folder: String) -> Bool {
    let (local, folder) = (localPath, folder.utf8)
    guard let baseSize, local.starts(with: folder), local.dropFirst(folder.count).first == 0x2f else { return false }
    self.baseSize = baseSize + folder.count
    return true
  }

  /// The path below the server's base path; the whole path if it is not below it.
  var localPath: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: path[(baseSize ?? 0)...]) }

  /// The size of the local path and the query.
  var localSize: Int { path.count - (baseSize ?? 0) + (query.map { $0.count + 1 } ?? 0) }

  /// Whether the local path and the query are this URL, byte for byte.
  func equals(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    guard url.count == localSize, let left = url.baseAddress, let right = localPath.baseAddress else { return false }
    return memcmp(left, right, url.count) == 0
  }
}

extension RequestTarget {
  /// Hides the query from libmicrohttpd, which would split it in place and take memory for each part. It leaves an empty
  /// query alone, and so the first byte of the query becomes zero until `restoreQuery()`.
  init(hidingQueryOf target: UnsafePointer<CChar>) {
    whole = UnsafeRawBufferPointer(start: target, count: ASCII.count(target))
    guard let mark = whole.firstIndex(of: 0x3f) else {
      path = whole
      query = nil
      hiddenByte = 0
      return
    }
    path = UnsafeRawBufferPointer(rebasing: whole[..<mark])
    let query = UnsafeRawBufferPointer(rebasing: whole[(mark + 1)...])
    self.query = query
    hiddenByte = query.first ?? 0
    // Safe because this is libmicrohttpd's own buffer, in which it would write next.
    if !query.isEmpty { UnsafeMutableRawBufferPointer(mutating: query)[0] = 0 }
  }

  /// Restores the hidden byte, and the question mark, in whose place libmicrohttpd has written a zero.
  func restoreQuery() {
    guard let query else { return }
    // Safe because this is libmicrohttpd's own buffer, which it does not use any more.
    UnsafeMutableRawBufferPointer(mutating: whole)[path.count] = 0x3f
    if !query.isEmpty { UnsafeMutableRawBufferPointer(mutating: query)[0] = hiddenByte }
  }

  /// Whether the method before the target is HEAD, for a request of which libmicrohttpd has not told the method. The method
  /// lies before the target and ends with a zero.
  var followsHead: Bool {
    guard var next = whole.baseAddress else { return false }
    // A method of four bytes can be compared as long as its last bytes are those of HEAD.
    for byte in "\0DAEH".utf8 {
      next -= 1
      if next.load(as: UInt8.self) != byte { return false }
    }
    return true
  }
}
