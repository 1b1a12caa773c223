internal import Basics
public import Foundation

/// A view that shows text.
open class UILabel: UIView {
  private struct TextStyle {
    var font: UIFont?
    var textColor: UIColor?
    var textAlignment = NSTextAlignment.natural
    var numberOfLines = 1
    var lineBreakMode: NSLineBreakMode?
  }

  /// Properties that few labels set.
  private struct Extras: RarePropertyGroup {
    var attributedText: NSAttributedString?
    var highlightedTextColor, shadowColor: UIColor?
    var shadowOffset = CGSize(width: 0, height: -1)
    var minimumScaleFactor: CGFloat = 0
    var preferredMaxLayoutWidth: CGFloat = 0
    var textTransform = _TextTransform.none
  }

  /// How the letters of a text without attributes are shown.
  final var textTransform: _TextTransform {
    get { extras?.textTransform ?? .none }
    set {
      guard newValue != textTransform else { return }
      self[\Extras.textTransform] = newValue
      dropLines()
    }
  }

  @exclusivity(unchecked) private var content = ""
  @exclusivity(unchecked) private var style = TextStyle()

  public final var text: String? {
    get { content.isEmpty ? nil : content }
    set {
      guard !(newValue ?? "").isSameText(as: content) || hasAttributes else { return }
      content = newValue ?? ""
      if hasAttributes { rareProperties[Extras.self].attributedText = nil }
      didChangeLines()
    }
  }

  /// The text with the fonts, colours, lines and links of its parts. Parts without a font or colour have the label's.
  public final var attributedText: NSAttributedString? {
    get { extras?.attributedText ?? (content.isEmpty ? nil : NSAttributedString(string: content)) }
    set {
      content = newValue?.string ?? ""
      if newValue != nil || hasAttributes { rareProperties[Extras.self].attributedText = newValue?.immutableCopy }
      didChangeLines()
    }
  }

  private var hasAttributes: Bool { extras?.attributedText != nil }

  private var extras: Extras? { rareProperties.box(of: Extras.self)?.properties }

  /// The font. Default: the system font at 17 points. Setting it changes all parts of an attributed text, as in UIKit.
  public final var font: UIFont! {
    get { style.font ?? .systemFont(ofSize: 17) }
    set {
      change(\.font, to: newValue)
      setAttribute(.font, to: newValue)
    }
  }

  /// The colour. Setting it changes all parts of an attributed text, as in UIKit.
  public final var textColor: UIColor! {
    get { style.textColor ?? .label }
    set {
      change(\.textColor, to: newValue)
      setAttribute(.foregroundColor, to: newValue)
    }
  }

  /// The alignment of all lines. The paragraph styles of an attributed text have their own, unless it is `.natural`.
  public final var textAlignment: NSTextAlignment {
    get { style.textAlignment }
    set { change(\.textAlignment, to: newValue) }
  }

  /// Sets an attribute of the whole text, if it has attributes.
  private func setAttribute(_ key: NSAttributedString.Key, to value: Any?) {
    guard let text = extras?.attributedText, text.length > 0, let value else {
      return
    }
    let changed = NSMutableAttributedString(attributedString: text)
    changed.addAttribute(key, value: value, range: NSRange(location: 0, length: text.length))
    rareProperties[Extras.self].attributedText = changed.immutableCopy
    didChangeLines()
  }

  /// The maximum number of lines, 0 for no limit. Default: 1, as in UIKit. In a label that flows, a text of one line still
  /// wraps, unless the app sets a `lineBreakMode` that clips or truncates it.
  public final var numberOfLines: Int {
    get { style.numberOfLines }
    set { change(\.numberOfLines, to: newValue) }
  }

  /// How text that is too long is wrapped or truncated. The text of a label that flows is truncated at the end only.
  public final var lineBreakMode: NSLineBreakMode {
    get { style.lineBreakMode ?? paragraphStyle?.lineBreakMode ?? .byTruncatingTail }
    set { change(\.lineBreakMode, to: newValue) }
  }

  /// Whether the text has its own colour. The text of a disabled label has the secondary colour.
  @exclusivity(unchecked) public final var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsRender() } } }

  /// Whether the text has the `highlightedTextColor`.
  @exclusivity(unchecked) public final var isHighlighted = false {
    didSet { if isHighlighted != oldValue { setNeedsRender() } }
  }

  public final var highlightedTextColor: UIColor? {
    get { self[\Extras.highlightedTextColor] }
    set { self[\Extras.highlightedTextColor] = newValue }
  }

  public final var shadowColor: UIColor? {
    get { self[\Extras.shadowColor] }
    set { self[\Extras.shadowColor] = newValue }
  }

  public final var shadowOffset: CGSize {
    get { self[\Extras.shadowOffset] }
    set { self[\Extras.shadowOffset] = newValue }
  }

  /// Whether a text of one line that is too long gets a smaller font. Default: false. It has an effect for labels with a
  /// frame: the text of others wraps.
  @exclusivity(unchecked) public final var adjustsFontSizeToFitWidth = false {
    didSet { if adjustsFontSizeToFitWidth != oldValue { didChangeLines() } }
  }

  /// The smallest size of the text as a part of the font's size, for `adjustsFontSizeToFitWidth`. Default: 0, any size.
  public final var minimumScaleFactor: CGFloat {
    get { self[\Extras.minimumScaleFactor] }
    set {
      self[\Extras.minimumScaleFactor] = newValue
      dropLines()
    }
  }

  /// The width in points at which `intrinsicContentSize` breaks lines. Default: 0, any width.
  public final var preferredMaxLayoutWidth: CGFloat {
    get { self[\Extras.preferredMaxLayoutWidth] }
    set { self[\Extras.preferredMaxLayoutWidth] = newValue }
  }

  /// The level of the heading if the label has the trait `.header`, from 1 to 6. UIKit has no such property.
  @Rendered public final var headingLevel = 2

  // Inlined so that the compiler can replace the key path by a direct access.
  @inline(__always)
  private func change<Value: Equatable>(_ property: WritableKeyPath<TextStyle, Value>, to value: Value) {
    guard style[keyPath: property] != value else { return }
    style[keyPath: property] = value
    didChangeLines()
  }

  private func didChangeLines() {
    dropLines()
    setNeedsRender()
  }

  // MARK: - Size

  /// The style of the first paragraph of an attributed text.
  private var paragraphStyle: NSParagraphStyle? {
    guard let text = extras?.attributedText, text.length > 0 else { return nil }
    return text.attribute(.paragraphStyle, at: 0, effectiveRange: nil) as? NSParagraphStyle
  }

  final var measuredText: MeasuredText {
    if let attributed = extras?.attributedText {
      return MeasuredText(attributed, font: font, lineBreakMode: lineBreakMode)
    }
    return MeasuredText(textTransform.applied(to: content), font: font, lineBreakMode: lineBreakMode)
  }

  /// Returns the area that the text needs, in points.
  ///
  /// - Parameters:
  ///   - bounds: The available area. A text of one line may be wider.
  ///   - numberOfLines: The maximum number of lines, 0 for no limit.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    let size = measuredSize(width: numberOfLines == 1 ? 0 : bounds.width, lines: numberOfLines)
    return CGRect(origin: bounds.origin, size: size)
  }

  /// Tells where in the label the text stands. Override it to inset the text: pass a smaller rectangle to `super`. It cannot
  /// draw anything else.
  ///
  /// - Parameter rect: The area of the text, in points.
  open func drawText(in rect: CGRect) { rareProperties[TextArea.self].rect = rect }

  /// Returns the size of the text in points: whole numbers.
  ///
  /// - Parameter size: Its width is the available one. A width of 0 means any width. A text of one line has its own width.
  override final func estimatedContentSize(width: CGFloat) -> CGSize? { sizeThatFits(CGSize(width: width, height: 0)) }
  override final var wrapsContent: Bool { numberOfLines != 1 }
  override final var isText: Bool { true }
  override final var fontOfBaseline: UIFont? { font }
  override final func isElastic(inRow: Bool) -> Bool { false }
  override final var stacksSubviews: Bool { false }

  override open func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 && size.width < 1e6 ? size.width : 1e6
    let room = CGRect(x: 0, y: 0, width: width, height: 1e6)
    return textRect(forBounds: room, limitedToNumberOfLines: numberOfLines).size
  }

  override open var intrinsicContentSize: CGSize { sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0)) }

  /// Returns the height of `intrinsicContentSize` in a width. As in UIKit, that width is the preferred one meanwhile.
  override final func contentHeight(width: CGFloat) -> CGFloat {
    if ClassNames.isFrameworkClass(type(of: self)) { return sizeThatFits(CGSize(width: width, height: 0)).height }
    let preferred = preferredMaxLayoutWidth
    rareProperties[Extras.self].preferredMaxLayoutWidth = width
    defer { rareProperties[Extras.self].preferredMaxLayoutWidth = preferred }
    return intrinsicContentSize.height
  }

  override final var isEmptyWithoutSize: Bool { true }
  override final var ownText: String? { text }
  override final func addContent(to hash: inout StableHash) { hash.combine(text ?? "") }

  override final func drawText(in rect: CGRect, context: CGContext) {
    let style = NSMutableParagraphStyle()
    style.alignment = textAlignment
    // Parts without a font or colour have the label's.
    let text = NSMutableAttributedString(
      string: content,
      attributes: [.font: font ?? .textDefault, .foregroundColor: textColor ?? .label, .paragraphStyle: style])
    extras?.attributedText?.enumerateAttributes(in: NSRange(location: 0, length: text.length), options: []) {
      own, range, _ in
      text.addAttributes(own, range: range)
    }
    let height = text.boundingRect(with: rect.size, options: .usesLineFragmentOrigin, context: nil).height
    text.draw(in: rect.offsetBy(dx: 0, dy: max(0, (rect.height - height) / 2)))
  }

  // MARK: - HTML

  override open var htmlTag: StaticString {
    // A parser ends a `p` at the element of a subview.
    if superview?.isButtonElement == true { return "span" }
    guard accessibilityTraits.contains(.header) else { return subviews.isEmpty ? "p" : "div" }
    return switch headingLevel {
    case ...1: "h1"
    case 2: "h2"
    case 3: "h3"
    case 4: "h4"
    case 5: "h5"
    default: "h6"
    }
  }

  /// Writes no label, because a paragraph cannot have a name. Its content has the label instead, visually hidden.
  override package func renderAccessibility(into html: HTMLRenderer) {
    html.writeHint(of: self)
    html.write(traits: accessibilityTraits)
  }

  override open func renderContent(into html: HTMLRenderer) {
    if accessibilityLabel != nil || accessibilityValue != nil {
      html.write("<span aria-hidden=\"true\">")
      renderText(into: html)
      html.write("</span>")
      let said = [accessibilityLabel ?? text, accessibilityValue].compactMap { $0 }
      html.writeUnseen(said.joined(separator: ", "))
    } else {
      renderText(into: html)
    }
    super.renderContent(into: html)
  }

  /// Drops the lines, which the style and the content of one rendering share: the page has them now.
  override package final func didRender() { dropLines() }

  private func renderText(into html: HTMLRenderer) {
    if let lines = shownLines {
      html.write(lines.text, brokenInto: lines.broken, isJustified: style.textAlignment == .justified)
    } else if let attributedText = extras?.attributedText {
      html.write(attributed: attributedText)
    } else {
      html.write(text: content)
    }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    let lines = shownLines
    if let font = lines.map(\.text.font) ?? style.font { css += font.css }
    if let color = shownColor { css.declare("color", color) }
    css += style.textAlignment.css
    if let extras, let shadow = extras.shadowColor {
      let offset = extras.shadowOffset
      css += "text-shadow:\(CSS.rem(offset.width)) \(CSS.rem(offset.height)) \(shadow.css);"
    }
    if let insets = textPadding { css.declare("padding", CSS.rem(insets)) }
    if let lines {
      append(lines, to: &css)
    } else {
      // A text of several fonts has the line heights of the style sheet, which are multiples of their sizes.
      if let font = style.font, !hasAttributes || measuredText.hasOneLineHeight { css += font.linesCSS }
      appendLines(to: &css)
      css += textTransform.css
    }
  }

  private var shownColor: String? {
    if isHighlighted, let highlightedTextColor { return highlightedTextColor.css }
    return isEnabled ? style.textColor?.css : "var(--secondary)"
  }

  private func appendLines(to css: inout CSSText) {
    let mode = style.lineBreakMode
    if mode == .byCharWrapping { css += "word-break:break-all;" }
    if style.numberOfLines > 1 {
      css += "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:\(style.numberOfLines);"
      css += "overflow:hidden;"
    } else if style.numberOfLines == 1, let mode, mode != .byWordWrapping, mode != .byCharWrapping {
      css += "white-space:nowrap;overflow:hidden;text-overflow:\(mode == .byClipping ? "clip" : "ellipsis");"
    }
  }
}

/// How the letters of a text are shown. `UIListContentConfiguration` has its public name.
public enum _TextTransform: Int, Sendable {
  case none, uppercase, lowercase, capitalized

  /// Returns the text as the browser shows it in the page's language, to measure it and to break its lines.
  func applied(to text: String) -> String {
    switch self {
    case .none: text
    case .uppercase: text.uppercased(with: AppEnvironment.current.locale)
    case .lowercase: text.lowercased(with: AppEnvironment.current.locale)
    case .capitalized: text.capitalized
    }
  }

  /// The style sheet's words. There is none for `capitalized`: browsers leave the other letters of a word as they are.
  var css: String { self == .uppercase || self == .lowercase ? "text-transform:\(self);" : "" }
}

extension NSAttributedString {
  /// An immutable copy, because the app may change its own.
  var immutableCopy: NSAttributedString { copy() as? NSAttributedString ?? self }
}
