internal import Basics

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
