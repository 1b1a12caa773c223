public import Foundation

/// A title, a second text and an image, as rows and headers of lists show them.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
  /// How a text is drawn.
  public struct TextProperties: Hashable {
    public enum TextAlignment: Int, Sendable { case natural, center, justified }
    public typealias TextTransform = _TextTransform

    public var font: UIFont
    public var color = UIColor.label
    public var alignment = TextAlignment.natural
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// The number of lines; 0 for any number. Default: 0.
    public var numberOfLines = 0
    public var adjustsFontSizeToFitWidth = false
    public var minimumScaleFactor: CGFloat = 0
    public var transform = TextTransform.none
    /// For source compatibility, as the following ones.
    public var adjustsFontForContentSizeCategory = true
    public var allowsDefaultTighteningForTruncation = false
    public var showsExpansionTextWhenTruncated = false

    public func resolvedColor() -> UIColor { color }
  }

  /// How the image is drawn.
  public struct ImageProperties: Hashable {
    /// The size that stands for the size of symbols of the font.
    public static let standardDimension: CGFloat = 0

    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    public var tintColor: UIColor?
    /// In points.
    public var cornerRadius: CGFloat = 0
    /// The largest size of the image, in points; zero for its own size.
    public var maximumSize = CGSize.zero
    /// The least room for the image, in points, so that texts of several rows begin at one line.
    public var reservedLayoutSize = CGSize.zero
    /// For source compatibility.
    public var accessibilityIgnoresInvertColors = false
    public var strokeWidth: CGFloat = 0
    public var strokeColor: UIColor?

    public static func == (left: Self, right: Self) -> Bool {
      left.preferredSymbolConfiguration === right.preferredSymbolConfiguration && left.tintColor == right.tintColor
        && left.cornerRadius == right.cornerRadius && left.maximumSize == right.maximumSize
        && left.reservedLayoutSize == right.reservedLayoutSize && left.strokeWidth == right.strokeWidth
        && left.strokeColor == right.strokeColor
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(cornerRadius) }

    public func resolvedTintColor(for tintColor: UIColor) -> UIColor { self.tintColor ?? tintColor }
  }

  public var image: UIImage?
  public var imageProperties = ImageProperties()
  public var text: String?
  public var attributedText: NSAttributedString?
  public var textProperties: TextProperties
  public var secondaryText: String?
  public var secondaryAttributedText: NSAttributedString?
  public var secondaryTextProperties: TextProperties
  public var axesPreservingSuperviewLayoutMargins = UIAxis.both
  /// The distances of the content from the edges, in points. At the sides they are at least those of the texts of the screen.
  public var directionalLayoutMargins = Self.standardMargins
  /// Whether the second text stands at the end of the title's line.
  public var prefersSideBySideTextAndSecondaryText = false
  /// The distances between image and text, and between a text and the one below it, in points. That of texts side by side is
  /// always 8.
  public var imageToTextPadding: CGFloat = 16
  public var textToSecondaryTextHorizontalPadding: CGFloat = 8
  public var textToSecondaryTextVerticalPadding: CGFloat = 2
  /// For source compatibility: the whole content has the alpha of its view.
  public var alpha: CGFloat = 1

  static let standardMargins = NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 16)

  /// Whether the title is a heading for screen readers.
  private(set) var isHeading = false

  private init(
    _ style: UIFont.TextStyle, _ second: UIFont.TextStyle = .subheadline, color: UIColor = .label,
    weight: UIFont.Weight? = nil,
    isHeading: Bool = false
  ) {
    let font = UIFont.preferredFont(forTextStyle: style)
    textProperties = TextProperties(
      font: weight.map { .systemFont(ofSize: font.pointSize, weight: $0) } ?? font, color: color)
    secondaryTextProperties = TextProperties(font: .preferredFont(forTextStyle: second), color: .secondaryText)
    self.isHeading = isHeading
  }

  public static func cell() -> Self { Self(.body) }
  public static func subtitleCell() -> Self {
    var made = Self(.body, .caption1)
    made.secondaryTextProperties.color = .label
    return made
  }
  public static func valueCell() -> Self {
    var made = Self(.body, .body)
    made.prefersSideBySideTextAndSecondaryText = true
    return made
  }
  public static func sidebarCell() -> Self { Self(.body) }
  public static func sidebarSubtitleCell() -> Self { Self(.body) }
  public static func accompaniedSidebarCell() -> Self { Self(.body) }
  public static func accompaniedSidebarSubtitleCell() -> Self { Self(.body) }

  public static func header() -> Self { groupedHeader() }
  public static func plainHeader() -> Self { Self(.headline, isHeading: true) }
  public static func groupedHeader() -> Self {
    var made = Self(.footnote, color: .secondaryText, isHeading: true)
    made.textProperties.transform = .uppercase
    return made
  }
  public static func prominentInsetGroupedHeader() -> Self { Self(.title3, weight: .bold, isHeading: true) }
  public static func extraProminentInsetGroupedHeader() -> Self { Self(.title2, weight: .bold, isHeading: true) }
  public static func sidebarHeader() -> Self { Self(.headline, isHeading: true) }

  public static func footer() -> Self { groupedFooter() }
  public static func plainFooter() -> Self { Self(.footnote, color: .secondaryText) }
  public static func groupedFooter() -> Self { Self(.footnote, color: .secondaryText) }

  public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

  public func updated(for state: any UIConfigurationState) -> Self { self }

  /// The style of cells that has the same labels.
  var style: UITableViewCell.CellStyle { prefersSideBySideTextAndSecondaryText ? .value1 : .subtitle }
}

extension UIColor {
  /// `secondaryLabel`, as the style sheet has it: with more contrast.
  static let secondaryText = UIColor(light: secondaryLabel.light, dark: secondaryLabel.dark, css: "var(--secondary)")
}
