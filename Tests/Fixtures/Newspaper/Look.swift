import UIKit

extension UIColor {
  static let accent = UIColor {
    $0.userInterfaceStyle == .dark
      ? UIColor(red: 1, green: 0.45, blue: 0.4, alpha: 1) : UIColor(red: 0.7, green: 0.1, blue: 0.12, alpha: 1)
  }
  static let paper = UIColor { traits in
    traits.userInterfaceStyle == .dark
      ? UIColor(white: 0.08, alpha: 1) : UIColor(red: 0.99, green: 0.98, blue: 0.95, alpha: 1)
  }
}

extension UIFont {
  static func headline(_ style: UIFont.TextStyle) -> UIFont {
    let descriptor = UIFontDescriptor.preferredFontDescriptor(withTextStyle: style)
    let serif = descriptor.withDesign(.serif)?.withSymbolicTraits(.traitBold) ?? descriptor
    return UIFont(descriptor: serif, size: 0)
  }

  static var kicker: UIFont {
    UIFontMetrics(forTextStyle: .caption1).scaledFont(
      for: .systemFont(ofSize: 12, weight: .heavy), maximumPointSize: 20)
  }
}

enum Art {
  static func picture(_ seed: Int, size: CGSize = CGSize(width: 600, height: 400)) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { context in
      let cgContext = context.cgContext
      let hue = CGFloat(seed * 37 % 100) / 100
      let colors = [
        UIColor(hue: hue, saturation: 0.5, brightness: 0.9, alpha: 1).cgColor,
        UIColor(hue: hue, saturation: 0.8, brightness: 0.45, alpha: 1).cgColor,
      ]
      let space = CGColorSpaceCreateDeviceRGB()
      if let gradient = CGGradient(colorsSpace: space, colors: colors as CFArray, locations: [0, 1]) {
        cgContext.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 0, y: size.height), options: [])
      }
      cgContext.saveGState()
      cgContext.setShadow(offset: .zero, blur: 20, color: UIColor.white.cgColor)
      UIColor.white.withAlphaComponent(0.8).setFill()
      cgContext.fillEllipse(in: CGRect(x: size.width * 0.65, y: size.height * 0.15, width: 80, height: 80))
      cgContext.restoreGState()
      for layer in 0..<3 {
        let top = size.height * (0.5 + 0.15 * CGFloat(layer))
        let hill = UIBezierPath()
        hill.move(to: CGPoint(x: 0, y: size.height))
        hill.addLine(to: CGPoint(x: 0, y: top))
        hill.addCurve(
          to: CGPoint(x: size.width, y: top + 20),
          controlPoint1: CGPoint(x: size.width * 0.3, y: top - 120 + CGFloat(seed * 13 % 60)),
          controlPoint2: CGPoint(x: size.width * 0.6, y: top + 100))
        hill.addLine(to: CGPoint(x: size.width, y: size.height))
        hill.close()
        UIColor(hue: hue, saturation: 0.7, brightness: 0.5 - 0.12 * CGFloat(layer), alpha: 0.85).setFill()
        hill.fill()
      }
      let mark = NSAttributedString(
        string: "№ \(seed)",
        attributes: [.font: UIFont.boldSystemFont(ofSize: 24), .foregroundColor: UIColor.white.withAlphaComponent(0.7)])
      mark.draw(at: CGPoint(x: 20, y: size.height - 44))
    }
  }
}

final class EmptyView: UIView {
  private let imageView = UIImageView()
  private let titleLabel = UILabel()
  private let textLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    imageView.tintColor = .tertiaryLabel
    imageView.contentMode = .scaleAspectFit
    imageView.isAccessibilityElement = false
    titleLabel.font = .preferredFont(forTextStyle: .title2)
    titleLabel.adjustsFontForContentSizeCategory = true
    textLabel.font = .preferredFont(forTextStyle: .subheadline)
    textLabel.textColor = .secondaryLabel
    for label in [titleLabel, textLabel] {
      label.textAlignment = .center
      label.numberOfLines = 0
    }
    let stack = UIStackView(arrangedSubviews: [imageView, titleLabel, textLabel])
    stack.axis = .vertical
    stack.alignment = .center
    stack.spacing = 8
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: topAnchor), stack.bottomAnchor.constraint(equalTo: bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 24),
      stack.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -24),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(symbol: String, title: String, text: String?) {
    imageView.image = UIImage(
      systemName: symbol, withConfiguration: UIImage.SymbolConfiguration(pointSize: 48, weight: .light))
    titleLabel.text = title
    textLabel.text = text
    textLabel.isHidden = text == nil
  }
}
