public import Foundation

/// A view that reports what its user does.
open class UIControl: UIView {
  /// What a user did to a control.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchDown = Event(rawValue: 1 << 0)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    public static let editingChanged = Event(rawValue: 1 << 17)
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// The return key was pressed.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    public static let allEditingEvents = Event(rawValue: 0xF_0000)
    public static let allEvents = Event(rawValue: .max)
  }

  /// The conditions that a control can be in.
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal: State = []
    public static let highlighted = State(rawValue: 1 << 0)
    public static let disabled = State(rawValue: 1 << 1)
    public static let selected = State(rawValue: 1 << 2)
    public static let focused = State(rawValue: 1 << 3)
  }

  private struct Handler {
    var events: Event
    var identifier: UIAction.Identifier?
    var target: ObjectIdentifier?
    let run: (UIControl) -> Void
  }

  private var handlers: [Handler] = []

  override public init(frame: CGRect) { super.init(frame: frame) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: - State

  /// Whether the control takes input. One that does not is still shown.
  open var isEnabled: Bool {
    get { !viewFlags.contains(.isDisabled) }
    set { set(.isDisabled, to: !newValue) }
  }

  /// Whether the control shows that it is chosen. What that means is up to the app.
  open var isSelected: Bool {
    get { viewFlags.contains(.isSelected) }
    set { set(.isSelected, to: newValue) }
  }

  /// Whether the control is pressed. On a page the style sheet shows that; here it is what the app sets.
  open var isHighlighted = false

  /// The conditions that the control is in.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// Whether a tap or a change of this control would be taken, and if not, why.
  package var refusal: ControlRefusal? {
    if !isEnabled { return .disabled }
    return isReachable ? nil : .unreachable
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard part.isEmpty else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: refusal) {
      if self.offersTap, self.recognizeTap() { return }
      self.sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
  }

  // MARK: - Events

  /// Runs an action at each of the events.
  public final func addAction(_ action: UIAction, for events: Event) {
    forget(events) { $0.identifier == action.identifier }
    handlers.append(Handler(events: events, identifier: action.identifier) { _ in action.handler(action) })
  }

  /// Forgets an action at each of the events; at others that it was added for it still runs.
  public final func removeAction(_ action: UIAction, for events: Event) {
    forget(events) { $0.identifier == action.identifier }
  }

  /// Runs a method of an object at each of the events. It takes the place of selectors, which only Objective-C has:
  /// `button.addTarget(self, action: MyView.didTap, for: .touchUpInside)`.
  ///
  /// - Parameter target: It is not retained.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (UIControl) -> Void, for events: Event
  ) {
    handlers.append(
      Handler(events: events, target: ObjectIdentifier(target)) { [weak target] control in
        if let target { action(target)(control) }
      })
  }

  /// Runs a method of an object that takes no sender at each of the events. The target is not retained.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
  ) {
    handlers.append(
      Handler(events: events, target: ObjectIdentifier(target)) { [weak target] _ in
        if let target { action(target)() }
      })
  }

  /// Forgets the methods that were added for an object.
  ///
  /// - Parameters:
  ///   - target: the object; nil for any.
  ///   - action: nil. Methods cannot be told apart without selectors, so all of the object's are forgotten.
  ///   - events: those at which they do not run any more.
  public final func removeTarget(_ target: AnyObject?, action: Never?, for events: Event) {
    let target = target.map(ObjectIdentifier.init)
    forget(events) { $0.target != nil && (target == nil || $0.target == target) }
  }

  private func forget(_ events: Event, where isMeant: (Handler) -> Bool) {
    for index in handlers.indices where isMeant(handlers[index]) { handlers[index].events.subtract(events) }
    handlers.removeAll { $0.events.isEmpty }
  }

  /// Runs all that was added for the events.
  open func sendActions(for events: Event) {
    for handler in handlers where !handler.events.isDisjoint(with: events) { handler.run(self) }
  }

  fileprivate final func setHandler(for event: Event, _ run: @escaping (UIControl) -> Void) {
    let identifier = UIAction.Identifier("on.\(event.rawValue)")
    forget(event) { $0.identifier == identifier }
    handlers.append(Handler(events: event, identifier: identifier, run: run))
  }
}

/// What the closures of `on` are typed by.
public protocol UIControlWithHandlers: UIControl {}

extension UIControl: UIControlWithHandlers {}

extension UIControlWithHandlers {
  /// Runs a closure at an event. A control has one such closure for each event: the last one.
  public func on(_ event: UIControl.Event, _ action: @escaping (Self) -> Void) {
    setHandler(for: event) { control in
      if let control = control as? Self { action(control) }
    }
  }
}
