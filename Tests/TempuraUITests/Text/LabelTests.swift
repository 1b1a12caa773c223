import Foundation
import Testing

@testable import TempuraUI

/// What a label is beyond its plain text.
@Suite struct LabelTests {
  /// A paragraph cannot have a name.
  @Test func whatIsSaidInsteadOfTheTextIsOutOfSight() {
    let label = UILabel()
    label.text = "4★"
    label.accessibilityLabel = "Four of five stars"
    label.accessibilityHint = "Of 20 people"
    #expect(
      html(label) == #"<p id="uiLabel" class="UILabel" aria-description="Of 20 people"><span aria-hidden="true">4★"#
        + #"</span><span class="unseen">Four of five stars</span></p>"#)
    label.accessibilityLabel = nil
    label.accessibilityValue = "good"
    #expect(content(label).hasSuffix(#"<span class="unseen">4★, good</span>"#))
  }

  @Test func aJustifiedLineHasWiderSpaces() {
    let label = UILabel()
    label.text = "some words that take two lines"
    (label.numberOfLines, label.textAlignment) = (0, .justified)
    label.frame = CGRect(x: 0, y: 0, width: 150, height: 50)
    let controller = UIViewController()
    controller.view.addSubview(label)
    let window = window(showing: controller)
    window.layoutIfNeeded()
    #expect(renderingFromScratch(window).styles.css.contains("{word-spacing:"))
  }

  private final class Moved: UILabel {
    override func drawText(in rect: CGRect) { super.drawText(in: rect.offsetBy(dx: 0, dy: -10)) }
  }

  @Test func aTextCanBeDrawnAboveItsPlace() {
    let label = Moved()
    label.text = "a"
    label.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    #expect(css(label).contains("padding:0 0 1.25rem 0;"), "the middle of the text is 10 points higher")
  }

  // MARK: - Attributed texts

  private func attributed(_ attributes: [NSAttributedString.Key: Any]) -> (html: String, css: String) {
    let label = UILabel()
    let text = NSMutableAttributedString(string: "a <b> c")
    text.setAttributes(attributes, range: NSRange(location: 2, length: 3))
    label.attributedText = text
    let renderer = renderingFromScratch(label)
    return (content(label), renderer.styles.css)
  }

  @Test(
    arguments: [
      (.font, UIFont.boldSystemFont(ofSize: 16), "font-size:1rem;font-weight:600;"),
      (.font, UIFont.italicSystemFont(ofSize: 16), "font-size:1rem;font-weight:400;font-style:italic;"),
      (.foregroundColor, UIColor.red, "color:#ff0000;"), (.backgroundColor, UIColor.blue, "background-color:#0000ff;"),
      (.underlineStyle, NSUnderlineStyle.single.rawValue, "text-decoration:underline;"),
      (.underlineStyle, NSUnderlineStyle.double.rawValue, "text-decoration:underline double;"),
      (.strikethroughStyle, 1, "text-decoration:line-through;"), (.kern, 1.6, "letter-spacing:0.1rem;"),
      (.kern, NSNumber(value: 2), "letter-spacing:0.125rem;"),
    ] as [(NSAttributedString.Key, any Sendable, String)])
  func anAttributeIsAStyle(key: NSAttributedString.Key, value: any Sendable, css: String) {
    let result = attributed([key: value])
    #expect(result.html == #"a <span class="s0">&lt;b&gt;</span> c"#)
    #expect(result.css == ".s0{\(css)}\n")
  }

  @Test func attributesOfAnUnknownKindShowNothing() {
    #expect(attributed([NSAttributedString.Key("app"): 1]).html == "a &lt;b&gt; c")
    #expect(attributed([.font: "Arial", .kern: Double.nan, .underlineStyle: 0]).html == "a &lt;b&gt; c")
  }

  @Test(arguments: [
    "https://example.org/?a=1&b=2", "mailto:a@example.org", "tel:+391", "HTTP://example.org", "/list/a",
  ])
  func aLinkLeadsThere(url: String) {
    let escaped = url.replacing("&", with: "&amp;")
    #expect(attributed([.link: url]).html == #"a <a href="\#(escaped)">&lt;b&gt;</a> c"#)
    if let url = URL(string: url) { #expect(attributed([.link: url]).html.contains("<a href=")) }
  }

  @Test(arguments: ["javascript:alert(1)", "JavaScript:x", "data:text/html,x", "file:///etc/passwd", "//x", "", "x"])
  func aLinkIsNoScript(url: String) {
    #expect(attributed([.link: url]).html == "a &lt;b&gt; c")
  }

  @Test func aPartIsReadInItsLanguage() {
    let language: NSAttributedString.Key = .accessibilitySpeechLanguage
    #expect(attributed([language: "it-IT"]).html == #"a <span lang="it-IT">&lt;b&gt;</span> c"#)
    #expect(
      attributed([language: "it", .link: "/a"]).html == #"a <a href="/a"><span lang="it">&lt;b&gt;</span></a> c"#)
    let others: [NSAttributedString.Key: Any] = [
      .accessibilitySpeechPunctuation: true, .accessibilitySpeechPitch: 1, .accessibilitySpeechSpellOut: true,
      .accessibilitySpeechQueueAnnouncement: true, .accessibilitySpeechIPANotation: "a",
    ]
    #expect(attributed(others).html == "a &lt;b&gt; c")
  }

  @Test func aFontOfTheLabelIsThatOfTheWholeText() {
    let label = UILabel()
    label.attributedText = NSAttributedString(string: "x", attributes: [.font: UIFont.systemFont(ofSize: 10)])
    label.font = .systemFont(ofSize: 32)
    label.textColor = .red
    #expect(label.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont == .systemFont(ofSize: 32))
    #expect(label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .red)
  }

  @Test func aPlainTextTakesThePlaceOfAnAttributedOne() {
    let label = UILabel()
    label.attributedText = NSAttributedString(string: "x", attributes: [.foregroundColor: UIColor.red])
    #expect(label.text == "x")
    label.text = "x"
    #expect(content(label) == "x")
    #expect(label.attributedText?.string == "x")
    label.attributedText = nil
    #expect(label.text == nil)
    #expect(label.attributedText == nil)
  }

  @Test func anAttributedTextIsAsItWasWhenItWasSet() {
    let (label, text) = (UILabel(), NSMutableAttributedString(string: "before"))
    label.attributedText = text
    text.mutableString.setString("after")
    #expect(content(label) == "before")
  }

  @Test func partsAreCountedAsUIKitDoes() {
    let label = UILabel()
    let text = NSMutableAttributedString(string: "👍🏽é!")
    text.addAttribute(.kern, value: 1, range: NSRange(location: 4, length: 1))
    label.attributedText = text
    #expect(content(label) == #"👍🏽<span class="s0">é</span>!"#)
    let half = NSMutableAttributedString(string: "👍")
    half.addAttribute(.kern, value: 1, range: NSRange(location: 1, length: 1))
    label.attributedText = half
    #expect(!content(label).isEmpty, "half a character is no part of a text, and nothing traps")
  }

  // MARK: - Looks

  @Test(
    arguments: [
      (1, .byTruncatingTail, "white-space:nowrap;overflow:hidden;text-overflow:ellipsis;"),
      (1, .byClipping, "white-space:nowrap;overflow:hidden;text-overflow:clip;"), (1, .byWordWrapping, ""),
      (0, .byTruncatingTail, ""), (0, .byCharWrapping, "word-break:break-all;"),
    ] as [(Int, NSLineBreakMode, String)])
  func aTextIsBrokenAsItIsSaid(lines: Int, mode: NSLineBreakMode, expected: String) {
    let label = UILabel()
    #expect(label.lineBreakMode == .byTruncatingTail)
    label.numberOfLines = lines
    label.lineBreakMode = mode
    #expect(css(label) == expected)
  }

  @Test func aDisabledOrHighlightedTextHasAnotherColour() {
    let label = UILabel()
    label.textColor = .red
    label.highlightedTextColor = .blue
    #expect(css(label) == "color:#ff0000;")
    label.isHighlighted = true
    #expect(css(label) == "color:#0000ff;")
    label.isHighlighted = false
    label.isEnabled = false
    #expect(css(label) == "color:var(--secondary);")
  }

  @Test func aTextMayHaveAShadow() {
    let label = UILabel()
    label.shadowOffset = CGSize(width: 1, height: 2)
    #expect(css(label) == "")
    label.shadowColor = .black
    #expect(css(label) == "text-shadow:0.0625rem 0.125rem #000000;")
  }
}
