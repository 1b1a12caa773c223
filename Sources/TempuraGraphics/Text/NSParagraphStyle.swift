public import Foundation

/// The alignment, indents and line heights of a paragraph.
open class NSParagraphStyle: AttributeObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Safe because only the mutable subclass changes its values, which an app does in its session's turns.

  /// The values of a style. All lengths are in points.
  package struct Values: Hashable {
    var lineSpacing: CGFloat = 0
    var paragraphSpacing: CGFloat = 0
    package var alignment = NSTextAlignment.natural
    var headIndent: CGFloat = 0
    var tailIndent: CGFloat = 0
    var firstLineHeadIndent: CGFloat = 0
    var minimumLineHeight: CGFloat = 0
    var maximumLineHeight: CGFloat = 0
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    package var baseWritingDirection = NSWritingDirection.natural
    var lineHeightMultiple: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    var hyphenationFactor: Float = 0
    var usesDefaultHyphenation = false
    var tabStops: [NSTextTab] = []
    var defaultTabInterval: CGFloat = 0
    var allowsDefaultTighteningForTruncation = false
    var lineBreakStrategy: LineBreakStrategy = []

    package init() {}
  }

  final var values: Values

  override public init() { values = Values() }

  init(values: Values) { self.values = values }

  /// The style of texts without one.
  public static var `default`: NSParagraphStyle { shared }

  private static let shared = NSParagraphStyle()

  /// The space below each line, in points.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// The space after the paragraph, in points.
  open var paragraphSpacing: CGFloat { values.paragraphSpacing }
  open var alignment: NSTextAlignment { values.alignment }
  /// The indent of all lines but the first, in points.
  open var headIndent: CGFloat { values.headIndent }
  /// The end of the lines, in points: from the start if it is positive, else from the end of the available width.
  open var tailIndent: CGFloat { values.tailIndent }
  /// The indent of the first line, in points.
  open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// The minimum height of a line, in points.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The maximum height of a line, in points; 0 for no limit.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// How lines that are too long end. The mode of the label or the text container has precedence.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  open var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
  /// The line height as a multiple of the font's; 0 for the font's.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The space before the paragraph, in points.
  open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  // Without effect on a page, down to `lineBreakStrategy`:
  open var hyphenationFactor: Float { values.hyphenationFactor }
  open var usesDefaultHyphenation: Bool { values.usesDefaultHyphenation }
  open var tabStops: [NSTextTab]! { values.tabStops }
  open var defaultTabInterval: CGFloat { values.defaultTabInterval }
  open var allowsDefaultTighteningForTruncation: Bool { values.allowsDefaultTighteningForTruncation }
  open var lineBreakStrategy: LineBreakStrategy { values.lineBreakStrategy }

  /// Returns the direction of a language; nil stands for the app's.
  open class func defaultWritingDirection(forLanguage languageName: String?) -> NSWritingDirection {
    let language = languageName.map { Locale.Language(identifier: $0) } ?? Locale.current.language
    return language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// Returns a style that does not change with this one.
  open func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values: values) }

  /// Returns an `NSMutableParagraphStyle`.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableParagraphStyle(values: values) }

  override open func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }
  override open var hash: Int { values.hashValue }
}

extension NSParagraphStyle {
  /// Where lines may break. No effect on a page.
  public struct LineBreakStrategy: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let pushOut = LineBreakStrategy(rawValue: 1 << 0)
    public static let hangulWordPriority = LineBreakStrategy(rawValue: 1 << 1)
    public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
  }
}

// swift-format-ignore
// Because each value has one line.
/// A paragraph style whose values can be set. Set them before the text is assigned to a view.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  override open var lineSpacing: CGFloat { get { values.lineSpacing } set { values.lineSpacing = newValue } }
  override open var paragraphSpacing: CGFloat { get { values.paragraphSpacing } set { values.paragraphSpacing = newValue } }
  override open var alignment: NSTextAlignment { get { values.alignment } set { values.alignment = newValue } }
  override open var headIndent: CGFloat { get { values.headIndent } set { values.headIndent = newValue } }
  override open var tailIndent: CGFloat { get { values.tailIndent } set { values.tailIndent = newValue } }
  override open var firstLineHeadIndent: CGFloat { get { values.firstLineHeadIndent } set { values.firstLineHeadIndent = newValue } }
  override open var minimumLineHeight: CGFloat { get { values.minimumLineHeight } set { values.minimumLineHeight = newValue } }
  override open var maximumLineHeight: CGFloat { get { values.maximumLineHeight } set { values.maximumLineHeight = newValue } }
  override open var lineBreakMode: NSLineBreakMode { get { values.lineBreakMode } set { values.lineBreakMode = newValue } }
  override open var baseWritingDirection: NSWritingDirection { get { values.baseWritingDirection } set { values.baseWritingDirection = newValue } }
  override open var lineHeightMultiple: CGFloat { get { values.lineHeightMultiple } set { values.lineHeightMultiple = newValue } }
  override open var paragraphSpacingBefore: CGFloat { get { values.paragraphSpacingBefore } set { values.paragraphSpacingBefore = newValue } }
  override open var hyphenationFactor: Float { get { values.hyphenationFactor } set { values.hyphenationFactor = newValue } }
  override open var usesDefaultHyphenation: Bool { get { values.usesDefaultHyphenation } set { values.usesDefaultHyphenation = newValue } }
  override open var tabStops: [NSTextTab]! { get { values.tabStops } set { values.tabStops = newValue ?? [] } }
  override open var defaultTabInterval: CGFloat { get { values.defaultTabInterval } set { values.defaultTabInterval = newValue } }
  override open var allowsDefaultTighteningForTruncation: Bool { get { values.allowsDefaultTighteningForTruncation } set { values.allowsDefaultTighteningForTruncation = newValue } }
  override open var lineBreakStrategy: LineBreakStrategy { get { values.lineBreakStrategy } set { values.lineBreakStrategy = newValue } }

  open func addTabStop(_ tab: NSTextTab) { values.tabStops.append(tab) }
  open func removeTabStop(_ tab: NSTextTab) { values.tabStops.removeAll { $0 == tab } }

  /// Takes over all values of another style.
  open func setParagraphStyle(_ style: NSParagraphStyle) { values = style.values }
}

/// The position of a tabulator. No effect on a page.
open class NSTextTab: NSObject, @unchecked Sendable {
  // Safe because all stored properties are constants.

  /// The name of an option.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let columnTerminators = OptionKey(rawValue: "NSTabColumnTerminatorsAttributeName")
  }

  public final let alignment: NSTextAlignment
  /// The distance from the start of the line, in points.
  public final let location: CGFloat
  public final let options: [OptionKey: Any]

  public init(textAlignment alignment: NSTextAlignment, location loc: CGFloat, options: [OptionKey: Any] = [:]) {
    self.alignment = alignment
    location = loc
    self.options = options
    super.init()
  }

  override open func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSTextTab else { return false }
    return alignment == other.alignment && location == other.location
  }

  override open var hash: Int { location.hashValue }
}
