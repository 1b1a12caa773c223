public import Foundation

/// A view that sends events when the user acts on it.
open class UIControl: UIView {
  /// The events of a control.
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
    /// The user pressed the return key.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    public static let allEditingEvents = Event(rawValue: 0xF_0000)
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

  /// Whether the control accepts input. A disabled control stays visible. Default: true.
  open var isEnabled: Bool {
    get { !viewFlags.contains(.isDisabled) }
    set { set(.isDisabled, to: !newValue) }
  }

  /// Whether the control looks selected. The app decides what that means. Default: false.
  open var isSelected: Bool {
    get { viewFlags.contains(.isSelected) }
    set { set(.isSelected, to: newValue) }
  }

  /// Whether the control looks pressed. Only the app sets it: the style sheet shows presses. Default: false.
  open var isHighlighted = false

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
    guard part.isEmpty else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: refusal) {
      if self.hasTapRecognizer, self.recognizeTap() { return }
      self.sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
  }

  // MARK: - Events

  /// Adds an action for events. Replaces an action with the same identifier.
  public final func addAction(_ action: UIAction, for events: Event) {
    removeHandlers(for: events) { $0.identifier == action.identifier }
    handlers.append(Handler(events: events, identifier: action.identifier) { _ in action.handler(action) })
  }

  /// Removes an action for events. It stays for other events that it was added for.
  public final func removeAction(_ action: UIAction, for events: Event) {
    removeHandlers(for: events) { $0.identifier == action.identifier }
  }

  /// Adds a method of an object for events. It takes the place of selectors, which only Objective-C has:
  /// `button.addTarget(self, action: MyView.didTap, for: .touchUpInside)`.
  ///
  /// - Parameter target: The object. Not retained.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (UIControl) -> Void, for events: Event
  ) {
    handlers.append(
      Handler(events: events, target: ObjectIdentifier(target)) { [weak target] control in
        if let target { action(target)(control) }
      })
  }

  /// Adds a method without a sender for events. The target is not retained.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
  ) {
    handlers.append(
      Handler(events: events, target: ObjectIdentifier(target)) { [weak target] _ in
        if let target { action(target)() }
      })
  }

  /// Removes the methods of an object.
  ///
  /// - Parameters:
  ///   - target: The object; nil for all objects.
  ///   - action: Always nil. Without selectors, methods cannot be distinguished, so all methods of the object are
  ///     removed.
  ///   - events: The events to remove the methods for.
  public final func removeTarget(_ target: AnyObject?, action: Never?, for events: Event) {
    let target = target.map(ObjectIdentifier.init)
    removeHandlers(for: events) { $0.target != nil && (target == nil || $0.target == target) }
  }

  private func removeHandlers(for events: Event, where isIncluded: (Handler) -> Bool) {
    for index in handlers.indices where isIncluded(handlers[index]) { handlers[index].events.subtract(events) }
    handlers.removeAll { $0.events.isEmpty }
  }

  /// Runs the actions and methods that were added for any of the events.
  open func sendActions(for events: Event) {
    for handler in handlers where !handler.events.isDisjoint(with: events) { handler.run(self) }
  }

  fileprivate final func setHandler(for event: Event, _ run: @escaping (UIControl) -> Void) {
    let identifier = UIAction.Identifier("on.\(event.rawValue)")
    removeHandlers(for: event) { $0.identifier == identifier }
    handlers.append(Handler(events: event, identifier: identifier, run: run))
  }
}

/// The protocol that gives the closures of `on(_:_:)` the type of their control.
public protocol UIControlWithHandlers: UIControl {}

extension UIControl: UIControlWithHandlers {}

extension UIControlWithHandlers {
  /// Sets the closure for an event. A second call for the same event replaces the first closure.
  ///
  /// Many apps have an extension of the same name. Theirs is called then, which UIKit itself does not rival either.
  @_disfavoredOverload
  public func on(_ event: UIControl.Event, _ action: @escaping (Self) -> Void) {
    setHandler(for: event) { control in
      if let control = control as? Self { action(control) }
    }
  }
}
