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

    /// The fonts at the default text size (Apple's Human Interface Guidelines, Typography).
    fileprivate static let fonts: [TextStyle: UIFont] = [
      .extraLargeTitle: .systemFont(ofSize: 36, weight: .bold),
      .largeTitle: .systemFont(ofSize: 34),
      .title1: .systemFont(ofSize: 28),
      .title2: .systemFont(ofSize: 22),
      .title3: .systemFont(ofSize: 20),
      .headline: .systemFont(ofSize: 17, weight: .semibold),
      .body: .systemFont(ofSize: 17),
      .callout: .systemFont(ofSize: 16),
      .subheadline: .systemFont(ofSize: 15),
      .footnote: .systemFont(ofSize: 13),
      .caption1: .systemFont(ofSize: 12),
      .caption2: .systemFont(ofSize: 11),
    ]
  }

  /// Returns the font for a text style. Pages scale it with the browser's text size.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    TextStyle.fonts[style] ?? .systemFont(ofSize: 17)
  }

  /// Returns the font for a text style at the content size category of the traits, if they specify one.
  public static func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    let font = preferredFont(forTextStyle: style)
    return UIFontMetrics(forTextStyle: style).scaledFont(for: font, compatibleWith: traitCollection)
  }
}
