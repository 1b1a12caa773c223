internal import Basics

/// Strong entity tags (RFC 9110, section 8.8.3).
enum EntityTag {
  /// The tag of a file in a folder. A change of the file changes one of these numbers.
  static func of(inode: UInt64, size: Int, seconds: Int, nanoseconds: Int) -> String {
    let time = UInt64(bitPattern: Int64(seconds)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(nanoseconds))
    return "\"\(hex(inode))-\(hex(UInt64(clamping: size)))-\(hex(time))\""
  }

  /// The tag of a content: its hash and its number of bytes.
  static func of(_ hash: StableHash, size: Int) -> String { "\"\(hex(hash.value))-\(hex(UInt64(size)))\"" }

  /// The tag of a compressed file.
  ///
  /// - Parameter tag: That of the file as it is.
  static func compressed(_ tag: String, _ coding: FileCoding) -> String { "\(tag.dropLast())-\(coding.rawValue)\"" }

  /// Whether an If-None-Match field names the tag: in a list, weak or not, or with `*` (section 13.1.2).
  static func matches(_ tag: String, field: String) -> Bool {
    let field = field.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    if field.first == 0x2a { return field.dropFirst().allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    // A tag may contain commas, so the list is not split at commas: each tag is from quote to quote.
    var rest = field
    while let start = rest.firstIndex(of: 0x22) {
      let after = rest[rest.index(after: start)...]
      guard let end = after.firstIndex(of: 0x22) else { return false }
      if rest[start...end].elementsEqual(tag.utf8) { return true }
      rest = rest[rest.index(after: end)...]
    }
    return false
  }

  private static func hex(_ number: UInt64) -> String { String(number, radix: 16) }
}

/// The content security policy of a file that browsers show as a document, in which scripts could run (Content Security
/// Policy Level 3). It does not apply to a file that a page uses as a picture, style, script or font.
enum FilePolicy {
  /// - Parameter type: The Content-Type of the file. Its parameters do not count.
  /// - Returns: Nil for files that are not documents.
  static func of(_ type: String) -> String? {
    switch type.prefix(while: { $0 != ";" }) {
    case "image/svg+xml", "application/xml": picture
    case "text/html": page
    default: nil
    }
  }

  /// Pictures often come from elsewhere: they run no script, load nothing, and do not belong to the origin of this server.
  private static let picture =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

  /// A page belongs to the app: it may contain style, and use files of this server. Its scripts must be files.
  private static let page =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'self'"
}
