public import Foundation

/// A text.
open class UILabel: UIView {
  private struct Appearance {
    var font: UIFont?
    var textColor: UIColor?
    var textAlignment = NSTextAlignment.natural
    var numberOfLines = 1
    var lineBreakMode = NSLineBreakMode.byTruncatingTail
  }

  private var content = ""
  private var appearance = Appearance()

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public final var text: String? {
    get { content.isEmpty ? nil : content }
    set {
      guard !(newValue ?? "").isSameText(as: content) else { return }
      content = newValue ?? ""
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

  /// The most lines that are shown, 0 for any number.
  public final var numberOfLines: Int {
    get { appearance.numberOfLines }
    set { change(\.numberOfLines, to: newValue) }
  }

  public final var lineBreakMode: NSLineBreakMode {
    get { appearance.lineBreakMode }
    set { change(\.lineBreakMode, to: newValue) }
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

  override open func renderContent(into html: HTMLRenderer) {
    html.write(text: content)
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    if let font = appearance.font { css.append(font.css) }
    if let color = appearance.textColor { CSS.declare("color", color.css, in: &css) }
    css += appearance.textAlignment.css
    // One line is the default on a phone, whose texts are measured for it; a page wraps unless a number of lines is set.
    if appearance.numberOfLines > 1 {
      css += "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:\(appearance.numberOfLines);"
      css += "overflow:hidden;"
    }
  }
}
