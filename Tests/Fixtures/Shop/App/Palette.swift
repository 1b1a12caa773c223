import UIKit

enum Palette {
  static let tint = UIColor { traits in
    traits.userInterfaceStyle == .dark
      ? UIColor(red: 0.45, green: 0.71, blue: 1, alpha: 1) : UIColor(red: 0.07, green: 0.35, blue: 0.73, alpha: 1)
  }
  static let sale = UIColor { traits in
    traits.userInterfaceStyle == .dark
      ? UIColor(red: 1, green: 0.5, blue: 0.45, alpha: 1) : UIColor(red: 0.75, green: 0.12, blue: 0.1, alpha: 1)
  }
}

extension Decimal {
  var price: String {
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.currencyCode = "EUR"
    formatter.locale = UIApplication.shared.locale
    return formatter.string(from: self as NSDecimalNumber) ?? ""
  }
}

extension NSAttributedString {
  static func struckThrough(_ text: String) -> NSAttributedString {
    NSAttributedString(
      string: text,
      attributes: [
        .strikethroughStyle: NSUnderlineStyle.single.rawValue, .foregroundColor: UIColor.secondaryLabel,
        .font: UIFont.preferredFont(forTextStyle: .footnote),
      ])
  }
}

extension UIButton {
  static func filled(_ title: String) -> UIButton {
    var configuration = UIButton.Configuration.filled()
    configuration.title = title
    configuration.cornerStyle = .large
    configuration.contentInsets = NSDirectionalEdgeInsets(top: 14, leading: 20, bottom: 14, trailing: 20)
    configuration.baseBackgroundColor = Palette.tint
    configuration.baseForegroundColor = .systemBackground
    return UIButton(configuration: configuration)
  }
}
