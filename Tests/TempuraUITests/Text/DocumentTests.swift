import Foundation
import Testing

@testable import TempuraUI

/// Attributed texts that are read from documents.
@Suite struct DocumentTests {
  private func read(_ html: String) throws -> NSAttributedString {
    try NSAttributedString(
      data: Data(html.utf8),
      options: [
        .documentType: NSAttributedString.DocumentType.html, .characterEncoding: String.Encoding.utf8.rawValue,
      ],
      documentAttributes: nil)
  }

  @Test(arguments: [
    ("a <b>b</b>  c\n d", "a b c d"), ("<p>a</p><p>b</p>", "a\nb\n"), ("a<br>b", "a\nb"),
    ("1 < 2 &amp; &#8364;&#x20AC;", "1 < 2 & €€"),
    ("<ul><li>a<li>b</ul>", "• a\n• b\n"), ("<style>p{}</style><script>x<b</script>a<!-- b", "a"),
    ("&unknown; &#xFFFFFFFF; <", "&unknown; &#xFFFFFFFF; <"),
    ("", ""), ("<a href=", "<a href="),
  ])
  func theTextOfHTMLIsRead(html: String, text: String) throws {
    #expect(try read(html).string == text)
  }

  /// Reading them in quadratic time would take many minutes.
  @Test(arguments: ["<a ", "</", "<p>é", "<!---->", "<b>ä</b> ", "&amp", "<style></STYLE>"])
  func longDocumentsAreReadInLinearTime(part: String) throws {
    let text = try read(String(repeating: part, count: 30_000))
    #expect(text.length <= part.utf16.count * 30_000)
  }

  @Test func partsHaveAttributes() throws {
    let text = try read(#"<strong>a</strong><em>b</em><a HREF="https://example.org/?a&amp;b">c</a><u>d</u>"#)
    func attribute(_ key: NSAttributedString.Key, _ index: Int) -> Any? {
      text.attribute(key, at: index, effectiveRange: nil)
    }
    #expect(attribute(.font, 0) as? UIFont == .boldSystemFont(ofSize: 12))
    #expect(attribute(.font, 1) as? UIFont == .italicSystemFont(ofSize: 12))
    #expect((attribute(.link, 2) as? URL)?.absoluteString == "https://example.org/?a&b")
    #expect(attribute(.underlineStyle, 3) as? Int == 1)
  }

  @Test func aPlainTextIsTakenAsItIs() throws {
    let text = try NSAttributedString(data: Data("<b>a".utf8), documentAttributes: nil)
    #expect(text.string == "<b>a")
    #expect(throws: CocoaError.self) { try NSAttributedString(data: Data([0xFF]), documentAttributes: nil) }
  }
}
