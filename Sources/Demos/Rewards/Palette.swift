import UIKit

/// The colours of the app, for light and dark mode.
enum Palette {
  static let accent = adaptive(hex: 0x6D28D9, dark: 0xC4A8FF)
  static let filled = adaptive(hex: 0x6D28D9, dark: 0xC4A8FF)
  static let onFilled = adaptive(hex: 0xFFFFFF, dark: 0x22074D)
  static let switchedOn = adaptive(hex: 0x6D28D9, dark: 0x8B5CF6)
  static let secondary = adaptive(hex: 0x57535F, dark: 0xB4AEBF)
  static let problem = adaptive(hex: 0xA1121F, dark: 0xFFB4AB)
  static let problemBackground = adaptive(hex: 0xFFEDEC, dark: 0x3F1315)
  static let card = adaptive(hex: 0x5B1FBF, dark: 0x5B1FBF)
  static let blockedCard = adaptive(hex: 0x55515C, dark: 0x4A4652)
  static let page = adaptive(hex: 0xF4F1F8, dark: 0x0E0C12)
  static let surface = adaptive(hex: 0xFFFFFF, dark: 0x1D1A24)

  private static func adaptive(hex light: Int, dark: Int) -> UIColor {
    UIColor { traits in colour(traits.userInterfaceStyle == .dark ? dark : light) }
  }

  private static func colour(_ hex: Int) -> UIColor {
    func part(_ shift: Int) -> CGFloat { CGFloat(hex >> shift & 0xFF) / 255 }
    return UIColor(red: part(16), green: part(8), blue: part(0), alpha: 1)
  }
}
