internal import Basics

/// A handler of events. A control has a linked list of them, which takes less memory than an array: most controls have one.
@usableFromInline class EventHandler {
  @exclusivity(unchecked) fileprivate(set) final var events: UIControl.Event
  @exclusivity(unchecked) fileprivate final var next: EventHandler?

  init(_ events: UIControl.Event) { self.events = events }

  /// Whether it runs a closure that was set for exactly its events, and that the next one replaces.
  var isClosure: Bool { false }

  func run(_ control: UIControl) {}
}

@usableFromInline final class ClosureHandler<Control: UIControl>: EventHandler {
  private let action: (Control) -> Void

  @usableFromInline init(_ events: UIControl.Event, _ action: @escaping (Control) -> Void) {
    self.action = action
    super.init(events)
  }

  override var isClosure: Bool { true }

  override func run(_ control: UIControl) {
    if let control = control as? Control { action(control) }
  }
}

private final class ActionHandler: EventHandler {
  let action: UIAction

  init(_ events: UIControl.Event, _ action: UIAction) {
    self.action = action
    super.init(events)
  }

  override func run(_ control: UIControl) { control.sendAction(action) }
}

/// Calls a method of an object, which is not retained.
private final class MethodHandler: EventHandler {
  @WeakReference private(set) var target: AnyObject?
  private let call: (AnyObject, UIControl) -> Void

  init(_ events: UIControl.Event, _ target: AnyObject, _ call: @escaping (AnyObject, UIControl) -> Void) {
    (self.target, self.call) = (target, call)
    super.init(events)
  }

  override func run(_ control: UIControl) { if let target { call(target, control) } }
}

extension UIControl {
  // MARK: - Actions

  /// Adds an action for events. Replaces an action with the same identifier.
  public final func addAction(_ action: UIAction, for events: Event) {
    removeAction(action, for: events)
    add(ActionHandler(events, action))
  }

  /// Removes an action for events. It stays for other events that it was added for.
  public final func removeAction(_ action: UIAction, for events: Event) {
    removeAction(identifiedBy: action.identifier, for: events)
  }

  /// Removes the action with an identifier for events.
  public final func removeAction(identifiedBy identifier: UIAction.Identifier, for events: Event) {
    removeHandlers(for: events) { ($0 as? ActionHandler)?.action.identifier == identifier }
  }

  // MARK: - Methods of objects

  /// Adds a method of an object for events: `button.addTarget(self, action: MyView.didTap, for: .touchUpInside)`. It
  /// replaces a selector, which only Objective-C has.
  ///
  /// - Parameters:
  ///   - target: The object. Not retained.
  ///   - action: The method. Its parameter is the control: its type is that of the control, or one of its superclasses.
  ///     If the control has another type, the method is not called, and the mistake is reported.
  public final func addTarget<Target: AnyObject, Sender>(
    _ target: Target, action: @escaping (Target) -> (Sender) -> Void, for events: Event
  ) {
    add(target, for: events) { target, control in
      if let sender = control.sender(as: Sender.self) { action(target)(sender) }
    }
  }

  /// Adds a method without a sender for events. The target is not retained.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
  ) {
    add(target, for: events) { target, _ in action(target)() }
  }

  /// Adds a method for events that takes the control and the event: a tap, or an event without touches.
  ///
  /// - Parameters:
  ///   - target: The object. Not retained.
  ///   - action: The method. For its first parameter see `addTarget(_:action:for:)`.
  public final func addTarget<Target: AnyObject, Sender>(
    _ target: Target, action: @escaping (Target) -> (Sender, UIEvent) -> Void, for events: Event
  ) {
    add(target, for: events) { target, control in
      if let sender = control.sender(as: Sender.self) { action(target)(sender, control.currentEvent ?? UIEvent()) }
    }
  }

  private func add<Target: AnyObject>(
    _ target: Target, for events: Event, _ run: @escaping (Target, UIControl) -> Void
  ) {
    // Safe because the handler calls it with its target.
    add(MethodHandler(events, target) { run(unsafeDowncast($0, to: Target.self), $1) })
  }

  /// Returns the control as the type that a method takes; nil, and reports it, if it is no such control.
  private func sender<Sender>(as type: Sender.Type) -> Sender? {
    if let sender = self as? Sender { return sender }
    Misuse.report(
      "A method that takes a \(type) was added to a \(Swift.type(of: self)), which is none, and is not called: declare "
        + "its parameter as \(Swift.type(of: self)) or UIControl.")
    return nil
  }

  /// Removes the methods of an object.
  ///
  /// - Parameters:
  ///   - target: The object; nil for all objects.
  ///   - action: Always nil.
  ///   - events: The events to remove the methods for.
  public final func removeTarget(_ target: AnyObject?, action: Never?, for events: Event) {
    removeHandlers(for: events) { handler in
      guard let handler = handler as? MethodHandler else { return false }
      return target == nil || handler.target === target
    }
  }

  /// Removes the methods of an object: all of them, because methods, unlike selectors, cannot be compared.
  public final func removeTarget<Target: AnyObject, Sender>(
    _ target: Target, action: (Target) -> (Sender) -> Void, for events: Event
  ) {
    removeTarget(target, action: nil, for: events)
  }

  /// Removes the methods of an object: all of them, because methods, unlike selectors, cannot be compared.
  public final func removeTarget<Target: AnyObject, Sender>(
    _ target: Target, action: (Target) -> (Sender, UIEvent) -> Void, for events: Event
  ) {
    removeTarget(target, action: nil, for: events)
  }

  /// Removes the methods of an object: all of them, because methods, unlike selectors, cannot be compared.
  public final func removeTarget<Target: AnyObject>(
    _ target: Target, action: (Target) -> () -> Void, for events: Event
  ) {
    removeTarget(target, action: nil, for: events)
  }

  /// The handlers in the order in which they were added.
  final var handlers: [EventHandler] {
    var all: [EventHandler] = []
    var next = firstHandler
    while let handler = next {
      all.append(handler)
      next = handler.next
    }
    return all
  }

  /// Runs the handlers that were added for any of the events, and that none of them removes meanwhile.
  final func runHandlers(for events: Event) {
    guard let first = firstHandler else { return }
    // Most controls have one, which is run without a list.
    if first.next == nil {
      if !first.events.isDisjoint(with: events) { first.run(self) }
      return
    }
    for handler in handlers where !handler.events.isDisjoint(with: events) { handler.run(self) }
  }

  private func add(_ handler: EventHandler) {
    if firstHandler == nil { firstHandler = handler } else { handlers.last?.next = handler }
    handlersDidChange(for: handler.events)
  }

  private func removeHandlers(for events: Event, where isIncluded: (EventHandler) -> Bool) {
    if firstHandler == nil { return }
    let all = handlers
    for handler in all where isIncluded(handler) { handler.events.subtract(events) }
    firstHandler = nil
    for handler in all.reversed() where !handler.events.isEmpty {
      handler.next = firstHandler
      firstHandler = handler
    }
    handlersDidChange(for: events)
  }

  private func handlersDidChange(for events: Event) {
    if isAppsOwn { setNeedsRender() }
    guard !events.isDisjoint(with: .ofTouches), takesTouches else { return }
    managerTouches = allControlEvents.isDisjoint(with: .ofTouches) ? [] : .touches
  }

  // MARK: - What was added

  private var methods: [MethodHandler] { handlers.compactMap { $0 as? MethodHandler } }

  /// The objects whose methods were added.
  public final var allTargets: Set<AnyHashable> {
    let objects = methods.compactMap(\.target)
    return Set(objects.map { ($0 as? AnyHashable) ?? AnyHashable(ObjectIdentifier($0)) })
  }

  /// Whether an action or a method was added for a change of the value.
  final var hasValueHandler: Bool { !allControlEvents.isDisjoint(with: [.valueChanged, .primaryActionTriggered]) }

  /// The events that actions or methods were added for.
  public final var allControlEvents: Event { handlers.reduce(into: []) { $0.formUnion($1.events) } }

  /// Returns one text for each method of an object that was added for an event; nil if there is none. The texts name the
  /// object's class, because methods, unlike selectors, have no names at run time.
  public final func actions(forTarget target: Any?, forControlEvent event: Event) -> [String]? {
    guard let target = target.map({ $0 as AnyObject }) else { return nil }
    let methods = methods.filter { !$0.events.isDisjoint(with: event) && $0.target === target }
    return methods.isEmpty ? nil : methods.map { _ in String(describing: type(of: target)) }
  }

  @usableFromInline final func setClosure(_ handler: EventHandler) {
    removeHandlers(for: handler.events) { $0.isClosure && $0.events == handler.events }
    add(handler)
  }
}

/// The protocol that gives the closures of `on(_:_:)` the type of their control.
public protocol UIControlWithHandlers: UIControl {}

extension UIControl: UIControlWithHandlers {}

extension UIControlWithHandlers {
  /// Sets the closure for an event. A second call for the same event replaces the first closure.
  ///
  /// Many apps have an extension of the same name. Theirs is called then, which UIKit itself does not rival either.
  // Inlinable, because the type of the handler is looked up for each call otherwise.
  @_disfavoredOverload @inlinable
  public func on(_ event: UIControl.Event, _ action: @escaping (Self) -> Void) {
    setClosure(ClosureHandler(event, action))
  }
}
