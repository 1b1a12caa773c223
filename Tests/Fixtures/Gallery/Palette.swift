import UIKit

/// The colours of the gallery, with enough contrast in light and dark mode.
enum Palette {
  static let secondary = adaptive(UIColor(white: 0.34, alpha: 1), dark: UIColor(white: 0.68, alpha: 1))
  static let filled = adaptive(
    UIColor(red: 0, green: 0.35, blue: 0.75, alpha: 1), dark: UIColor(red: 0.55, green: 0.78, blue: 1, alpha: 1))
  static let onFilled = adaptive(.white, dark: UIColor(red: 0, green: 0.12, blue: 0.28, alpha: 1))
  static let destructive = adaptive(
    UIColor(red: 0.75, green: 0.05, blue: 0.1, alpha: 1), dark: UIColor(red: 1, green: 0.5, blue: 0.5, alpha: 1))
  static let tile = adaptive(
    UIColor(red: 0.8, green: 0.89, blue: 1, alpha: 1), dark: UIColor(red: 0.08, green: 0.24, blue: 0.42, alpha: 1))
  static let backdrop = UIColor(white: 0, alpha: 0.5)

  private static func adaptive(_ light: UIColor, dark: UIColor) -> UIColor {
    UIColor { traits in traits.userInterfaceStyle == .dark ? dark : light }
  }
}
