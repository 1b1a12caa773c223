internal import Foundation

/// The style sheets of pages as one file without comments, so that a page waits for one request before it is shown.
struct JoinedSheet {
  static let path = "tempura-site.css"

  /// The URLs of the style sheets that pages name, in their order: the joined one, and those that are not part of it.
  let urls: [String]
  /// The content of the joined one.
  let css: Data

  /// Joins style sheets up to the first one that cannot be a part of a file, as those after it override its rules: one of
  /// another server, in a folder (its URLs are relative to it), or with rules that must come first in a file.
  ///
  /// - Parameters:
  ///   - urls: The URLs of the style sheets, in their order.
  ///   - files: The files of the site.
  init(_ urls: [String], in files: SiteFiles) {
    // Each file is read once, because it may change meanwhile.
    var joined: [[UInt8]] = []
    for url in urls {
      guard Self.isAtRoot(url), let css = files.contents(ofURL: url).flatMap(Self.joinable) else { break }
      joined.append(css)
    }
    css = Data(joined.joined(separator: Self.end))
    self.urls = ["/\(Self.path)"] + urls.dropFirst(joined.count)
  }

  /// The end of a sheet in the joined one: an empty rule, which browsers drop with what the sheet has before it, such as one
  /// brace too many. They would drop the first rule of the next sheet otherwise.
  private static let end = Array(";{}".utf8)

  private static func isAtRoot(_ url: String) -> Bool { url.hasPrefix("/") && !url.dropFirst().contains("/") }

  private static func joinable(_ css: Data) -> [UInt8]? {
    let byteOrderMark = Data([0xef, 0xbb, 0xbf])
    let text = String(decoding: css.starts(with: byteOrderMark) ? css.dropFirst(3) : css, as: UTF8.self)
    let compacted = compact(text.utf8)
    let rules = String(decoding: compacted, as: UTF8.self).lowercased()
    return ["@import", "@charset", "@namespace"].contains(where: rules.contains) ? nil : compacted
  }

  /// Returns a style sheet without comments and without space that means nothing. Closes what it leaves open, as browsers do
  /// at the end of a file (CSS Syntax Level 3, section 5.4).
  static func compact(_ css: some Collection<UInt8>) -> [UInt8] {
    var reader = Reader(css: Array(css))
    while let byte = reader.next() { reader.take(byte) }
    return reader.result + reader.open.reversed()
  }

  private struct Reader {
    private let separators = Array("{};,".utf8)
    let css: [UInt8]
    var index = 0
    var result: [UInt8] = []
    /// The ends of what is open.
    var open: [UInt8] = []
    /// Whether there is space, or a comment, between the result and the next byte.
    var hasSpace = false
    var hasComment = false

    /// Reads all ends of lines as browsers do (section 3.3).
    init(css: [UInt8]) {
      self.css = zip(css, css.dropFirst() + [0]).compactMap { byte, next in
        byte == 0x0d && next == 0x0a ? nil : byte == 0x0d || byte == 0x0c ? 0x0a : byte
      }
      result.reserveCapacity(css.count)
    }

    mutating func next() -> UInt8? {
      if index == css.count { return nil }
      defer { index += 1 }
      return css[index]
    }

    mutating func take(_ byte: UInt8) {
      switch byte {
      case 0x20, 0x09, 0x0a:
        hasSpace = true
        return
      case UInt8(ascii: "/") where index < css.count && css[index] == UInt8(ascii: "*"):
        index += 1
        var last: UInt8 = 0
        while let next = next(), last != UInt8(ascii: "*") || next != UInt8(ascii: "/") { last = next }
        hasComment = true
        return
      default: separate(from: byte)
      }
      if byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";"), !isEscaped { result.removeLast() }
      result.append(byte)
      switch byte {
      case UInt8(ascii: "\\"): copyEscape()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): copyString(byte)
      case UInt8(ascii: "("):
        open.append(UInt8(ascii: ")"))
        if String(decoding: result.suffix(4), as: UTF8.self).lowercased() == "url(" { copyAddress() }
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      default: if byte == open.last { open.removeLast() }
      }
    }

    /// Writes the space or the comment before a byte if it has a meaning.
    private mutating func separate(from byte: UInt8) {
      defer { (hasSpace, hasComment) = (false, false) }
      guard hasSpace || hasComment, let last = result.last else { return }
      if separators.contains(byte) || separators.contains(last) && !isEscaped { return }
      // Space before a colon is part of a selector. Space after one begins a value.
      if !hasSpace { result += "/**/".utf8 } else if last != UInt8(ascii: ":") || isEscaped { result.append(0x20) }
    }

    private var isEscaped: Bool { result.dropLast().last == UInt8(ascii: "\\") }

    /// Copies what follows a backslash: up to six hexadecimal digits and the space that ends them, or a character.
    private mutating func copyEscape() {
      let digits = css[index...].prefix(6).prefix { UnicodeScalar($0).properties.isASCIIHexDigit }
      result += digits
      index += digits.count
      let hasSpace = index < css.count && [0x20, 0x09, 0x0a].contains(css[index])
      if digits.isEmpty || hasSpace, let next = next() { result.append(next) }
    }

    /// Copies a string up to its end, or up to the end of the line, which ends it as well.
    private mutating func copyString(_ quote: UInt8) {
      while let byte = next() {
        // A backslash at the end of the file is no part of the string.
        if byte == UInt8(ascii: "\\"), index == css.count { break }
        result.append(byte)
        if byte == quote || byte == 0x0a { return }
        if byte == UInt8(ascii: "\\"), let next = next() { result.append(next) }
      }
      result.append(quote)
    }

    /// Copies an address up to its end, unless it is a string.
    private mutating func copyAddress() {
      let start = css[index...].first { ![0x20, 0x09, 0x0a].contains($0) }
      if start == UInt8(ascii: "\"") || start == UInt8(ascii: "'") { return }
      while index < css.count, css[index] != UInt8(ascii: ")"), let byte = next() {
        result.append(byte)
        if byte == UInt8(ascii: "\\"), let next = next() { result.append(next) }
      }
    }
  }
}
