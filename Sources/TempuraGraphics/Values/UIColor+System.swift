internal import Foundation

// UIKit's own colours.

extension UIColor {
  public static let clear = UIColor(white: 0, alpha: 0)
  public static let black = UIColor(white: 0, alpha: 1)
  public static let white = UIColor(white: 1, alpha: 1)
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  public static let gray = UIColor(white: 0.5, alpha: 1)
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)

  // Apple's published values of the adaptable colours.
  public static let systemRed = UIColor(0xFF3B30, dark: 0xFF453A)
  public static let systemOrange = UIColor(0xFF9500, dark: 0xFF9F0A)
  public static let systemYellow = UIColor(0xFFCC00, dark: 0xFFD60A)
  public static let systemGreen = UIColor(0x34C759, dark: 0x30D158)
  public static let systemTeal = UIColor(0x30B0C7, dark: 0x40C8E0)
  public static let systemBlue = UIColor(0x007AFF, dark: 0x0A84FF)
  public static let systemIndigo = UIColor(0x5856D6, dark: 0x5E5CE6)
  public static let systemPurple = UIColor(0xAF52DE, dark: 0xBF5AF2)
  public static let systemPink = UIColor(0xFF2D55, dark: 0xFF375F)
  public static let systemGray = UIColor(0x8E8E93, dark: 0x8E8E93)
  public static let systemGray2 = UIColor(0xAEAEB2, dark: 0x636366)
  public static let systemGray3 = UIColor(0xC7C7CC, dark: 0x48484A)
  public static let systemGray4 = UIColor(0xD1D1D6, dark: 0x3A3A3C)
  public static let systemGray5 = UIColor(0xE5E5EA, dark: 0x2C2C2E)
  public static let systemGray6 = UIColor(0xF2F2F7, dark: 0x1C1C1E)
  public static let label = UIColor(0x000000, dark: 0xFFFFFF)
  public static let secondaryLabel = UIColor(0x3C3C43, dark: 0xEBEBF5, alpha: 0.6)
  public static let tertiaryLabel = UIColor(0x3C3C43, dark: 0xEBEBF5, alpha: 0.3)
  public static let quaternaryLabel = UIColor(0x3C3C43, dark: 0xEBEBF5, alpha: 0.18, darkAlpha: 0.16)
  public static let placeholderText = UIColor(0x3C3C43, dark: 0xEBEBF5, alpha: 0.3)
  public static let link = UIColor(0x007AFF, dark: 0x0984FF)
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  public static let darkText = UIColor(white: 0, alpha: 1)
  public static let separator = UIColor(0x3C3C43, dark: 0x545458, alpha: 0.29, darkAlpha: 0.6)
  public static let opaqueSeparator = UIColor(0xC6C6C8, dark: 0x38383A)
  public static let systemFill = UIColor(0x787880, dark: 0x787880, alpha: 0.2, darkAlpha: 0.36)
  public static let secondarySystemFill = UIColor(0x787880, dark: 0x787880, alpha: 0.16, darkAlpha: 0.32)
  public static let tertiarySystemFill = UIColor(0x767680, dark: 0x767680, alpha: 0.12, darkAlpha: 0.24)
  public static let quaternarySystemFill = UIColor(0x747480, dark: 0x767680, alpha: 0.08, darkAlpha: 0.18)
  // Dark sheets are lighter than what is below them: the style sheet sets the three variables there.
  public static let systemBackground = UIColor(0xFFFFFF, dark: 0x000000, inSheets: "--raised")
  public static let secondarySystemBackground = UIColor(0xF2F2F7, dark: 0x1C1C1E, inSheets: "--raised-2")
  public static let tertiarySystemBackground = UIColor(0xFFFFFF, dark: 0x2C2C2E, inSheets: "--raised-3")
  public static let systemGroupedBackground = UIColor(0xF2F2F7, dark: 0x000000, inSheets: "--raised")
  public static let secondarySystemGroupedBackground = UIColor(0xFFFFFF, dark: 0x1C1C1E, inSheets: "--raised-2")
  public static let tertiarySystemGroupedBackground = UIColor(0xF2F2F7, dark: 0x2C2C2E, inSheets: "--raised-3")
  public static let systemMint = UIColor(0x00C7BE, dark: 0x63E6E2)
  public static let systemCyan = UIColor(0x32ADE6, dark: 0x64D2FF)
  public static let systemBrown = UIColor(0xA2845E, dark: 0xAC8E68)

  /// The tint of the view that shows the colour, in which UIKit's own controls are drawn. Its components are those of the
  /// default tint.
  public static let tintColor = UIColor(light: systemBlue.light, dark: systemBlue.dark, css: "var(--tint)")

  // Names of older versions of iOS.
  public static let groupTableViewBackground = systemGroupedBackground
  public static let scrollViewTexturedBackground = systemGray
}
