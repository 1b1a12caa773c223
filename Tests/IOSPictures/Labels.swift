import UIKit

let labels: [Picture] = [
  Picture("s01-label-title1", view: question),
  Picture("s02-label-title1-ax5", category: .accessibilityExtraExtraExtraLarge, view: question),
  Picture("b01-label-left", 300, 300, scale: 1) { Host(longLabel(lines: 0, .byWordWrapping)) },
  Picture("b02-label-two-lines", 300, 300, scale: 1) { Host(longLabel(lines: 2, .byTruncatingTail)) },
  Picture("b03-label-char-wrapping", 300, 300, scale: 1) { Host(longLabel(lines: 2, .byCharWrapping)) },
  Picture("b06-mixed-fonts", scale: 1, view: mixedFonts),
  Picture("b07-shrinks-to-100", 100, 21, scale: 1) { shrinking(to: 100) },
  Picture("b08-shrinks-to-50", 50, 21, scale: 1) { shrinking(to: 50) },
  Picture("b09-text-shadow", 146, 45, scale: 1, textWithShadow),
  Picture("b14-line-height-50", 150, 150, scale: 1, linesOf50),
]

private func question() -> UIView {
  let label = label("What's the point?", .preferredFont(forTextStyle: .title1))
  label.adjustsFontForContentSizeCategory = true
  return label
}

private func longLabel(lines: Int, _ mode: NSLineBreakMode) -> UILabel {
  let style = NSMutableParagraphStyle()
  style.alignment = .left
  style.lineBreakMode = mode
  let label = UILabel()
  label.attributedText = NSAttributedString(
    string: "Hello, world. This is a long run of text that should wrap at some point. Someone should improve this test "
      + "by adding a joke or something. Alright, it's been fun!",
    attributes: [.font: UIFont.systemFont(ofSize: UIFont.labelFontSize), .paragraphStyle: style])
  label.numberOfLines = lines
  return label
}

private func mixedFonts() -> UIView {
  let parts: [(String, UIFont, UIColor)] = [
    ("H", .boldSystemFont(ofSize: 24), .red),
    ("e", .systemFont(ofSize: 14), .blue),
    ("llo, ", .italicSystemFont(ofSize: 13), .magenta),
    ("World!", .monospacedDigitSystemFont(ofSize: 32, weight: .black), .yellow),
  ]
  let text = NSMutableAttributedString()
  for (string, font, color) in parts {
    text.append(NSAttributedString(string: string, attributes: [.font: font, .foregroundColor: color]))
  }
  let label = UILabel()
  label.attributedText = text
  return label
}

private func shrinking(to width: CGFloat) -> UIViewController {
  let label = label("Hello! What's up y'all")
  label.adjustsFontSizeToFitWidth = true
  label.minimumScaleFactor = 0.5
  return Host(label) { _ in CGRect(x: 0, y: 0, width: width, height: 20.5) }
}

private func textWithShadow() -> UIViewController {
  let label = label("Spooky text", .boldSystemFont(ofSize: 24))
  label.layer.shadowColor = UIColor.red.cgColor
  label.layer.shadowRadius = 4
  label.layer.shadowOpacity = 0.75
  label.layer.shadowOffset = CGSize(width: 1, height: 4)
  label.sizeToFit()
  return Host(label) { _ in CGRect(origin: CGPoint(x: 8, y: 8), size: label.bounds.size) }
}

private func linesOf50() -> UIViewController {
  let style = NSMutableParagraphStyle()
  style.minimumLineHeight = 50
  style.maximumLineHeight = 50
  let label = CentredLinesLabel()
  label.numberOfLines = 0
  label.attributedText = NSAttributedString(
    string: "This text should be centered within the line height",
    attributes: [.font: UIFont.systemFont(ofSize: 17), .paragraphStyle: style])
  return Host(label) { _ in
    CGRect(origin: .zero, size: label.sizeThatFits(CGSize(width: 150, height: CGFloat.greatestFiniteMagnitude)))
  }
}

/// A label that moves its text from the bottom to the middle of its lines.
private final class CentredLinesLabel: UILabel {
  override func drawText(in rect: CGRect) {
    super.drawText(in: rect.offsetBy(dx: 0, dy: (font.lineHeight - 50) / 2))
  }
}
