public import Foundation

/// A colour of Core Graphics and Core Animation. It is dynamic if it was made of a dynamic `UIColor`.
public final class CGColor: Hashable, Sendable {
  package let color: UIColor

  init(_ color: UIColor) { self.color = color }

  /// A colour with components from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(UIColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// A colour with components from 0 to 1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A grey, 0 being black and 1 white.
  public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(UIColor(white: gray, alpha: alpha)) }

  /// A grey, 0 being black and 1 white.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) { self.init(gray: gray, alpha: alpha) }

  /// A colour with the components of a colour space, and then its opacity.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    switch space.model {
    case .monochrome: self.init(gray: components[0], alpha: components[1])
    case .rgb where space.isDisplayP3:
      self.init(
        UIColor(displayP3Red: components[0], green: components[1], blue: components[2], alpha: components[3]))
    case .rgb: self.init(red: components[0], green: components[1], blue: components[2], alpha: components[3])
    default: return nil
    }
  }

  public static let black = CGColor(.black)
  public static let white = CGColor(.white)
  public static let clear = CGColor(.clear)

  /// Returns the colour with another opacity, from 0 to 1.
  public func copy(alpha: CGFloat) -> CGColor? { CGColor(color.withAlphaComponent(alpha)) }

  private var current: UIColor.Components {
    UITraitCollection.current.userInterfaceStyle == .dark ? color.dark : color.light
  }

  /// The opacity, from 0 to 1.
  public var alpha: CGFloat { CGFloat(current.alpha) }

  /// Red, green, blue and the opacity, from 0 to 1.
  public var components: [CGFloat]? {
    let components = current
    return [components.red, components.green, components.blue, components.alpha].map { CGFloat($0) }
  }

  public var numberOfComponents: Int { 4 }

  public var colorSpace: CGColorSpace? { current.isDisplayP3 ? .displayP3Space : CGColorSpaceCreateDeviceRGB() }

  public static func == (left: CGColor, right: CGColor) -> Bool { left.color == right.color }

  public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

/// What the components of a colour mean.
public final class CGColorSpace: Hashable, Sendable {
  /// The kind of a colour space.
  public enum Model: Int, Sendable {
    case unknown = -1
    case monochrome, rgb, cmyk
  }

  public let model: Model
  public let name: CFString?
  var isDisplayP3: Bool { name == Self.displayP3 }

  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

  static let displayP3Space = CGColorSpace(model: .rgb, name: displayP3)

  init(model: Model, name: String?) {
    self.model = model
    self.name = name
  }

  /// A space by its name; nil for unknown names.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB, Self.extendedSRGB, Self.linearSRGB, Self.displayP3: self.init(model: .rgb, name: name)
    case Self.genericGrayGamma2_2: self.init(model: .monochrome, name: name)
    default: return nil
    }
  }

  /// The number of components, without the opacity.
  public var numberOfComponents: Int { model == .monochrome ? 1 : model == .cmyk ? 4 : 3 }

  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
    left.model == right.model && left.isDisplayP3 == right.isDisplayP3
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(model)
    hasher.combine(isDisplayP3)
  }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(model: .rgb, name: CGColorSpace.sRGB) }

public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
  CGColorSpace(model: .monochrome, name: CGColorSpace.genericGrayGamma2_2)
}

extension UIColor {
  /// The colour of a Core Graphics colour. A dynamic colour stays dynamic.
  public convenience init(cgColor: CGColor) {
    self.init(light: cgColor.color.light, dark: cgColor.color.dark, pattern: cgColor.color.pattern)
  }

  /// The colour for Core Graphics and Core Animation. Unlike on iOS, a dynamic colour stays dynamic: a border follows the
  /// browser's appearance without further code.
  public var cgColor: CGColor { CGColor(self) }
}
