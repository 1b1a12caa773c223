internal import Basics
public import Foundation

/// A colour in sRGB, which may differ between the light and the dark appearance.
public final class UIColor: Equatable, Hashable, Sendable {
  package struct Components: Hashable, Sendable {
    let red, green, blue, alpha: Double
  }

  private let light: Components
  private let dark: Components

  /// The colour in CSS, for both appearances if they differ.
  package let css: String

  private init(light: Components, dark: Components) {
    self.light = light
    self.dark = dark
    css = light == dark ? light.css : "light-dark(\(light.css),\(dark.css))"
  }

  /// A colour with components from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = Components(
      red: Double(red).clamped, green: Double(green).clamped, blue: Double(blue).clamped, alpha: Double(alpha).clamped)
    self.init(light: components, dark: components)
  }

  /// A grey, 0 being black and 1 white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// A dynamic colour. The provider is called once for each appearance.
  public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
    self.init(
      light: dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).light,
      dark: dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).dark)
  }

  private convenience init(_ light: Int, dark: Int, alpha: Double = 1, darkAlpha: Double? = nil) {
    self.init(light: Components(hex: light, alpha: alpha), dark: Components(hex: dark, alpha: darkAlpha ?? alpha))
  }

  /// Returns the colour for the dark appearance if the traits are dark, else for the light one.
  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    let components = traitCollection.userInterfaceStyle == .dark ? dark : light
    return UIColor(light: components, dark: components)
  }

  /// Returns the colour with another opacity, from 0 to 1.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(light: light.with(alpha: Double(alpha).clamped), dark: dark.with(alpha: Double(alpha).clamped))
  }

  public static func == (left: UIColor, right: UIColor) -> Bool {
    left === right || (left.light == right.light && left.dark == right.dark)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(light)
    hasher.combine(dark)
  }
}

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
  public static let separator = UIColor(0x3C3C43, dark: 0x545458, alpha: 0.29, darkAlpha: 0.6)
  public static let systemBackground = UIColor(0xFFFFFF, dark: 0x000000)
  public static let secondarySystemBackground = UIColor(0xF2F2F7, dark: 0x1C1C1E)
  public static let tertiarySystemBackground = UIColor(0xFFFFFF, dark: 0x2C2C2E)
}

extension UIColor.Components {
  fileprivate init(hex: Int, alpha: Double) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
      alpha: alpha)
  }

  fileprivate func with(alpha: Double) -> Self { Self(red: red, green: green, blue: blue, alpha: alpha) }

  fileprivate var css: String {
    let bytes = [red, green, blue, alpha].map { UInt8(clamping: Int(($0 * 255).rounded())) }
    return "#" + (bytes[3] == 255 ? bytes.dropLast() : bytes[...]).map(\.hexadecimal).joined()
  }
}

extension Double {
  /// The number limited to 0...1; 0 if it is not a number.
  fileprivate var clamped: Double { self > 0 ? min(self, 1) : 0 }
}
