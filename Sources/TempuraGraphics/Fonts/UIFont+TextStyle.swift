internal import Foundation

extension UIFont {
  /// The purpose of a text, which determines its font.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let extraLargeTitle = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle")
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    /// The size at the default text size (Apple's Human Interface Guidelines, Typography).
    fileprivate var size: CGFloat {
      switch self {
      case .extraLargeTitle: 36
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      default: 17
      }
    }
  }

  /// Returns the font for a text style. Pages scale it with the browser's text size.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    let weight: Weight = style == .headline ? .semibold : style == .extraLargeTitle ? .bold : .regular
    return .systemFont(ofSize: style.size, weight: weight)
  }

  /// Returns the font for a text style at the content size category of the traits, if they specify one.
  public static func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    let font = preferredFont(forTextStyle: style)
    return UIFontMetrics(forTextStyle: style).scaledFont(for: font, compatibleWith: traitCollection)
  }
}
