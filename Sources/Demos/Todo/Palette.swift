import UIKit

/// The colours of the app, for light and dark mode.
public enum Palette {
  public static let accent = adaptive(
    UIColor(red: 0.86, green: 0.13, blue: 0.33, alpha: 1),
    dark: UIColor(red: 1, green: 0.42, blue: 0.57, alpha: 1))
  public static let accentPressed = adaptive(
    UIColor(red: 0.48, green: 0, blue: 0.14, alpha: 1),
    dark: UIColor(red: 1, green: 0.7, blue: 0.78, alpha: 1))
  public static let text = UIColor.label
  public static let faintText = adaptive(
    UIColor(white: 0, alpha: 0.56),
    dark: UIColor(white: 1, alpha: 0.6))
  public static let archiveButton = adaptive(
    UIColor(red: 0.89, green: 0.89, blue: 0.92, alpha: 1),
    dark: UIColor(red: 0.23, green: 0.23, blue: 0.26, alpha: 1))
  public static let footer = adaptive(
    UIColor(red: 78 / 255, green: 205 / 255, blue: 196 / 255, alpha: 1),
    dark: UIColor(red: 0.09, green: 0.36, blue: 0.34, alpha: 1))
  public static let backdrop = UIColor(white: 0, alpha: 0.5)
  public static let card = adaptive(.white, dark: UIColor(red: 0.17, green: 0.17, blue: 0.18, alpha: 1))

  public static func adaptive(_ light: UIColor, dark: UIColor) -> UIColor {
    UIColor { traits in traits.userInterfaceStyle == .dark ? dark : light }
  }
}
