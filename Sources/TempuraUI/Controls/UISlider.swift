public import Foundation

/// A control for a number within a range.
///
/// The page sends the number with whatever form is sent. Browsers draw the thumb and the part of the track before it in
/// one colour, and the rest of the track as they like.
open class UISlider: UIControl, InputField {
  private var number: Float = 0

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The number; one out of the range becomes the nearest within it.
  open var value: Float {
    get { number }
    set {
      let newValue = limited(newValue)
      guard newValue != number else { return }
      number = newValue
      dropDraft()
      setNeedsRender()
    }
  }

  open func setValue(_ value: Float, animated: Bool) { self.value = value }

  /// The end of the range where the slider begins. One above the maximum moves that, too.
  open var minimumValue: Float = 0 {
    didSet {
      guard minimumValue != oldValue else { return }
      if maximumValue < minimumValue { maximumValue = minimumValue }
      limitsDidChange()
    }
  }

  /// The other end of the range. One below the minimum moves that, too.
  open var maximumValue: Float = 1 {
    didSet {
      guard maximumValue != oldValue else { return }
      if minimumValue > maximumValue { minimumValue = maximumValue }
      limitsDidChange()
    }
  }

  /// Whether the slider tells of the way to a value. For the app to read: a page tells of the value alone.
  open var isContinuous = true

  private func limitsDidChange() {
    value = number
    setNeedsRender()
  }

  private func limited(_ value: Float) -> Float {
    value > minimumValue ? min(value, maximumValue) : minimumValue
  }

  // MARK: - Looks

  public final var minimumTrackTintColor: UIColor? {
    didSet { if minimumTrackTintColor != oldValue { setNeedsRender() } }
  }

  /// The colour of the thumb, if the track before it has none.
  public final var thumbTintColor: UIColor? { didSet { if thumbTintColor != oldValue { setNeedsRender() } } }

  /// For the app to read: browsers choose a colour that can be told from the others.
  public final var maximumTrackTintColor: UIColor?

  /// A picture before the track.
  public final var minimumValueImage: UIImage? { didSet { if minimumValueImage != oldValue { setNeedsRender() } } }

  /// A picture behind the track.
  public final var maximumValueImage: UIImage? { didSet { if maximumValueImage != oldValue { setNeedsRender() } } }

  // MARK: - Input

  package final func sentValue(ofPart part: String) -> String? { part.isEmpty ? "\(number)" : nil }

  /// Numbers are compared and not texts: a browser may write the same one otherwise.
  package final func isUnchanged(by input: FieldInput, part: String) -> Bool {
    input.text.flatMap(Self.number) == number
  }

  package final func problem(with input: FieldInput, part: String) -> String? {
    guard let number = input.text.flatMap(Self.number), number >= minimumValue, number <= maximumValue else {
      return ownText("Choose a number from %@ to %@.", minimumValue.short, maximumValue.short)
    }
    return nil
  }

  package final func enter(_ input: FieldInput, part: String) {
    guard let number = input.text.flatMap(Self.number) else { return }
    value = number
    sendActions(for: [.valueChanged, .primaryActionTriggered, .touchUpInside])
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    part == "set" ? setTarget : super.tapTarget(ofPart: part)
  }

  /// A floating-point number as forms have it (HTML Standard, section 2.3.4.3).
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

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    if let color = minimumTrackTintColor ?? thumbTintColor { CSS.declare("--tint", color.css, in: &css) }
  }
}

extension Float {
  /// The number as people write it.
  fileprivate var short: String { self == rounded() && abs(self) < 1e7 ? "\(Int(self))" : "\(self)" }
}
