public import Foundation

/// Shows that something is going on.
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable {
    case medium = 100
    case large = 101
  }

  public private(set) final var isAnimating = false

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(style: Style) {
    self.init(frame: .zero)
    self.style = style
  }

  open var style = Style.medium { didSet { if style != oldValue { setNeedsRender() } } }
  open var color: UIColor! { didSet { if color != oldValue { setNeedsRender() } } }

  /// Whether nothing is shown while nothing goes on.
  open var hidesWhenStopped = true { didSet { if hidesWhenStopped != oldValue { setNeedsRender() } } }

  open func startAnimating() { setAnimating(true) }

  open func stopAnimating() { setAnimating(false) }

  private func setAnimating(_ isAnimating: Bool) {
    guard isAnimating != self.isAnimating else { return }
    self.isAnimating = isAnimating
    setNeedsRender()
  }

  // MARK: - HTML

  /// What is said is text in the element, so that it is when it comes.
  override package func renderAccessibility(into html: HTMLRenderer) {
    html.writeHint(of: self)
  }

  override open func renderAttributes(into html: HTMLRenderer) { html.write(" role=\"status\"") }

  override open func renderContent(into html: HTMLRenderer) {
    if isAnimating || !hidesWhenStopped {
      html.write(isAnimating ? "<span class=\"wheel turning\"></span>" : "<span class=\"wheel\"></span>")
    }
    if isAnimating { html.writeUnseen(accessibilityLabel ?? ownText("In progress")) }
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    if let color { CSS.declare("color", color.css, in: &css) }
    if style == .large { css += "--wheel:2.3125rem;" }
  }
}
