public import Foundation

/// Scales fonts and lengths with the text size that the reader chose.
///
/// Fonts follow it on a page in any case, so that a scaled one is the same unless traits of another text size are named.
public final class UIFontMetrics: Sendable {
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  /// - Parameter textStyle: On a page all styles scale alike.
  public init(forTextStyle textStyle: UIFont.TextStyle) {}

  public func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }

  /// - Parameter maximumPointSize: The most that the size comes to, in points at the default text size.
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    font.withSize(min(scaledValue(for: font.pointSize), maximumPointSize))
  }

  public func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
    font.withSize(scaledValue(for: font.pointSize, compatibleWith: traitCollection))
  }

  public func scaledFont(
    for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    font.withSize(min(scaledValue(for: font.pointSize, compatibleWith: traitCollection), maximumPointSize))
  }

  public func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }

  public func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
    let factor = (traitCollection?.preferredContentSizeCategory ?? .large).factor
    return factor == 1 ? value : (value * CGFloat(factor)).rounded()
  }
}
