public import Foundation

/// A text.
open class UILabel: UIView {
  private struct Appearance {
    var font: UIFont?
    var textColor: UIColor?
    var textAlignment = NSTextAlignment.natural
    var numberOfLines = 1
    var lineBreakMode: NSLineBreakMode?
  }

  /// What few labels have.
  private struct Extras {
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
  private var appearance = Appearance()
  private var extras: Box<Extras>?

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public final var text: String? {
    get { content.isEmpty ? nil : content }
    set {
      guard !(newValue ?? "").isSameText(as: content) || extras?.value.attributedText != nil else { return }
      content = newValue ?? ""
      extras?.value.attributedText = nil
      setNeedsRender()
    }
  }

  /// The text with fonts, colours, lines and links of its parts. Parts without a font or colour have the label's.
  public final var attributedText: NSAttributedString? {
    get { extras?.value.attributedText ?? (content.isEmpty ? nil : NSAttributedString(string: content)) }
    set {
      content = newValue?.string ?? ""
      if newValue != nil || extras != nil { makeExtras().value.attributedText = newValue?.unchanging }
      setNeedsRender()
    }
  }

  /// The font; 17 points of the system's unless set.
  public final var font: UIFont! {
    get { appearance.font ?? .systemFont(ofSize: 17) }
    set { change(\.font, to: newValue) }
  }

  public final var textColor: UIColor! {
    get { appearance.textColor ?? .label }
    set { change(\.textColor, to: newValue) }
  }

  public final var textAlignment: NSTextAlignment {
    get { appearance.textAlignment }
    set { change(\.textAlignment, to: newValue) }
  }

  /// The most lines that are shown, 0 for any number. One line is the default on a phone, whose texts are measured for it;
  /// a page wraps such a text unless its `lineBreakMode` is set to cut it off.
  public final var numberOfLines: Int {
    get { appearance.numberOfLines }
    set { change(\.numberOfLines, to: newValue) }
  }

  /// Where lines are broken. A page cuts a text off at its end only, whichever end is named.
  public final var lineBreakMode: NSLineBreakMode {
    get { appearance.lineBreakMode ?? .byTruncatingTail }
    set { change(\.lineBreakMode, to: newValue) }
  }

  /// Whether the text is shown in full strength.
  public final var isEnabled: Bool {
    get { extras?.value.isEnabled ?? true }
    set { change(\.isEnabled, to: newValue, over: isEnabled) }
  }

  /// Whether the text has its `highlightedTextColor`.
  public final var isHighlighted: Bool {
    get { extras?.value.isHighlighted ?? false }
    set { change(\.isHighlighted, to: newValue, over: isHighlighted) }
  }

  public final var highlightedTextColor: UIColor? {
    get { extras?.value.highlightedTextColor }
    set { change(\.highlightedTextColor, to: newValue, over: highlightedTextColor) }
  }

  public final var shadowColor: UIColor? {
    get { extras?.value.shadowColor }
    set { change(\.shadowColor, to: newValue, over: shadowColor) }
  }

  public final var shadowOffset: CGSize {
    get { extras?.value.shadowOffset ?? CGSize(width: 0, height: -1) }
    set { change(\.shadowOffset, to: newValue, over: shadowOffset) }
  }

  /// For the app to read: text on a page is never made smaller than its reader wants it; it wraps.
  public final var adjustsFontSizeToFitWidth: Bool {
    get { extras?.value.adjustsFontSizeToFitWidth ?? false }
    set { change(\.adjustsFontSizeToFitWidth, to: newValue, over: adjustsFontSizeToFitWidth) }
  }

  /// For the app to read, as `adjustsFontSizeToFitWidth` is.
  public final var minimumScaleFactor: CGFloat {
    get { extras?.value.minimumScaleFactor ?? 0 }
    set { change(\.minimumScaleFactor, to: newValue, over: minimumScaleFactor) }
  }

  /// The level of the heading that a label with the trait `.header` is, from 1 to 6. UIKit has no levels.
  public final var headingLevel = 2 {
    didSet { if headingLevel != oldValue { setNeedsRender() } }
  }

  private func change<Value: Equatable>(_ property: WritableKeyPath<Appearance, Value>, to value: Value) {
    guard appearance[keyPath: property] != value else { return }
    appearance[keyPath: property] = value
    setNeedsRender()
  }

  private func change<Value: Equatable>(
    _ property: WritableKeyPath<Extras, Value>, to value: Value, over old: Value
  ) {
    guard value != old else { return }
    makeExtras().value[keyPath: property] = value
    setNeedsRender()
  }

  private func makeExtras() -> Box<Extras> {
    let made = extras ?? Box(Extras())
    extras = made
    return made
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
    if let attributedText = extras?.value.attributedText {
      html.write(attributed: attributedText)
    } else {
      html.write(text: content)
    }
  }

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    if let font = appearance.font { css.append(font.css) }
    if let color = shownColor { CSS.declare("color", color, in: &css) }
    css += appearance.textAlignment.css
    if let extras, let shadow = extras.value.shadowColor {
      let offset = extras.value.shadowOffset
      css += "text-shadow:\(CSS.px(offset.width)) \(CSS.px(offset.height)) \(shadow.css);"
    }
    appendLines(to: &css)
  }

  private var shownColor: String? {
    if let extras {
      if extras.value.isHighlighted, let color = extras.value.highlightedTextColor { return color.css }
      if !extras.value.isEnabled { return "var(--secondary)" }
    }
    return appearance.textColor?.css
  }

  private func appendLines(to css: inout String) {
    let mode = appearance.lineBreakMode
    if mode == .byCharWrapping { css += "word-break:break-all;" }
    if appearance.numberOfLines > 1 {
      css += "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:\(appearance.numberOfLines);"
      css += "overflow:hidden;"
    } else if appearance.numberOfLines == 1, let mode, mode != .byWordWrapping, mode != .byCharWrapping {
      css += "white-space:nowrap;overflow:hidden;text-overflow:\(mode == .byClipping ? "clip" : "ellipsis");"
    }
  }
}

/// Room for what few views of a class have.
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
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
