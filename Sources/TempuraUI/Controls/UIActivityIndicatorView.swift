public import Foundation

/// A spinning wheel that shows that work is in progress.
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable {
    case medium = 100
    case large = 101
  }

  public private(set) final var isAnimating = false

  override public init(frame: CGRect) {
    super.init(frame: frame)
    isHidden = true
  }

  public required init?(coder: NSCoder) { nil }

  public convenience init(style: Style) {
    let side: CGFloat = style == .large ? 37 : 20
    self.init(frame: .zero)
    setFixedSize(CGSize(width: side, height: side), in: .zero)
    self.style = style
  }

  @Rendered open var style = Style.medium
  /// The colour of the wheel. Default: nil, the style sheet's colour.
  open var color: UIColor! { didSet { if color != oldValue { setNeedsRender() } } }

  /// Whether the view sets `isHidden` while the wheel does not spin. Default: true.
  open var hidesWhenStopped = true {
    didSet { if hidesWhenStopped != oldValue { isHidden = hidesWhenStopped && !isAnimating } }
  }

  open func startAnimating() { setAnimating(true) }

  open func stopAnimating() { setAnimating(false) }

  private func setAnimating(_ isAnimating: Bool) {
    if hidesWhenStopped { isHidden = !isAnimating }
    guard isAnimating != self.isAnimating else { return }
    self.isAnimating = isAnimating
    setNeedsRender()
  }

  // MARK: - Size

  override final var hasOneSize: Bool { true }

  override open var intrinsicContentSize: CGSize {
    style == .large ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }

  override open func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  // MARK: - HTML

  /// The label is written as text inside the element, so that a screen reader announces it when it appears.
  override package func renderAccessibility(into html: HTMLRenderer) {
    html.writeHint(of: self)
  }

  override open func renderAttributes(into html: HTMLRenderer) { html.write(" role=\"status\"") }

  override open func renderContent(into html: HTMLRenderer) {
    html.write(isAnimating ? "<span class=\"wheel turning\"></span>" : "<span class=\"wheel\"></span>")
    if isAnimating { html.writeUnseen(accessibilityLabel ?? localized(.partInProgress)) }
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let color { css.declare("color", color.css) }
    if style == .large { css += "--wheel:2.3125rem;" }
  }
}
