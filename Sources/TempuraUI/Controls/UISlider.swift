public import Foundation

/// A control for a number within a range.
///
/// The page sends the number with every form.
open class UISlider: UIControl, InputField, RangedControl {
  @Rendered private var number: Float = 0

  /// The number. Values out of range are limited to it. Default: 0.
  open var value: Float {
    get { number }
    set {
      let old = number
      number = limited(newValue)
      if number != old { dropDraft() }
    }
  }

  open func setValue(_ value: Float, animated: Bool) { self.value = value }

  /// The minimum of the range. If it is above the maximum, the maximum changes too. Default: 0.
  open var minimumValue: Float = 0 { didSet { if minimumValue != oldValue { minimumDidChange() } } }

  /// The maximum of the range. If it is below the minimum, the minimum changes too. Default: 1.
  open var maximumValue: Float = 1 { didSet { if maximumValue != oldValue { maximumDidChange() } } }

  /// Whether live pages send values on the way. A page without script sends the final value only. Default: true.
  @Rendered open var isContinuous = true

  // MARK: - Looks

  @Rendered public final var minimumTrackTintColor: UIColor?

  @Rendered public final var maximumTrackTintColor: UIColor?

  @Rendered public final var thumbTintColor: UIColor?

  /// An image before the track.
  @Rendered public final var minimumValueImage: UIImage?

  /// An image after the track.
  @Rendered public final var maximumValueImage: UIImage?

  // MARK: - Size

  override package var hasContentSize: Bool { true }

  override package func contentSize(width: CGFloat) -> CGSize? {
    CGSize(width: width > 0 && width < 10_000 ? width : 118, height: 34)
  }

  override open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 34) }

  // MARK: - Input

  // As browsers write it, so that the script of live pages sees whether the user has moved the thumb.
  package final func sentValue(ofPart part: String) -> String? { part.isEmpty ? number.short : nil }

  package final var tellsValuesOnTheWay: Bool { isContinuous && hasValueHandler }

  /// Compares numbers, not texts: a browser may format the same number differently.
  package final func isUnchanged(by input: FieldInput, part: String) -> Bool {
    input.text.flatMap(Self.number) == number
  }

  package final func problem(with input: FieldInput, part: String) -> String? {
    guard let number = input.text.flatMap(Self.number), number >= minimumValue, number <= maximumValue else {
      return localized(.problemNumber(minimumValue.short, maximumValue.short))
    }
    return nil
  }

  package final func enter(_ input: FieldInput, part: String) {
    guard let number = input.text.flatMap(Self.number) else { return }
    value = number
    sendActions(for: [.valueChanged, .primaryActionTriggered, .touchUpInside])
  }

  /// Reads a floating-point number of a form (HTML Standard, section 2.3.4.3).
  private static func number(_ text: String) -> Float? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Float(text), number.isFinite
    else { return nil }
    return number
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderContent(into html: HTMLRenderer) {
    if let minimumValueImage { html.write(image: minimumValueImage) }
    html.write("<input")
    html.writeFieldAttributes(of: self)
    html.write(" type=\"range\"")
    html.write(attribute: "min", "\(minimumValue)")
    html.write(attribute: "max", "\(maximumValue)")
    html.write(" step=\"any\"")
    html.write(attribute: "value", shownValue())
    if let text = accessibilityValue { html.write(attribute: "aria-valuetext", text) }
    html.write(">")
    if let maximumValueImage { html.write(image: maximumValueImage) }
    html.writeSetButton(of: self)
    html.writeProblem(of: self)
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let minimumTrackTintColor { css.declare("--fill", minimumTrackTintColor.css) }
    if let maximumTrackTintColor { css.declare("--rail", maximumTrackTintColor.css) }
    if let thumbTintColor { css.declare("--thumb", thumbTintColor.css) }
  }
}

extension Float {
  /// The number without `.0`.
  fileprivate var short: String { self == rounded() && abs(self) < 1e7 ? "\(Int(self))" : "\(self)" }
}
