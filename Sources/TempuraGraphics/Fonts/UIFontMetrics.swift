public import Foundation

/// Scales fonts and lengths with the content size category.
///
/// Fonts on a page scale with the browser's text size by themselves. So a scaled font differs only if the traits specify a
/// category.
public final class UIFontMetrics: Sendable {
  public static let `default` = UIFontMetrics(forTextStyle: .body)

  private let style: UIFont.TextStyle

  /// - Parameter textStyle: The style whose sizes tell how lengths grow.
  public init(forTextStyle textStyle: UIFont.TextStyle) { style = textStyle }

  public func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }

  /// - Parameter maximumPointSize: The maximum size, in points at the default text size.
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
    let factor = style.factor(at: traitCollection?.preferredContentSizeCategory ?? .large)
    return factor == 1 ? value : (value * factor).roundedToPixel()
  }
}
