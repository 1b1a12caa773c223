import Foundation
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// The lines that labels with a frame write into the page.
@Suite(.app) struct LineTests {
  private func page(_ label: UILabel, width: CGFloat = 100, height: CGFloat = 400) -> Page {
    let controller = UIViewController()
    controller.view.addSubview(label)
    label.frame = CGRect(x: 0, y: 0, width: width, height: height)
    return Page(showing: controller)
  }

  private func label(_ text: String, lines: Int = 0) -> UILabel {
    let label = UILabel()
    label.text = text
    label.numberOfLines = lines
    label.accessibilityIdentifier = "x"
    return label
  }

  /// What is in the element of the label.
  private func lines(_ page: Page) -> String {
    let html = page.html
    guard let start = html.range(of: "id=\"x\""), let open = html[start.upperBound...].firstIndex(of: ">"),
      let end = html[open...].range(of: "</p>")
    else { return "" }
    return String(html[html.index(after: open)..<end.lowerBound])
  }

  @Test func aLineThatIsFullEndsInAnElement() {
    let text = lines(page(label("one two three four five")))
    #expect(text.contains(#"<span class="br"> </span>"#))
    #expect(text.replacing(/<[^>]*>/, with: "") == "one two three four five", "the text itself has no breaks")
  }

  @Test(arguments: ["\u{B}", "\u{C}", "\u{85}"])
  func aBreakThatNoPageMayContainIsASpace(character: String) {
    #expect(lines(page(label("one\(character)two"))).contains(#"<span class="br"> </span>"#))
  }

  @Test func aLabelKeepsNoLinesOncePartOfThePage() {
    let label = label("one two three four five")
    let page = page(label)
    let html = page.html
    #expect(html.contains(#"<span class="br">"#) && !label.keepsLines)
    label.textColor = .red
    #expect(page.count(of: #"<span class="br">"#) == html.components(separatedBy: #"<span class="br">"#).count - 1)
    #expect(!label.keepsLines)
  }

  @Test func aLineTakesFewBytes() {
    #expect(MemoryLayout<BrokenText.Line>.stride <= 64)
    // One style for all lines of consecutive paragraphs, however many.
    let text = NSMutableAttributedString(string: String(repeating: "a b\n", count: 50))
    let style = NSMutableParagraphStyle()
    style.headIndent = 7
    style.firstLineHeadIndent = 3
    style.lineSpacing = 2
    text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 0, length: text.length))
    let broken = MeasuredText(text, font: .systemFont(ofSize: 10)).broken(width: 10)
    #expect(broken.lines.count == 100 && broken.parts.count == 1)
    #expect(broken.indent(ofLine: 0) == 3 && broken.indent(ofLine: 1) == 7 && broken.indent(ofLine: 2) == 3)
    let height = broken.lines[0].height
    #expect(broken.bottom(ofLine: 99) == 100 * height + 99 * 2)
    #expect(broken.style(ofLine: 99).headIndent == 7)
  }

  @Test func aLabelThatFlowsHasNoLines() {
    let controller = UIViewController()
    let label = label("one two three four five six seven eight nine ten eleven twelve thirteen")
    controller.view.addSubview(label)
    #expect(lines(Page(showing: controller)) == label.text)
  }

  @Test func aLineFeedStaysALineFeed() {
    #expect(lines(page(label("a\n\nb"))) == "a\n\nb")
  }

  @Test func aTextThatIsTooLongIsTruncatedForEyesOnly() {
    let text = lines(page(label("one two three four five six seven", lines: 1)))
    #expect(text.contains(#"<span class="ellipsis"></span><span class="unseen">"#))
    #expect(text.replacing(/<[^>]*>/, with: "") == "one two three four five six seven")
    let middle = label("one two three four five six seven", lines: 1)
    middle.lineBreakMode = .byTruncatingMiddle
    #expect(lines(page(middle)).hasSuffix("n"))
    middle.lineBreakMode = .byTruncatingHead
    #expect(lines(page(middle)).hasPrefix(#"<span class="ellipsis"></span>"#))
  }

  @Test func aTextThatIsTooHighIsTruncated() {
    let label = label("one two three four five six seven eight")
    #expect(lines(page(label, height: label.font.lineHeight * 2)).contains(#"class="ellipsis""#))
    label.numberOfLines = 3
    #expect(!lines(page(label, width: 300, height: 100)).contains(#"class="ellipsis""#))
  }

  @Test func aTextInASmallerFontFits() {
    let label = label("one two three four", lines: 1)
    label.adjustsFontSizeToFitWidth = true
    let page = page(label)
    #expect(lines(page) == "one two three four")
    #expect(!css(label).contains("font-size:1.0625rem"))
    label.minimumScaleFactor = 0.95
    #expect(lines(page).contains(#"class="ellipsis""#))
    #expect(css(label).contains("font-size:\(CSS.rem(17 * 0.95));"))
  }

  @Test func linesFollowTheText() {
    let label = label("one")
    let page = page(label)
    #expect(lines(page) == "one")
    label.text = "two\nthree"
    #expect(lines(page) == "two\nthree")
    label.font = .systemFont(ofSize: 40)
    label.text = "two three"
    #expect(lines(page).contains("br"))
    label.frame.size.width = 300
    #expect(!lines(page).contains("br"))
  }

  @Test func theDirectionIsThatOfTheParagraph() {
    let label = label("שלום עולם abc def שלום עולם")
    _ = page(label).html
    #expect(css(label).contains("direction:rtl;unicode-bidi:isolate;"))
    label.text = "Text שלום עולם and more text"
    #expect(css(label).contains("direction:ltr;"))
    let mixed = self.label("Latin and long enough to break\nשלום עולם abc def שלום עולם")
    let html = page(mixed).html
    #expect(html.components(separatedBy: "class=\"paragraph ").count == 3)
  }

  @Test func aBreakKeepsTheOrderOfNumbersAndLetters() {
    #expect(lines(page(label("שלום עולם abcdefg hijklmnop 123"))).contains(#"<span class="br ltr-ltr"> </span>"#))
    #expect(lines(page(label("Some letters שלום עולם 123 שלום"))).contains(#"<span class="br rtl-rtl"> </span>"#))
  }

  @Test func joinedLettersAreNotSpaced() {
    let label = label("")
    let text = NSMutableAttributedString(string: "مرحبا بالعالم", attributes: [.kern: 2])
    let plain = NSAttributedString(string: text.string)
    #expect(text.size() == plain.size(), "browsers disagree about the space, so there is none")
    text.append(NSAttributedString(string: " Hello", attributes: [.kern: 1]))
    label.attributedText = text
    #expect(lines(page(label, width: 300)).contains(/مرحبا بالعالم<span class="s\d+"> Hello<\/span>/))
    #expect(label.attributedText?.attribute(.kern, at: 0, effectiveRange: nil) as? Int == 2, "the app's text stays")
  }

  @Test func aLinkOverSeveralLinesIsOneLink() {
    let label = label("")
    let text = NSMutableAttributedString(string: "Read the ")
    text.append(
      NSAttributedString(
        string: "terms and conditions of this service", attributes: [.link: "https://example.org/", .kern: 1]))
    text.append(NSAttributedString(string: " now"))
    label.attributedText = text
    let html = lines(page(label))
    #expect(html.components(separatedBy: "<a ").count == 2)
    #expect(html.components(separatedBy: "</a>").count == 2)
    #expect(html.replacing(/<[^>]*>/, with: "") == text.string)
  }

  @Test func linesOfSeveralFontsHaveTheirHeights() {
    let label = label("")
    let text = NSMutableAttributedString(string: "Small ")
    text.append(NSAttributedString(string: "large", attributes: [.font: UIFont.systemFont(ofSize: 40)]))
    label.attributedText = text
    let html = lines(page(label))
    #expect(html.contains(#"<span class="strut s"#))
    #expect(css(label).contains("line-height:0;"))
  }

  @Test func anAttachmentIsAnImage() {
    let attachment = NSTextAttachment(image: UIImage(url: "/a.png"))
    attachment.bounds = CGRect(x: 0, y: -4, width: 16, height: 16)
    attachment.accessibilityLabel = "Star"
    let label = UILabel()
    label.attributedText = NSAttributedString(attachment: attachment)
    #expect(content(label) == #"<span class="attachment s0"><img src="/a.png" alt="Star"></span>"#)
    #expect(renderingFromScratch(label).styles.css.contains("width:1rem;height:1rem;vertical-align:-0.25rem;"))
  }
}

@Suite(.app) struct LongTextTests {
  /// A text of many lines in two directions, with the only letter at its begin. Each line asks for the letters around it.
  @Test(.timeLimit(.minutes(1))) func linesWithoutLettersAreWrittenInLinearTime() {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 240, height: 0))
    label.numberOfLines = 0
    label.text = "\u{5D0}a" + String(repeating: "1", count: 250_000)
    let controller = UIViewController()
    controller.view.addSubview(label)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    window.rootViewController = controller
    window.makeKeyAndVisible()
    label.frame.size.height = 1_000_000
    window.layoutIfNeeded()
    #expect(html(window).contains("class=\"br"))
  }

  @Test(.timeLimit(.minutes(1))) func aLowLabelWithManyLinesIsTruncatedInLinearTime() {
    let text = MeasuredText(String(repeating: "a\n", count: 100_000), font: .systemFont(ofSize: 16))
    #expect(text.broken(width: 100, height: 40).lines.count == 2)
  }
}
