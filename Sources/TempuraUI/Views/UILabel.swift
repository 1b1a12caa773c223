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
    var isEnabled = true
    var isHighlighted = false
    var highlightedTextColor: UIColor?
    var shadowColor: UIColor?
    var shadowOffset = CGSize(width: 0, height: -1)
    var adjustsFontSizeToFitWidth = false
    var minimumScaleFactor: CGFloat = 0
  }

  private var content = ""
  private var style = TextStyle()

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public final var text: String? {
    get { content.isEmpty ? nil : content }
    set {
      guard !(newValue ?? "").isSameText(as: content) || hasAttributes else { return }
      content = newValue ?? ""
      if hasAttributes { rareProperties[Extras.self].attributedText = nil }
      setNeedsRender()
    }
  }

  /// The text with the fonts, colours, lines and links of its parts. Parts without a font or colour have the label's.
  public final var attributedText: NSAttributedString? {
    get { rareProperties[Extras.self].attributedText ?? (content.isEmpty ? nil : NSAttributedString(string: content)) }
    set {
      content = newValue?.string ?? ""
      if newValue != nil || hasAttributes { rareProperties[Extras.self].attributedText = newValue?.immutableCopy }
      setNeedsRender()
    }
  }

  private var hasAttributes: Bool { rareProperties[Extras.self].attributedText != nil }

  /// The font. Default: the system font at 17 points.
  public final var font: UIFont! {
    get { style.font ?? .systemFont(ofSize: 17) }
    set { change(\.font, to: newValue) }
  }

  public final var textColor: UIColor! {
    get { style.textColor ?? .label }
    set { change(\.textColor, to: newValue) }
  }

  public final var textAlignment: NSTextAlignment {
    get { style.textAlignment }
    set { change(\.textAlignment, to: newValue) }
  }

  /// The maximum number of lines, 0 for no limit. Default: 1, as in UIKit. On a page a text of one line still wraps,
  /// unless the app sets a `lineBreakMode` that clips or truncates it.
  public final var numberOfLines: Int {
    get { style.numberOfLines }
    set { change(\.numberOfLines, to: newValue) }
  }

  /// How text that is too long is wrapped or truncated. A page truncates at the end only.
  public final var lineBreakMode: NSLineBreakMode {
    get { style.lineBreakMode ?? .byTruncatingTail }
    set { change(\.lineBreakMode, to: newValue) }
  }

  /// Whether the text has its own colour. The text of a disabled label has the secondary colour.
  public final var isEnabled: Bool {
    get { rareProperties[Extras.self].isEnabled }
    set { set(\Extras.isEnabled, to: newValue) }
  }

  /// Whether the text has the `highlightedTextColor`.
  public final var isHighlighted: Bool {
    get { rareProperties[Extras.self].isHighlighted }
    set { set(\Extras.isHighlighted, to: newValue) }
  }

  public final var highlightedTextColor: UIColor? {
    get { rareProperties[Extras.self].highlightedTextColor }
    set { set(\Extras.highlightedTextColor, to: newValue) }
  }

  public final var shadowColor: UIColor? {
    get { rareProperties[Extras.self].shadowColor }
    set { set(\Extras.shadowColor, to: newValue) }
  }

  public final var shadowOffset: CGSize {
    get { rareProperties[Extras.self].shadowOffset }
    set { set(\Extras.shadowOffset, to: newValue) }
  }

  /// No effect on a page: text wraps instead, because readers choose the size of text.
  public final var adjustsFontSizeToFitWidth: Bool {
    get { rareProperties[Extras.self].adjustsFontSizeToFitWidth }
    set { set(\Extras.adjustsFontSizeToFitWidth, to: newValue) }
  }

  /// No effect on a page, as `adjustsFontSizeToFitWidth`.
  public final var minimumScaleFactor: CGFloat {
    get { rareProperties[Extras.self].minimumScaleFactor }
    set { set(\Extras.minimumScaleFactor, to: newValue) }
  }

  /// The level of the heading if the label has the trait `.header`, from 1 to 6. UIKit has no such property.
  public final var headingLevel = 2 {
    didSet { if headingLevel != oldValue { setNeedsRender() } }
  }

  private func change<Value: Equatable>(_ property: WritableKeyPath<TextStyle, Value>, to value: Value) {
    guard style[keyPath: property] != value else { return }
    style[keyPath: property] = value
    setNeedsRender()
  }

  // MARK: - HTML

  override open var htmlTag: StaticString {
    // A parser ends a `p` at the element of a subview.
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
    renderTraits(into: html)
  }

  override open func renderContent(into html: HTMLRenderer) {
    if accessibilityLabel != nil || accessibilityValue != nil {
      html.write("<span aria-hidden=\"true\">")
      renderText(into: html)
      html.write("</span>")
      let said = [accessibilityLabel ?? text, accessibilityValue].compactMap { $0 }
      html.writeVisuallyHidden(said.joined(separator: ", "))
    } else {
      renderText(into: html)
    }
    super.renderContent(into: html)
  }

  private func renderText(into html: HTMLRenderer) {
    if let attributedText = rareProperties[Extras.self].attributedText {
      html.write(attributed: attributedText)
    } else {
      html.write(text: content)
    }
  }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    if let font = style.font { css.append(font.css) }
    if let color = shownColor { CSS.declare("color", color, in: &css) }
    css += style.textAlignment.css
    if let shadow = shadowColor {
      let offset = shadowOffset
      css += "text-shadow:\(CSS.px(offset.width)) \(CSS.px(offset.height)) \(shadow.css);"
    }
    appendLines(to: &css)
  }

  private var shownColor: String? {
    if let extras = rareProperties.box(of: Extras.self)?.properties {
      if extras.isHighlighted, let color = extras.highlightedTextColor { return color.css }
      if !extras.isEnabled { return "var(--secondary)" }
    }
    return style.textColor?.css
  }

  private func appendLines(to css: inout String) {
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

extension NSAttributedString {
  /// An immutable copy, because the app may change its own.
  var immutableCopy: NSAttributedString { copy() as? NSAttributedString ?? self }
}

extension HTMLRenderer {
  /// Writes a text that only screen readers show.
  func writeVisuallyHidden(_ text: String) {
    write("<span class=\"unseen\">")
    write(text: text)
    write("</span>")
  }
}
