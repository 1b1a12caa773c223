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
    var (css, count) = (Data(), 0)
    for url in urls {
      // Each file is read once, because it may change meanwhile.
      guard Self.isAtRoot(url), let sheet = files.contents(ofURL: url).flatMap(Self.joinable) else { break }
      if count > 0 { css.append(contentsOf: Self.end) }
      css.append(contentsOf: sheet)
      count += 1
    }
    self.css = css
    self.urls = ["/\(Self.path)"] + urls.dropFirst(count)
  }

  /// The end of a sheet in the joined one: an empty rule, which browsers drop with what the sheet has before it, such as one
  /// brace too many. They would drop the first rule of the next sheet otherwise.
  private static let end = Array(";{}".utf8)

  private static func isAtRoot(_ url: String) -> Bool { url.hasPrefix("/") && !url.dropFirst().contains("/") }

  private static func joinable(_ css: Data) -> [UInt8]? {
    css.withUnsafeBytes { bytes in
      let hasByteOrderMark = bytes.starts(with: [0xef, 0xbb, 0xbf])
      var reader = Reader(css: UnsafeRawBufferPointer(rebasing: bytes[(hasByteOrderMark ? 3 : 0)...]))
      reader.compact()
      return reader.mustBeFirst ? nil : reader.result
    }
  }

  /// Returns a style sheet without comments and without space that means nothing. Closes what it leaves open, as browsers do
  /// at the end of a file (CSS Syntax Level 3, section 5.4).
  static func compact(_ css: some Collection<UInt8>) -> [UInt8] {
    Array(css).withUnsafeBytes { bytes in
      var reader = Reader(css: bytes)
      reader.compact()
      return reader.result
    }
  }

  /// Reads bytes, because a server reads some 80 KB of them before its first answer.
  private struct Reader {
    let css: UnsafeRawBufferPointer
    private var index = 0
    private(set) var result: [UInt8] = []
    /// Whether the sheet has a rule that must come first in a file.
    private(set) var mustBeFirst = false
    /// The ends of what is open.
    private var open: [UInt8] = []
    /// Whether there is space, or a comment, between the result and the next byte.
    private var hasSpace = false
    private var hasComment = false

    init(css: UnsafeRawBufferPointer) {
      self.css = css
      result.reserveCapacity(css.count)
    }

    mutating func compact() {
      while let byte = next() { take(byte) }
      result += open.reversed()
    }

    /// Reads a byte, and each end of a line as a line feed, as browsers do (section 3.3).
    private mutating func next() -> UInt8? {
      if index == css.count { return nil }
      let byte = css[index]
      index += 1
      guard byte == 0x0d || byte == 0x0c else { return byte }
      if byte == 0x0d, index < css.count, css[index] == 0x0a { index += 1 }
      return 0x0a
    }

    private mutating func take(_ byte: UInt8) {
      switch byte {
      case 0x20, 0x09, 0x0a:
        hasSpace = true
        return
      case UInt8(ascii: "/") where index < css.count && css[index] == UInt8(ascii: "*"):
        skipComment()
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
        if Self.are(result.suffix(4), "url(") { copyAddress() }
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "@"): readAtRule()
      default: if Self.isPlain(byte) { copyPlain() } else if byte == open.last { open.removeLast() }
      }
    }

    private mutating func skipComment() {
      index += 1
      var last: UInt8 = 0
      while index < css.count, last != UInt8(ascii: "*") || css[index] != UInt8(ascii: "/") {
        last = css[index]
        index += 1
      }
      index = min(index + 1, css.count)
      hasComment = true
    }

    /// Whether a byte is only copied.
    private static func isPlain(_ byte: UInt8) -> Bool {
      // A bit for each character that is not: those up to the space, and " ' ( ) / @ [ \ ] { }
      let special: UInt64 = byte < 64 ? 0x0000_8385_FFFF_FFFF : byte < 128 ? 0x2800_0000_3800_0001 : 0
      return special >> UInt64(byte & 63) & 1 == 0
    }

    private mutating func copyPlain() {
      let start = index
      while index < css.count, Self.isPlain(css[index]) { index += 1 }
      result += UnsafeRawBufferPointer(rebasing: css[start..<index])
    }

    private mutating func readAtRule() {
      mustBeFirst =
        mustBeFirst
        || ["import", "charset", "namespace"].contains { Self.are(css[index...].prefix($0.utf8.count), $0) }
    }

    /// Whether bytes are a word of small letters, in any case.
    private static func are(_ bytes: some Sequence<UInt8>, _ word: String) -> Bool {
      bytes.elementsEqual(word.utf8) { $0 | 0x20 == $1 }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }

    /// Writes the space or the comment before a byte if it has a meaning.
    private mutating func separate(from byte: UInt8) {
      guard hasSpace || hasComment else { return }
      defer { (hasSpace, hasComment) = (false, false) }
      guard let last = result.last else { return }
      if Self.isSeparator(byte) || Self.isSeparator(last) && !isEscaped { return }
      // Space before a colon is part of a selector. Space after one begins a value.
      if !hasSpace { result += "/**/".utf8 } else if last != UInt8(ascii: ":") || isEscaped { result.append(0x20) }
    }

    private var isEscaped: Bool { result.count > 1 && result[result.count - 2] == UInt8(ascii: "\\") }

    /// Copies what follows a backslash: up to six hexadecimal digits and the space that ends them, or a character.
    private mutating func copyEscape() {
      let digits = css[index...].prefix(6).prefix { UnicodeScalar($0).properties.isASCIIHexDigit }
      result += digits
      index += digits.count
      let hasSpace = index < css.count && Self.isSpace(css[index])
      if digits.isEmpty || hasSpace, let next = next() { result.append(next) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0d ~= byte && byte != 0x0b }

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
      let start = css[index...].first { !Self.isSpace($0) }
      if start == UInt8(ascii: "\"") || start == UInt8(ascii: "'") { return }
      while index < css.count, css[index] != UInt8(ascii: ")"), let byte = next() {
        result.append(byte)
        if byte == UInt8(ascii: "\\"), let next = next() { result.append(next) }
      }
    }
  }
}
