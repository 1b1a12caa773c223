public import Foundation

/// A control that is on or off. It is a button that needs no script.
open class UISwitch: UIControl {
  /// The look of a switch.
  public enum Style: Int, Sendable { case automatic, checkbox, sliding }

  private static let size = CGSize(width: 51, height: 31)

  /// A switch at the origin of a frame. Its size is always the same.
  override public init(frame: CGRect) {
    super.init(frame: .zero)
    setFixedSize(Self.size, in: frame)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @Rendered open var isOn = false

  open func setOn(_ on: Bool, animated: Bool) { isOn = on }

  /// The colour of the switch while it is on. Default: nil, the style sheet's colour.
  @Rendered public final var onTintColor: UIColor?
  @Rendered public final var thumbTintColor: UIColor?

  /// A text beside the switch, which is also its accessible name. UIKit shows it on the Mac only.
  @Rendered public final var title: String?

  /// The look that the app prefers. Default: `automatic`.
  @Rendered public final var preferredStyle = Style.automatic

  /// The look of the switch: `checkbox` if the app prefers that, else `sliding`.
  public final var style: Style { preferredStyle == .checkbox ? .checkbox : .sliding }

  // MARK: - Size

  override package var hasContentSize: Bool { true }
  override final var hasOneSize: Bool { true }

  override package func contentSize(width: CGFloat) -> CGSize? { Self.size }

  // MARK: - Input

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard part.isEmpty else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: refusal) {
      self.isOn.toggle()
      self.sendActions(for: [.valueChanged, .primaryActionTriggered, .touchUpInside])
    }
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "button" }

  override package func renderAccessibility(into html: HTMLRenderer) {
    html.writeHint(of: self)
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    html.write(" name=\"tap\"")
    html.write(attribute: "value", idOf: self)
    html.write(isOn ? " role=\"switch\" aria-checked=\"true\"" : " role=\"switch\" aria-checked=\"false\"")
    html.writeName(of: self, or: title)
    if !isEnabled { html.write(" disabled") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    html.write(style == .checkbox ? "<span class=\"box\"></span>" : "<span class=\"track\"></span>")
    if let title { html.writeSpan(title) }
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let onTintColor { css.declare("--on", onTintColor.css) }
    if let thumbTintColor { css.declare("--thumb", thumbTintColor.css) }
  }
}
