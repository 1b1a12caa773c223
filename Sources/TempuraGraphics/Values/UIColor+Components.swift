public import Foundation

extension UIColor {
  /// The components in the appearance of the scene that is running.
  private var current: Components {
    (UITraitCollection.current.userInterfaceStyle == .dark ? dark : light).inSRGB
  }

  /// Reads the components in sRGB, from 0 to 1. A dynamic colour has those of the current appearance.
  ///
  /// - Returns: true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let components = current
    red?.pointee = CGFloat(components.red)
    green?.pointee = CGFloat(components.green)
    blue?.pointee = CGFloat(components.blue)
    alpha?.pointee = CGFloat(components.alpha)
    return true
  }

  /// Reads the hue, saturation and brightness, from 0 to 1.
  ///
  /// - Returns: true.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let components = current
    let (red, green, blue) = (components.red, components.green, components.blue)
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let range = most - least
    var sixth = 0.0
    if range > 0 {
      sixth =
        switch most {
        case red: (green - blue) / range
        case green: (blue - red) / range + 2
        default: (red - green) / range + 4
        }
    }
    hue?.pointee = CGFloat(sixth < 0 ? sixth / 6 + 1 : sixth / 6)
    saturation?.pointee = CGFloat(most > 0 ? range / most : 0)
    brightness?.pointee = CGFloat(most)
    alpha?.pointee = CGFloat(components.alpha)
    return true
  }

  /// Reads the brightness of a grey, from 0 to 1.
  ///
  /// - Returns: false if the colour is not a grey. Then nothing is read, as on iOS.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    let components = current
    guard components.red == components.green, components.green == components.blue else { return false }
    white?.pointee = CGFloat(components.red)
    alpha?.pointee = CGFloat(components.alpha)
    return true
  }
}
