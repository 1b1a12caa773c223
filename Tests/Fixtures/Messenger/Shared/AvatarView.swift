import UIKit

final class AvatarView: UIView {
  var name = "" {
    didSet { setNeedsDisplay() }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    backgroundColor = .clear
    contentMode = .redraw
    isAccessibilityElement = false
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private var initials: String {
    let words = name.split(separator: " ")
    return words.prefix(2).compactMap(\.first).map(String.init).joined().uppercased()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let sum = name.unicodeScalars.reduce(0) { $0 + Int($1.value) }
    context.setFillColor(Theme.avatarColors[sum % Theme.avatarColors.count].cgColor)
    context.fillEllipse(in: bounds)
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: bounds.height * 0.4, weight: .semibold),
      .foregroundColor: UIColor.white,
    ]
    let size = (initials as NSString).size(withAttributes: attributes)
    let origin = CGPoint(x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2)
    (initials as NSString).draw(at: origin, withAttributes: attributes)
  }
}

final class BadgeLabel: UILabel {
  private let insets = UIEdgeInsets(top: 2, left: 7, bottom: 2, right: 7)

  override func drawText(in rect: CGRect) {
    super.drawText(in: rect.inset(by: insets))
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let size = super.sizeThatFits(size)
    let height = size.height + insets.top + insets.bottom
    return CGSize(width: max(height, size.width + insets.left + insets.right), height: height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.cornerRadius = bounds.height / 2
    layer.masksToBounds = true
  }
}
