public import Foundation

/// Two buttons that make a number smaller and larger. As in UIKit the number itself is shown by the app.
open class UIStepper: UIControl {
  private var number = 0.0

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The number; one out of the range becomes the nearest within it.
  open var value: Double {
    get { number }
    set {
      let newValue = newValue > minimumValue ? min(newValue, maximumValue) : minimumValue
      guard newValue != number else { return }
      number = newValue
      setNeedsRender()
    }
  }

  /// The least number. One above the maximum moves that, too.
  open var minimumValue = 0.0 {
    didSet {
      guard minimumValue != oldValue else { return }
      if maximumValue < minimumValue { maximumValue = minimumValue }
      limitsDidChange()
    }
  }

  /// The largest number. One below the minimum moves that, too.
  open var maximumValue = 100.0 {
    didSet {
      guard maximumValue != oldValue else { return }
      if minimumValue > maximumValue { minimumValue = maximumValue }
      limitsDidChange()
    }
  }

  /// How much a tap changes the number. It is more than 0.
  open var stepValue = 1.0 {
    didSet {
      guard !(stepValue > 0) else { return }
      Misuse.trap("\(nameInCode) cannot have the step \(stepValue): a step is more than 0.")
      stepValue = oldValue
    }
  }

  /// Whether a step beyond one end of the range leads to the other.
  open var wraps = false { didSet { if wraps != oldValue { setNeedsRender() } } }

  /// For the app to read: on a page each press is one step.
  open var autorepeat = true

  /// For the app to read: a page tells of each press.
  open var isContinuous = true

  private func limitsDidChange() {
    value = number
    setNeedsRender()
  }

  // MARK: - Input

  private var canDecrement: Bool { wraps || number > minimumValue }
  private var canIncrement: Bool { wraps || number < maximumValue }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    switch part {
    case "decrement": TapTarget(refusal: canDecrement ? refusal : .disabled) { self.step(by: -self.stepValue) }
    case "increment": TapTarget(refusal: canIncrement ? refusal : .disabled) { self.step(by: self.stepValue) }
    default: gestureTarget(ofPart: part)
    }
  }

  private func step(by step: Double) {
    let next = number + step
    if wraps, next > maximumValue {
      value = minimumValue
    } else if wraps, next < minimumValue {
      value = maximumValue
    } else {
      value = next
    }
    sendActions(for: [.valueChanged, .primaryActionTriggered, .touchUpInside])
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderAttributes(into html: HTMLRenderer) {
    html.write(" role=\"group\"")
    html.writeName(of: self)
    html.writeHint(of: self)
  }

  override open func renderContent(into html: HTMLRenderer) {
    writeButton("decrement", "−", "Decrement", canDecrement, into: html)
    html.write("<output class=\"unseen\">")
    html.write(text: accessibilityValue ?? CSS.number(CGFloat(number)))
    html.write("</output>")
    writeButton("increment", "+", "Increment", canIncrement, into: html)
    super.renderContent(into: html)
  }

  private func writeButton(
    _ part: String, _ sign: String, _ verb: String, _ isPossible: Bool, into html: HTMLRenderer
  ) {
    let label = accessibilityLabel.map { ownText("\(verb) %@", $0) } ?? ownText(verb)
    html.writeButton(
      tapping: part, of: self, cssClass: "step", title: sign, label: label, isEnabled: isEnabled && isPossible)
  }
}
