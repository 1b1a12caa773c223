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

    /// The size and the distance of lines in points, from the category extra small on (Apple's Human Interface Guidelines,
    /// Typography).
    private static let fonts: [TextStyle: [(size: CGFloat, line: CGFloat)]] = [
      .extraLargeTitle: [
        (33, 40), (34, 41), (35, 42), (36, 43), (38, 46), (40, 48), (42, 50), (46, 55), (50, 60), (54, 64), (58, 69),
        (62, 73),
      ],
      .largeTitle: [
        (31, 38), (32, 39), (33, 40), (34, 41), (36, 43), (38, 46), (40, 48), (44, 52), (48, 57), (52, 61), (56, 66),
        (60, 70),
      ],
      .title1: [
        (25, 31), (26, 32), (27, 33), (28, 34), (30, 37), (32, 39), (34, 41), (38, 46), (43, 51), (48, 57), (53, 62),
        (58, 68),
      ],
      .title2: [
        (19, 24), (20, 25), (21, 26), (22, 28), (24, 30), (26, 32), (28, 34), (34, 41), (39, 47), (44, 52), (50, 59),
        (56, 66),
      ],
      .title3: [
        (17, 22), (18, 23), (19, 24), (20, 25), (22, 28), (24, 30), (26, 32), (31, 38), (37, 44), (43, 51), (49, 58),
        (55, 65),
      ],
      .headline: bodySizes, .body: bodySizes,
      .callout: [
        (13, 18), (14, 19), (15, 20), (16, 21), (18, 23), (20, 25), (22, 28), (26, 32), (32, 39), (38, 46), (44, 52),
        (51, 60),
      ],
      .subheadline: [
        (12, 16), (13, 18), (14, 19), (15, 20), (17, 22), (19, 24), (21, 28), (25, 31), (30, 37), (36, 43), (42, 50),
        (49, 58),
      ],
      .footnote: [
        (12, 16), (12, 16), (12, 16), (13, 18), (15, 20), (17, 22), (19, 24), (23, 29), (27, 33), (33, 40), (38, 46),
        (44, 52),
      ],
      .caption1: [
        (11, 13), (11, 13), (11, 13), (12, 16), (14, 19), (16, 21), (18, 23), (22, 28), (26, 32), (32, 39), (37, 44),
        (43, 51),
      ],
      .caption2: [
        (11, 13), (11, 13), (11, 13), (11, 13), (13, 18), (15, 20), (17, 22), (20, 25), (24, 30), (29, 35), (34, 41),
        (40, 48),
      ],
    ]
    private static let bodySizes: [(size: CGFloat, line: CGFloat)] = [
      (14, 19), (15, 20), (16, 21), (17, 22), (19, 24), (21, 26), (23, 29), (28, 34), (33, 40), (40, 48), (47, 56),
      (53, 62),
    ]

    private var weight: Weight {
      self == .headline ? .semibold : self == .extraLargeTitle ? .bold : .regular
    }

    private static let defaults: [TextStyle: UIFont] = fonts.keys.reduce(into: [:]) { $0[$1] = $1.makeFont(at: .large) }

    /// The font at a category; an unknown style has that of `body`.
    fileprivate func font(at category: UIContentSizeCategory) -> UIFont {
      if category == .large { return Self.defaults[self] ?? TextStyle.body.font(at: .large) }
      return makeFont(at: category)
    }

    private func makeFont(at category: UIContentSizeCategory) -> UIFont {
      let (size, line) = (Self.fonts[self] ?? Self.bodySizes)[category.index]
      let font = UIFont.systemFont(ofSize: size, weight: weight)
      return UIFont(face: font.face, size: size, leading: max(0, line - font.lineHeight))
    }

    /// By how much the style's text is larger at a category than at the default one.
    func factor(at category: UIContentSizeCategory) -> CGFloat {
      let sizes = Self.fonts[self] ?? Self.bodySizes
      return sizes[category.index].size / sizes[UIContentSizeCategory.large.index].size
    }
  }

  /// Returns the font for a text style. Pages scale it with the browser's text size.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { style.font(at: .large) }

  /// Returns the font for a text style at the content size category of the traits, if they specify one.
  public static func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    style.font(at: traitCollection?.preferredContentSizeCategory ?? .large)
  }
}

extension UIContentSizeCategory {
  /// The size of body text in relation to the default size.
  package var factor: Double { Double(UIFont.TextStyle.body.factor(at: self)) }
}

extension UIImage.SymbolConfiguration {
  public convenience init(font: UIFont) { self.init(size: font.pointSize) }

  public convenience init(font: UIFont, scale: UIImage.SymbolScale) { self.init(size: font.pointSize * scale.factor) }

  public convenience init(textStyle: UIFont.TextStyle) {
    self.init(size: UIFont.preferredFont(forTextStyle: textStyle).pointSize)
  }

  public convenience init(textStyle: UIFont.TextStyle, scale: UIImage.SymbolScale) {
    self.init(size: UIFont.preferredFont(forTextStyle: textStyle).pointSize * scale.factor)
  }
}
