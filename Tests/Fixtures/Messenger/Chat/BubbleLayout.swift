import UIKit

struct BubbleLayout {
  static let margins = UIEdgeInsets(top: 7, left: 12, bottom: 7, right: 12)
  static let footerHeight: CGFloat = 16

  let bubble: CGRect
  let sender: CGRect
  let quote: CGRect
  let content: CGRect
  let footer: CGRect
  let reaction: CGRect
  let height: CGFloat

  init(_ model: BubbleModel, width: CGFloat) {
    let maximum = floor(min(width * 0.78, 480)) - Self.margins.left - Self.margins.right
    let limit = CGSize(width: maximum, height: .greatestFiniteMagnitude)
    let options: NSStringDrawingOptions = [.usesLineFragmentOrigin, .usesFontLeading]

    var contentSize: CGSize
    if model.picture != nil {
      contentSize = CGSize(width: min(240, maximum), height: min(240, maximum) * 0.75)
    } else {
      contentSize = Self.text(of: model).boundingRect(with: limit, options: options, context: nil).size
      contentSize = CGSize(width: ceil(contentSize.width), height: ceil(contentSize.height))
    }
    let footerWidth: CGFloat = model.isOutgoing ? 84 : 62
    var innerWidth = max(contentSize.width, footerWidth)
    var y = Self.margins.top
    var senderRect = CGRect.zero
    if let name = model.sender {
      let size = (name as NSString).boundingRect(
        with: limit, options: options, attributes: [.font: UIFont.systemFont(ofSize: 13, weight: .semibold)],
        context: nil)
      innerWidth = max(innerWidth, ceil(min(size.width, maximum)))
      senderRect = CGRect(x: Self.margins.left, y: y, width: innerWidth, height: 18)
      y = senderRect.maxY
    }
    var quoteRect = CGRect.zero
    if model.quote != nil {
      innerWidth = max(innerWidth, min(180, maximum))
      quoteRect = CGRect(x: Self.margins.left, y: y, width: innerWidth, height: 36)
      y = quoteRect.maxY + 6
    }
    let contentRect = CGRect(
      origin: CGPoint(x: Self.margins.left, y: y), size: CGSize(width: innerWidth, height: contentSize.height))
    y = contentRect.maxY
    let footerRect = CGRect(x: Self.margins.left, y: y, width: innerWidth, height: Self.footerHeight)
    let size = CGSize(width: innerWidth + Self.margins.left + Self.margins.right, height: footerRect.maxY + 5)
    let top: CGFloat = model.isFirst ? 8 : 2
    bubble = CGRect(x: model.isOutgoing ? width - 14 - size.width : 14, y: top, width: size.width, height: size.height)
    sender = senderRect
    quote = quoteRect
    content = contentRect
    footer = footerRect
    reaction =
      model.reaction == nil
      ? .zero
      : CGRect(x: model.isOutgoing ? bubble.minX + 8 : bubble.maxX - 44, y: bubble.maxY - 10, width: 36, height: 26)
    height = max(bubble.maxY, reaction.maxY) + 2
  }

  private static let addresses = try! NSRegularExpression(pattern: #"https?://[^\s,]+|\+\d[\d ]{6,}\d"#)

  static func text(of model: BubbleModel) -> NSAttributedString {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = .natural
    paragraph.lineBreakMode = .byWordWrapping
    let font = model.isEmojiOnly ? UIFont.systemFont(ofSize: 44) : Theme.messageFont(size: model.textSize)
    let text = NSMutableAttributedString(
      string: model.text, attributes: [.font: font, .foregroundColor: UIColor.label, .paragraphStyle: paragraph])
    let range = NSRange(location: 0, length: text.length)
    for match in addresses.matches(in: model.text, options: [], range: range) {
      let found = (model.text as NSString).substring(with: match.range)
      guard let url = URL(string: found.hasPrefix("+") ? "tel:" + found.filter { $0 != " " } : found) else { continue }
      text.addAttributes(
        [.link: url, .foregroundColor: UIColor.link, .underlineStyle: NSUnderlineStyle.single.rawValue],
        range: match.range)
    }
    return text
  }
}
