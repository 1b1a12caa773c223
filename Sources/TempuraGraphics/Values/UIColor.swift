internal import Basics
public import Foundation

/// A colour in sRGB, which may differ between the light and the dark appearance.
public final class UIColor: AttributeObject, @unchecked Sendable {
  // Safe because all stored properties are constants.

  package struct Components: Hashable, Sendable {
    package let red, green, blue, alpha: Double
    /// Whether the components are those of the colour space Display P3.
    var isDisplayP3 = false
  }

  package let light: Components
  package let dark: Components

  /// The image of a colour that is a pattern, else nil.
  package let pattern: UIImage?

  /// The colour in CSS, for both appearances if they differ.
  package let css: String

  /// The colours of the two appearances in CSS.
  package var appearances: (light: String, dark: String) { (light.css, dark.css) }

  /// - Parameter css: What the page says instead of the components.
  package init(light: Components, dark: Components, pattern: UIImage? = nil, css: String? = nil) {
    self.light = light
    self.dark = dark
    self.pattern = pattern
    self.css = css ?? (light == dark ? light.css : "light-dark(\(light.css),\(dark.css))")
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

  /// A colour with a hue, a saturation and a brightness from 0 to 1. A hue outside of this range is on the same circle.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let components = Components(
      hue: Double(hue), saturation: Double(saturation).clamped, brightness: Double(brightness).clamped,
      alpha: Double(alpha).clamped)
    self.init(light: components, dark: components)
  }

  /// A colour with components from 0 to 1 in the colour space Display P3. Browsers on screens without these colours show
  /// the nearest ones.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = Components(
      red: Double(red).clamped, green: Double(green).clamped, blue: Double(blue).clamped, alpha: Double(alpha).clamped,
      isDisplayP3: true)
    self.init(light: components, dark: components)
  }

  /// An image that is repeated over the area. Only backgrounds show it; elsewhere the colour is transparent.
  public convenience init(patternImage image: UIImage) {
    let clear = Components(red: 0, green: 0, blue: 0, alpha: 0)
    self.init(light: clear, dark: clear, pattern: image)
  }

  /// A dynamic colour. The provider is called once for each appearance.
  public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
    self.init(
      light: dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).light,
      dark: dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).dark)
  }

  convenience init(_ light: Int, dark: Int, alpha: Double = 1, darkAlpha: Double? = nil) {
    self.init(light: Components(hex: light, alpha: alpha), dark: Components(hex: dark, alpha: darkAlpha ?? alpha))
  }

  /// - Parameter inSheets: The variable of CSS that replaces the dark colour where it is set.
  convenience init(_ light: Int, dark: Int, inSheets variable: String) {
    let (light, dark) = (Components(hex: light, alpha: 1), Components(hex: dark, alpha: 1))
    self.init(light: light, dark: dark, css: "light-dark(\(light.css),var(\(variable),\(dark.css)))")
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

  /// Whether an object is the same colour.
  override public func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return isEqual(to: other)
  }

  /// The same without a cast, which takes longer than the comparison.
  package final func isEqual(to other: UIColor) -> Bool {
    self === other || (light == other.light && dark == other.dark && pattern == other.pattern)
  }

  /// The colour in CSS.
  override public var description: String { "UIColor(\(css))" }

  override public var hash: Int { Hasher.hash(light, dark) }
}

extension UIColor.Components {
  init(hex: Int, alpha: Double) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
      alpha: alpha)
  }

  /// - Parameters: All of them from 0 to 1, except for the hue, which is on the same circle if it is outside.
  init(hue: Double, saturation: Double, brightness: Double, alpha: Double) {
    let turn = hue.isFinite ? hue - hue.rounded(.down) : 0
    func component(_ offset: Double) -> Double {
      let angle = (offset + turn * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(angle, 4 - angle, 1))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  package func with(alpha: Double) -> Self {
    Self(red: red, green: green, blue: blue, alpha: alpha, isDisplayP3: isDisplayP3)
  }

  /// The nearest colour in sRGB.
  var inSRGB: Self {
    guard isDisplayP3 else { return self }
    func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
    func encoded(_ value: Double) -> Double {
      (value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055).clamped
    }
    // The product of the matrices from Display P3 to XYZ and from XYZ to sRGB (CSS Color Module Level 4, section 18).
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    return Self(
      red: encoded(1.2249401 * r - 0.2249404 * g), green: encoded(-0.0420569 * r + 1.0420571 * g),
      blue: encoded(-0.0196376 * r - 0.0786361 * g + 1.0982735 * b), alpha: alpha)
  }

  var css: String {
    if isDisplayP3 {
      let numbers = [red, green, blue].map { CSS.number(CGFloat($0)) }.joined(separator: " ")
      return "color(display-p3 \(numbers)\(alpha < 1 ? " / \(CSS.number(CGFloat(alpha)))" : ""))"
    }
    let bytes = [red, green, blue, alpha].map { UInt8(clamping: Int(($0 * 255).rounded())) }
    return "#" + (bytes[3] == 255 ? bytes.dropLast() : bytes[...]).map(\.hexadecimal).joined()
  }
}

extension Double {
  /// The number limited to 0...1; 0 if it is not a number.
  package var clamped: Double { self > 0 ? min(self, 1) : 0 }
}
