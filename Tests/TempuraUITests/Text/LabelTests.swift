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

  // MARK: - Attributed texts

  private func attributed(_ attributes: [NSAttributedString.Key: Any]) -> String {
    let label = UILabel()
    let text = NSMutableAttributedString(string: "a <b> c")
    text.setAttributes(attributes, range: NSRange(location: 2, length: 3))
    label.attributedText = text
    return content(label)
  }

  @Test func attributesOfAnUnknownKindShowNothing() {
    #expect(attributed([NSAttributedString.Key("app"): 1]) == "a &lt;b&gt; c")
    #expect(attributed([.font: "Arial", .kern: Double.nan, .underlineStyle: 0]) == "a &lt;b&gt; c")
  }

  @Test(arguments: [
    "https://example.org/?a=1&b=2", "mailto:a@example.org", "tel:+391", "HTTP://example.org", "/list/a",
  ])
  func aLinkLeadsThere(url: String) {
    let escaped = url.replacing("&", with: "&amp;")
    #expect(attributed([.link: url]) == #"a <a href="\#(escaped)">&lt;b&gt;</a> c"#)
    if let url = URL(string: url) { #expect(attributed([.link: url]).contains("<a href=")) }
  }

  @Test(arguments: ["javascript:alert(1)", "JavaScript:x", "data:text/html,x", "file:///etc/passwd", "//x", "", "x"])
  func aLinkIsNoScript(url: String) {
    #expect(attributed([.link: url]) == "a &lt;b&gt; c")
  }

  @Test func aPartIsReadInItsLanguage() {
    let language: NSAttributedString.Key = .accessibilitySpeechLanguage
    #expect(attributed([language: "it-IT"]) == #"a <span lang="it-IT">&lt;b&gt;</span> c"#)
    #expect(
      attributed([language: "it", .link: "/a"]) == #"a <a href="/a"><span lang="it">&lt;b&gt;</span></a> c"#)
    let others: [NSAttributedString.Key: Any] = [
      .accessibilitySpeechPunctuation: true, .accessibilitySpeechPitch: 1, .accessibilitySpeechSpellOut: true,
      .accessibilitySpeechQueueAnnouncement: true, .accessibilitySpeechIPANotation: "a",
    ]
    #expect(attributed(others) == "a &lt;b&gt; c")
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

}
