public import Foundation

/// A bar that shows the progress of a task.
open class UIProgressView: UIView {
  /// The look of a progress view.
  public enum Style: Int, Sendable {
    case `default`
    /// For use in a bar: the ends are not rounded.
    case bar
  }

  @Rendered private var done: Float = 0
  /// Whether the page shows the way to the progress.
  @Rendered private var glides = false

  public convenience init(progressViewStyle style: Style) {
    self.init(frame: .zero)
    progressViewStyle = style
  }

  /// The progress from 0 to 1. Other values are limited to this range. Default: 0.
  open var progress: Float {
    get { done }
    set { setProgress(newValue, animated: false) }
  }

  open func setProgress(_ progress: Float, animated: Bool) {
    done = progress > 0 ? min(progress, 1) : 0
    glides = animated
  }

  @Rendered open var progressViewStyle = Style.default
  @Rendered open var progressTintColor: UIColor?
  @Rendered open var trackTintColor: UIColor?

  // MARK: - Size

  override open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 4) }

  override open func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width > 0 && size.width < 10_000 ? size.width : 150, height: 4)
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "progress" }

  override package func renderAccessibility(into html: HTMLRenderer) {
    if let value = accessibilityValue { html.write(attribute: "aria-valuetext", value) }
    html.writeHint(of: self)
    html.write(traits: accessibilityTraits)
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    html.writeName(of: self, or: localized(.partProgress))
    html.write(attribute: "value", "\(done)")
    if glides { html.write(" data-glides") }
  }

  /// The text is for browsers that do not support `progress`. The element has no other content.
  override open func renderContent(into html: HTMLRenderer) {
    html.write(text: localized(.partPercent(Int((done * 100).rounded(.down)))))
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let progressTintColor { css.declare("--fill", progressTintColor.css) }
    if let trackTintColor { css.declare("--track", trackTintColor.css) }
    if progressViewStyle == .bar { css += "--end:0;" }
  }
}
