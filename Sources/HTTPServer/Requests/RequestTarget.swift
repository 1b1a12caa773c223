internal import Basics
internal import Glibc

/// The target in a request line (RFC 9112, section 3.2), in the memory of libmicrohttpd.
struct RequestTarget {
  /// As the client sent it.
  let whole: UnsafeRawBufferPointer
  var path: UnsafeRawBufferPointer
  /// The part after the question mark; nil if there is none.
  let query: UnsafeRawBufferPointer?
  /// The host that a whole URL names; nil for a target that is a path.
  private(set) var authority: UnsafeRawBufferPointer?
  /// See `init(hidingQueryOf:)`.
  let hiddenByte: UInt8

  /// Returns the target with its parts.
  ///
  /// It is a path and perhaps a query; or a whole URL, as clients send it to proxies; or `*`.
  func parsed(isOptions: Bool) throws(RequestError) -> RequestTarget {
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
    return target
  }

  /// Whether the target is this URL, byte for byte.
  func equals(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    guard url.count == whole.count, let left = url.baseAddress, let right = whole.baseAddress else { return false }
    return memcmp(left, right, url.count) == 0
  }
}

/// The parts of a URL's path and query. Both are percent-encoded and well-formed.
package enum TargetParts {
  /// The path and the query of a URL without a host. The query is nil if there is none.
  package static func split(_ url: String) -> (path: Substring, query: Substring?) {
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (url[...], nil) }
    return (url[..<mark], url[url.utf8.index(after: mark)...])
  }

  /// The path's segments, decoded. Empty ones are left out, so `/` has none.
  package static func segments(_ path: UnsafeRawBufferPointer) -> [String] {
    path.split(separator: 0x2f).compactMap { PercentEncoding.decode(UnsafeRawBufferPointer(rebasing: $0)) }
  }

  /// The query's names and values in their order, decoded as a form's are. A name without `=` has an empty value.
  package static func items(_ query: UnsafeRawBufferPointer) -> [(name: String, value: String)] {
    query.split(separator: 0x26).compactMap { piece in
      let mark = piece.firstIndex(of: 0x3d) ?? piece.endIndex
      let value = piece[mark...].dropFirst()
      guard
        let name = PercentEncoding.decode(UnsafeRawBufferPointer(rebasing: piece[..<mark]), plusIsSpace: true),
        let value = PercentEncoding.decode(UnsafeRawBufferPointer(rebasing: value), plusIsSpace: true)
      else { return nil }
      return (name, value)
    }
  }
}
