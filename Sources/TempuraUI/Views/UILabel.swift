public import Foundation

/// A text.
open class UILabel: UIView {
  private struct TextStyle {
    var font: UIFont?
    var textColor: UIColor?
    var textAlignment = NSTextAlignment.natural
    var numberOfLines = 1
    var lineBreakMode: NSLineBreakMode?
  }

  /// What few labels have.
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

  /// The text with fonts, colours, lines and links of its parts. Parts without a font or colour have the label's.
  public final var attributedText: NSAttributedString? {
    get { rareProperties[Extras.self].attributedText ?? (content.isEmpty ? nil : NSAttributedString(string: content)) }
    set {
      content = newValue?.string ?? ""
      if newValue != nil || hasAttributes { rareProperties[Extras.self].attributedText = newValue?.unchanging }
      setNeedsRender()
    }
  }

  private var hasAttributes: Bool { rareProperties[Extras.self].attributedText != nil }

  /// The font; 17 points of the system's unless set.
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

  /// The most lines that are shown, 0 for any number. One line is the default on a phone, whose texts are measured for it;
  /// a page wraps such a text unless its `lineBreakMode` is set to cut it off.
  public final var numberOfLines: Int {
    get { style.numberOfLines }
    set { change(\.numberOfLines, to: newValue) }
  }

  /// Where lines are broken. A page cuts a text off at its end only, whichever end is named.
  public final var lineBreakMode: NSLineBreakMode {
    get { style.lineBreakMode ?? .byTruncatingTail }
    set { change(\.lineBreakMode, to: newValue) }
  }

  /// Whether the text is shown in full strength.
  public final var isEnabled: Bool {
    get { rareProperties[Extras.self].isEnabled }
    set { set(\Extras.isEnabled, to: newValue) }
  }

  /// Whether the text has its `highlightedTextColor`.
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

  /// For the app to read: text on a page is never made smaller than its reader wants it; it wraps.
  public final var adjustsFontSizeToFitWidth: Bool {
    get { rareProperties[Extras.self].adjustsFontSizeToFitWidth }
    set { set(\Extras.adjustsFontSizeToFitWidth, to: newValue) }
  }

  /// For the app to read, as `adjustsFontSizeToFitWidth` is.
  public final var minimumScaleFactor: CGFloat {
    get { rareProperties[Extras.self].minimumScaleFactor }
    set { set(\Extras.minimumScaleFactor, to: newValue) }
  }

  /// The level of the heading that a label with the trait `.header` is, from 1 to 6. UIKit has no levels.
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
    // A parser ends a paragraph where the element of a subview begins.
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

  /// A paragraph cannot have a name: what is to be said instead of the text is in it, out of sight.
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
      html.writeUnseen(said.joined(separator: ", "))
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
  /// The text as it is now: the app may go on to change its own.
  var unchanging: NSAttributedString { copy() as? NSAttributedString ?? self }
}

extension HTMLRenderer {
  /// Writes a text for those who do not see the page.
  func writeUnseen(_ text: String) {
    write("<span class=\"unseen\">")
    write(text: text)
    write("</span>")
  }
}
