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
    let texts = urls.lazy.map { url in Self.isAtRoot(url) ? files.contents(ofURL: url).flatMap(Self.joinable) : nil }
    let joined = texts.prefix { $0 != nil }.compactMap { $0 }
    css = Data(joined.joined())
    self.urls = ["/\(Self.path)"] + urls.dropFirst(joined.count)
  }

  private static func isAtRoot(_ url: String) -> Bool { url.hasPrefix("/") && !url.dropFirst().contains("/") }

  private static func joinable(_ css: Data) -> [UInt8]? {
    let byteOrderMark = Data([0xef, 0xbb, 0xbf])
    let text = String(decoding: css.starts(with: byteOrderMark) ? css.dropFirst(3) : css, as: UTF8.self)
    let compacted = compact(text.utf8)
    let rules = String(decoding: compacted, as: UTF8.self)
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

    init(css: [UInt8]) {
      self.css = css
      result.reserveCapacity(css.count)
    }

    mutating func next() -> UInt8? {
      if index == css.count { return nil }
      defer { index += 1 }
      return css[index]
    }

    mutating func take(_ byte: UInt8) {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d:
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
      if byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";") { result.removeLast() }
      result.append(byte)
      switch byte {
      case UInt8(ascii: "\\"): if let next = next() { result.append(next) }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): copyString(byte)
      case UInt8(ascii: "("):
        open.append(UInt8(ascii: ")"))
        if result.suffix(4).elementsEqual("url(".utf8) { copyAddress() }
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      default: if byte == open.last { open.removeLast() }
      }
    }

    /// Writes the space or the comment before a byte if it has a meaning.
    private mutating func separate(from byte: UInt8) {
      defer { (hasSpace, hasComment) = (false, false) }
      guard hasSpace || hasComment, let last = result.last else { return }
      let isEscaped = result.dropLast().last == UInt8(ascii: "\\")
      if separators.contains(byte) || separators.contains(last) && !isEscaped { return }
      // Space before a colon is part of a selector. Space after one begins a value.
      if !hasSpace { result += "/**/".utf8 } else if last != UInt8(ascii: ":") { result.append(0x20) }
    }

    /// Copies a string up to its end, or up to the end of the line, which ends it as well.
    private mutating func copyString(_ quote: UInt8) {
      while let byte = next() {
        result.append(byte)
        if byte == quote || byte == 0x0a { return }
        if byte == UInt8(ascii: "\\"), let next = next() { result.append(next) }
      }
      result.append(quote)
    }

    /// Copies an address up to its end, or to the string that it is.
    private mutating func copyAddress() {
      while index < css.count, !"\"')".utf8.contains(css[index]) {
        result.append(css[index])
        index += 1
      }
    }
  }
}
