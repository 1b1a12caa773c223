internal import Basics
public import Foundation

/// Two buttons that decrease and increase a number. As in UIKit, the app shows the number itself.
open class UIStepper: UIControl, RangedControl {
  @Rendered private var number = 0.0

  private static let size = CGSize(width: 94, height: 32)

  /// A stepper at the origin of a frame. Its size is always the same.
  override public init(frame: CGRect) {
    super.init(frame: .zero)
    setFixedSize(Self.size, in: frame)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The number. Values out of range are limited to it. Default: 0.
  open var value: Double {
    get { number }
    set { number = limited(newValue) }
  }

  /// The minimum of the range. If it is above the maximum, the maximum changes too. Default: 0.
  open var minimumValue = 0.0 { didSet { if minimumValue != oldValue { minimumDidChange() } } }

  /// The maximum of the range. If it is below the minimum, the minimum changes too. Default: 100.
  open var maximumValue = 100.0 { didSet { if maximumValue != oldValue { maximumDidChange() } } }

  /// The difference that a tap makes. Must be greater than 0. Default: 1.
  open var stepValue = 1.0 {
    didSet {
      guard !(stepValue > 0) else { return }
      Misuse.trap("\(nameInCode) cannot have the stepValue \(stepValue): use a number greater than 0.")
      stepValue = oldValue
    }
  }

  /// Whether a step beyond one end of the range leads to the other end. Default: false.
  @Rendered open var wraps = false

  /// Whether a live page repeats the press of a held button. Default: true.
  @Rendered open var autorepeat = true

  // MARK: - Pictures

  private enum Part { case increment, decrement, background, divider }
  @Rendered private var pictures: [Part: [State: UIImage]] = [:]

  private func picture(_ part: Part, for state: State) -> UIImage? {
    pictures[part]?[state] ?? pictures[part]?[.normal]
  }

  open func setIncrementImage(_ image: UIImage?, for state: State) { pictures[.increment, default: [:]][state] = image }
  open func incrementImage(for state: State) -> UIImage? { picture(.increment, for: state) }

  open func setDecrementImage(_ image: UIImage?, for state: State) { pictures[.decrement, default: [:]][state] = image }
  open func decrementImage(for state: State) -> UIImage? { picture(.decrement, for: state) }

  /// Sets the image behind each button.
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    pictures[.background, default: [:]][state] = image
  }
  open func backgroundImage(for state: State) -> UIImage? { picture(.background, for: state) }

  /// Kept, and not shown.
  open func setDividerImage(
    _ image: UIImage?, forLeftSegmentState leftState: State, rightSegmentState rightState: State
  ) {
    pictures[.divider, default: [:]][leftState.union(rightState)] = image
  }
  open func dividerImage(forLeftSegmentState leftState: State, rightSegmentState rightState: State) -> UIImage? {
    picture(.divider, for: leftState.union(rightState))
  }

  // MARK: - Size

  override package var hasContentSize: Bool { true }
  override final var hasOneSize: Bool { true }

  override package func contentSize(width: CGFloat) -> CGSize? { Self.size }

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
    value = wraps && next > maximumValue ? minimumValue : wraps && next < minimumValue ? maximumValue : next
    sendActions(for: [.valueChanged, .primaryActionTriggered, .touchUpInside])
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderAttributes(into html: HTMLRenderer) {
    html.write(" role=\"group\"")
    html.writeName(of: self)
    html.writeHint(of: self)
    if !autorepeat { html.write(" data-once") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    writeButton(
      "decrement", .decrement, "−", accessibilityLabel.map(ServerText.buttonDecrementControl) ?? .buttonDecrement,
      canDecrement, into: html)
    html.write(accessibilityValue ?? CSS.number(CGFloat(number)), in: "output", cssClass: "unseen")
    writeButton(
      "increment", .increment, "+", accessibilityLabel.map(ServerText.buttonIncrementControl) ?? .buttonIncrement,
      canIncrement, into: html)
    super.renderContent(into: html)
  }

  private func writeButton(
    _ name: String, _ part: Part, _ sign: String, _ label: ServerText, _ isPossible: Bool, into html: HTMLRenderer
  ) {
    let isEnabled = isEnabled && isPossible
    let state: State = isEnabled ? .normal : .disabled
    html.writeButton(
      tapping: name, of: self, cssClass: "step",
      declarations: picture(.background, for: state)?.backgroundCSS ?? "", label: localized(label), isEnabled: isEnabled
    ) {
      if let image = picture(part, for: state) { html.write(image: image) } else { html.writeSpan(sign) }
    }
  }
}
