internal import Foundation
internal import HTTPServer

/// The style sheets of pages as one file, so that a page waits for one request before it is shown. Compression makes it small.
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
  init(_ urls: [String], in files: StaticFiles) {
    var (css, count) = (Data(), 0)
    for url in urls {
      // Each file is read once, because it may change meanwhile.
      guard Self.isAtRoot(url), let sheet = files.contents(ofURL: url), !Self.mustBeFirst(sheet) else { break }
      if count > 0 { css.append(contentsOf: Self.end) }
      css.append(contentsOf: sheet.dropFirst(sheet.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0))
      count += 1
    }
    self.css = css
    self.urls = ["/\(Self.path)"] + urls.dropFirst(count)
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The end of a sheet in the joined one. It ends a string, a comment, an address and a few blocks that the sheet leaves open, as
  /// browsers do at the end of a file (CSS Syntax Level 3, section 5.4). If none is open, browsers take it for an empty rule, which
  /// they drop, with what the sheet has before it, such as one brace too many.
  private static let end = Array("\n/**/)]}}}};{}\n".utf8)

  private static func isAtRoot(_ url: String) -> Bool { url.hasPrefix("/") && !url.dropFirst().contains("/") }

  /// Whether a sheet has a rule that must come first in a file, perhaps in a comment.
  private static func mustBeFirst(_ css: [UInt8]) -> Bool {
    let names = ["import", "charset", "namespace"].map { Array($0.utf8) }
    // Bytes, because a server reads some 80 KB of them before its first answer.
    return css.withUnsafeBytes { bytes in
      bytes.indices.contains { index in
        bytes[index] == UInt8(ascii: "@")
          && names.contains { name in bytes[(index + 1)...].prefix(name.count).elementsEqual(name) { $0 | 0x20 == $1 } }
      }
    }
  }
}
