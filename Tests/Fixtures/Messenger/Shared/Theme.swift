import UIKit

enum Theme {
  static let accent = UIColor { traits in
    traits.userInterfaceStyle == .dark ? UIColor(hex: 0x4CC38A) : UIColor(hex: 0x18794E)
  }
  static let outgoing = UIColor { traits in
    traits.userInterfaceStyle == .dark ? UIColor(hex: 0x1B543A) : UIColor(hex: 0xCFF3DD)
  }
  static let incoming = UIColor { $0.userInterfaceStyle == .dark ? UIColor(hex: 0x2B2F36) : .white }
  static let wallpaper = UIColor { $0.userInterfaceStyle == .dark ? UIColor(hex: 0x0D1014) : UIColor(hex: 0xEDE8E1) }

  static let avatarColors: [UIColor] = [
    .systemRed, .systemOrange, .systemGreen, .systemTeal, .systemBlue, .systemIndigo, .systemPurple, .systemPink,
  ]

  static func messageFont(size: Int) -> UIFont {
    UIFont.systemFont(ofSize: [15, 17, 20][min(max(size, 0), 2)])
  }

  static func picture(_ number: Int, size: CGSize = CGSize(width: 240, height: 180)) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { context in
      let color = avatarColors[number % avatarColors.count]
      color.withAlphaComponent(0.35).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      color.setFill()
      let sun = CGRect(x: size.width * 0.65, y: size.height * 0.15, width: size.height * 0.2, height: size.height * 0.2)
      UIBezierPath(ovalIn: sun).fill()
      let hill = UIBezierPath()
      hill.move(to: CGPoint(x: 0, y: size.height))
      hill.addCurve(
        to: CGPoint(x: size.width, y: size.height), controlPoint1: CGPoint(x: size.width * 0.3, y: size.height * 0.2),
        controlPoint2: CGPoint(x: size.width * 0.6, y: size.height * 0.9))
      hill.close()
      hill.fill()
    }
  }
}

extension UIColor {
  convenience init(hex: Int) {
    self.init(
      red: CGFloat((hex >> 16) & 0xFF) / 255, green: CGFloat((hex >> 8) & 0xFF) / 255,
      blue: CGFloat(hex & 0xFF) / 255, alpha: 1)
  }
}

extension Date {
  var clock: String { DateFormatter.localizedString(from: self, dateStyle: .none, timeStyle: .short) }

  var day: String {
    if Calendar.current.isDateInToday(self) { return NSLocalizedString("Today", comment: "") }
    if Calendar.current.isDateInYesterday(self) { return NSLocalizedString("Yesterday", comment: "") }
    let formatter = DateFormatter()
    formatter.dateStyle = .medium
    formatter.timeStyle = .none
    formatter.doesRelativeDateFormatting = true
    return formatter.string(from: self)
  }
}
