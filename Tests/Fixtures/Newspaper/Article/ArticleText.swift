import UIKit

/// Makes the attributed texts of an article.
struct ArticleText {
  let font: ReaderFont
  let scale: CGFloat

  private var body: UIFont { font.font(.body, scale: scale) }

  func byline(_ story: Story) -> NSAttributedString {
    let text = NSMutableAttributedString(
      string: String(format: NSLocalizedString("By %@", comment: ""), story.author),
      attributes: [.font: UIFont.preferredFont(forTextStyle: .subheadline), .foregroundColor: UIColor.secondaryLabel])
    let range = (text.string as NSString).range(of: story.author)
    text.addAttributes(
      [.foregroundColor: UIColor.label, .underlineStyle: NSUnderlineStyle.single.rawValue], range: range)
    let date = DateFormatter()
    date.dateStyle = .long
    date.locale = UIApplication.shared.locale
    text.append(
      NSAttributedString(
        string: "  ·  \(date.string(from: story.date))",
        attributes: [
          .font: UIFont.preferredFont(forTextStyle: .caption1), .foregroundColor: UIColor.tertiaryLabel, .kern: 0.5,
        ]))
    return text
  }

  func opening(_ string: String) -> NSAttributedString {
    let text = NSMutableAttributedString(string: string, attributes: [.font: body, .foregroundColor: UIColor.label])
    let style = NSMutableParagraphStyle()
    style.lineHeightMultiple = 1.2
    style.alignment = .natural
    style.paragraphSpacing = 8
    text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 0, length: text.length))
    let cap = UIFont.headline(.largeTitle).withSize(body.pointSize * 2.6)
    text.addAttributes([.font: cap, .foregroundColor: UIColor.accent], range: NSRange(location: 0, length: 1))
    return text
  }

  func paragraph(_ string: String) -> NSAttributedString {
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 4
    style.firstLineHeadIndent = 16
    style.alignment = .justified
    style.hyphenationFactor = 1
    let text = NSMutableAttributedString(
      string: string, attributes: [.font: body, .foregroundColor: UIColor.label, .paragraphStyle: style])
    let word = NSLocalizedString("link.word", comment: "A word of the text that is a link")
    let range = (string as NSString).range(of: word)
    if range.location != NSNotFound, let url = URL(string: "https://example.com/reports") {
      text.addAttribute(.link, value: url, range: range)
    }
    return text
  }

  func list(_ items: [String]) -> NSAttributedString {
    let style = NSMutableParagraphStyle()
    style.headIndent = 24
    style.tabStops = [NSTextTab(textAlignment: .natural, location: 24)]
    style.paragraphSpacing = 6
    return NSAttributedString(
      string: items.enumerated().map { "\($0 + 1).\t\($1)" }.joined(separator: "\n"),
      attributes: [.font: body, .foregroundColor: UIColor.label, .paragraphStyle: style])
  }

  func quote(_ string: String) -> NSAttributedString {
    let descriptor = body.fontDescriptor.withSymbolicTraits(.traitItalic) ?? body.fontDescriptor
    return NSAttributedString(
      string: "\u{201C}\(string)\u{201D}",
      attributes: [
        .font: UIFont(descriptor: descriptor, size: body.pointSize * 1.2), .foregroundColor: UIColor.secondaryLabel,
      ])
  }
}
