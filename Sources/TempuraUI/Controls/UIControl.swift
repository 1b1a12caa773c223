internal import Basics
package import Foundation

/// A view that sends events when the user acts on it.
open class UIControl: UIView {
  /// The events of a control.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A touch begins. A page tells of fingers on controls that have actions for touches, or whose class handles touches or tracking. Of
    /// others it tells when a tap has ended.
    public static let touchDown = Event(rawValue: 1 << 0)
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    public static let touchDragInside = Event(rawValue: 1 << 2)
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    public static let touchDragExit = Event(rawValue: 1 << 5)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The events for which a page must tell of fingers: a press has none of them.
    static let ofTouches: Event = [
      .touchDown, .touchDownRepeat, .touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit,
      .touchUpOutside, .touchCancel,
    ]
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// The control shows its menu. Never sent, because the browser shows menus.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    public static let editingChanged = Event(rawValue: 1 << 17)
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// The user pressed the return key.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    public static let allEditingEvents = Event(rawValue: 0xF_0000)
    /// The events that an app may use for its own purposes.
    public static let applicationReserved = Event(rawValue: 0x0F00_0000)
    public static let systemReserved = Event(rawValue: 0xF000_0000)
    public static let allEvents = Event(rawValue: .max)
  }

  /// The states of a control.
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal: State = []
    public static let highlighted = State(rawValue: 1 << 0)
    public static let disabled = State(rawValue: 1 << 1)
    public static let selected = State(rawValue: 1 << 2)
    public static let focused = State(rawValue: 1 << 3)
    /// The states that an app may use for its own purposes.
    public static let application = State(rawValue: 0x00FF_0000)
    public static let reserved = State(rawValue: 0xFF00_0000)
  }

  /// Where the content is in the height of a control.
  public enum ContentVerticalAlignment: Int, Sendable { case center, top, bottom, fill }

  /// Where the content is in the width of a control.
  public enum ContentHorizontalAlignment: Int, Sendable { case center, left, right, fill, leading, trailing }

  override final var isControl: Bool { true }
  override final var isTapEnabled: Bool { isEnabled }
  override final var isEmptyWithoutSize: Bool { true }
  override func addContent(to hash: inout StableHash) {
    if let field = self as? any InputField { hash.combine(field.sentValue(ofPart: "") ?? "") }
  }

  @exclusivity(unchecked) final var firstHandler: EventHandler?

  // MARK: - State

  /// Whether the control accepts input. A disabled control stays visible. Default: true.
  @exclusivity(unchecked) open var isEnabled = true { didSet { if isEnabled != oldValue { stateDidChange() } } }

  /// Whether the control looks selected. The app decides what that means. Default: false.
  open var isSelected: Bool {
    get { viewFlags.contains(.isSelected) }
    set {
      guard newValue != isSelected else { return }
      set(.isSelected, to: newValue)
      stateDidChange()
    }
  }

  /// Whether the control looks pressed: while it tracks a touch that is inside. What the user sees of a press of UIKit's controls is the
  /// style sheet's. Default: false.
  @exclusivity(unchecked) open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { stateDidChange() } }
  }

  /// Called when the control was enabled, disabled, selected or highlighted, or the opposite.
  func stateDidChange() { setNeedsRender() }

  /// The current states of the control.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// Why a tap or a change of this control is refused; nil if it is accepted.
  package var refusal: ControlRefusal? {
    if !isEnabled { return .disabled }
    return isReachable ? nil : .unreachable
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    // The button beside a field does nothing: the form sends the value.
    if part == "set", self is any InputField { return TapTarget(refusal: refusal) {} }
    guard part.isEmpty else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: refusal) {
      if self.hasTapRecognizer, self.recognizeTap() { return }
      self.performTap()
    }
  }

  /// Sends the events of a press without a finger, which begins and ends in the control.
  private func performTap() {
    let touch = UITouch(on: self)
    let touches: Set = [touch]
    let event = UIEvent(touches, at: touch.timestamp)
    touchesBegan(touches, with: event)
    // The app's class may override the methods, without calling those of the superclass.
    if rareProperties[Tracking.self].last !== touch { begin(touch, event) }
    touch.phase = .ended
    touchesEnded(touches, with: event)
    end(touch, event)
    rareProperties.remove(Tracking.self)
  }

  // MARK: - Tracking

  private struct Tracking: RarePropertyGroup {
    var event: UIEvent?
    /// The touch that is tracked.
    var touch: UITouch?
    /// The last touch that the control was asked to track.
    var last: UITouch?
    var isInside = false
  }

  /// The event that the control handles.
  final var currentEvent: UIEvent? { rareProperties.box(of: Tracking.self)?.properties.event }
  private final var trackedTouch: UITouch? { rareProperties.box(of: Tracking.self)?.properties.touch }

  private func handle(_ event: UIEvent?, _ body: () -> Void) {
    rareProperties[Tracking.self].event = event
    body()
    if trackedTouch == nil { rareProperties[Tracking.self].event = nil }
  }

  private func begin(_ touch: UITouch, _ event: UIEvent?) {
    guard isEnabled, trackedTouch == nil else { return }
    handle(event) {
      (rareProperties[Tracking.self].touch, rareProperties[Tracking.self].last) = (touch, touch)
      setInside(true)
      guard beginTracking(touch, with: event) else { return stopTracking() }
      sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown)
    }
  }

  private func end(_ touch: UITouch, _ event: UIEvent?) {
    guard trackedTouch === touch else { return }
    handle(event) {
      let isInside = isTouchInside
      stopTracking()
      endTracking(touch, with: event)
      sendActions(for: isInside ? [.touchUpInside, .primaryActionTriggered] : .touchUpOutside)
    }
  }

  private func setInside(_ isInside: Bool) {
    rareProperties[Tracking.self].isInside = isInside
    isHighlighted = isInside
  }

  private func stopTracking() {
    rareProperties[Tracking.self].touch = nil
    setInside(false)
  }

  /// Whether a touch that is tracked counts as inside: as on iOS, also 70 points beside the control.
  private func isInside(_ touch: UITouch) -> Bool {
    let area = bounds.isEmpty ? CGRect(origin: .zero, size: touch.pageSize) : bounds
    return area.insetBy(dx: -70, dy: -70).contains(touch.location(in: self))
  }

  /// Called when a touch begins. A press without a finger is in the middle of the control.
  ///
  /// - Returns: Whether the control tracks the touch, and sends its events. Default: true.
  @discardableResult
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Called when a touch that is tracked ends.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

  /// Called when the tracked touch moves.
  ///
  /// - Returns: Whether to track it further. Default: true.
  @discardableResult
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Called when the tracked touch is cancelled.
  open func cancelTracking(with event: UIEvent?) {}

  override class var trackingMethods: [Int] { trackingPlaces }
  override var takesTouches: Bool { isAppsOwn && !(self is FormControl) }

  // A control uses touches itself, so that the responders after it are not called.

  override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first { begin(touch, event) }
  }

  override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    handle(event) {
      let (was, isInside) = (isTouchInside, isInside(touch))
      if isInside != was { setInside(isInside) }
      guard continueTracking(touch, with: event) else {
        stopTracking()
        return endTracking(touch, with: event)
      }
      if isInside != was { sendActions(for: isInside ? .touchDragEnter : .touchDragExit) }
      sendActions(for: isInside ? .touchDragInside : .touchDragOutside)
    }
  }

  override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = trackedTouch, touches.contains(touch) { end(touch, event) }
  }

  override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    handle(event) {
      stopTracking()
      cancelTracking(with: event)
      sendActions(for: .touchCancel)
    }
  }

  /// Whether a touch is being tracked.
  open var isTracking: Bool { trackedTouch != nil }

  /// Whether the tracked touch is inside the control.
  open var isTouchInside: Bool { rareProperties.box(of: Tracking.self)?.properties.isInside ?? false }

  // MARK: - Content

  /// Whether the control has a size of its own. UIKit's controls have one.
  package var hasContentSize: Bool { false }

  /// Returns the size that the control has on a phone, in points; nil if it has none of its own.
  ///
  /// - Parameter width: The available width in points, 0 for any width.
  package func contentSize(width: CGFloat) -> CGSize? { nil }
  override final func estimatedContentSize(width: CGFloat) -> CGSize? { contentSize(width: width) }

  override func isElastic(inRow: Bool) -> Bool { isAppsOwn && subviews.isEmpty }
  override final var stacksSubviews: Bool { isAppsOwn && !ClassNames.isFrameworkClass(type(of: self)) }
  override var isAsWideAsColumn: Bool { false }

  /// Where the content is in the height of the control. Default: `center`. Only buttons follow it; `fill` needs a frame.
  @exclusivity(unchecked) open var contentVerticalAlignment = ContentVerticalAlignment.center {
    didSet { contentAlignmentDidChange() }
  }

  /// Where the content is in the width of the control. Default: `center`. Only buttons follow it; `fill` needs a frame.
  @exclusivity(unchecked) open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
    didSet { contentAlignmentDidChange() }
  }

  private func contentAlignmentDidChange() {
    setNeedsRender()
    setNeedsLayout()
  }

  /// The horizontal alignment without directions of text: never `leading` or `trailing`.
  public final var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
    let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
    return switch contentHorizontalAlignment {
    case .leading: isRightToLeft ? .right : .left
    case .trailing: isRightToLeft ? .left : .right
    case let alignment: alignment
    }
  }

  // MARK: - Events

  /// Runs the actions and methods that were added for any of the events. One that an earlier one removes is not called; one
  /// that an earlier one adds is called from the next event on.
  open func sendActions(for events: Event) {
    runHandlers(for: events)
  }

  /// Runs the closure of an action, with the control as its sender.
  open func sendAction(_ action: UIAction) { action.perform(sender: self) }

  // MARK: - HTML

  /// Whether the control is none of UIKit's. Its element has no meaning to a browser then.
  final var isAppsOwn: Bool { !hasContentSize && !(self is UIRefreshControl) }

  /// Whether a tap on the control itself has an effect. An app's control that only reports its value may consist of other
  /// controls, which get the taps.
  private var needsButton: Bool {
    guard isAppsOwn, !(self is FormControl), !hasTapRecognizer, !isInButton else { return false }
    let events = allControlEvents
    if !events.isDisjoint(with: [.touchDown, .touchUpInside, .primaryActionTriggered]) { return true }
    return events.contains(.valueChanged) && !containsControl
  }

  private var containsControl: Bool {
    var isFound = false
    forEachDescendant { view in if view is UIControl, view !== self { isFound = true } }
    return isFound
  }

  /// Writes a button that covers an app's own control, and the subviews.
  override open func renderContent(into html: HTMLRenderer) {
    if needsButton {
      html.writeStretchedButton(
        of: self, namedBy: self, fallback: "", isPressed: accessibilityTraits.contains(.selected) ? isSelected : nil)
    }
    super.renderContent(into: html)
  }

  /// Sends the event of the control's main purpose.
  open func performPrimaryAction() { sendActions(for: .primaryActionTriggered) }
}

private let trackingPlaces = TouchHandling.places(
  of: TrackingControl.self, notOf: PlainControl.self, in: UIControl.self)

private class PlainControl: UIControl {}
private class TrackingControl: UIControl {
  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { false }
  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { false }
  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { cancelTracking(with: event) }
  override func cancelTracking(with event: UIEvent?) { sendActions(for: .touchCancel) }
}
