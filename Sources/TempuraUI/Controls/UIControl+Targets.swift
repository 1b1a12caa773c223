internal import Basics

/// A closure that a control runs for events.
struct EventHandler {
  /// What the handler was made of, by which it is replaced and removed.
  enum Source {
    /// A closure that was set for these events.
    case closure(UIControl.Event)
    case action(UIAction.Identifier)
    /// A method of an object, which is not retained.
    case method(() -> AnyObject?)
  }

  var events: UIControl.Event
  let source: Source
  let run: (UIControl) -> Void

  /// The object of a method.
  var target: AnyObject? { if case .method(let object) = source { object() } else { nil } }

  func isAction(_ identifier: UIAction.Identifier) -> Bool {
    if case .action(identifier) = source { true } else { false }
  }
}

extension UIControl {
  // MARK: - Actions

  /// Adds an action for events. Replaces an action with the same identifier.
  public final func addAction(_ action: UIAction, for events: Event) {
    removeHandlers(for: events) { $0.isAction(action.identifier) }
    add(EventHandler(events: events, source: .action(action.identifier)) { $0.sendAction(action) })
  }

  /// Removes an action for events. It stays for other events that it was added for.
  public final func removeAction(_ action: UIAction, for events: Event) {
    removeAction(identifiedBy: action.identifier, for: events)
  }

  /// Removes the action with an identifier for events.
  public final func removeAction(identifiedBy identifier: UIAction.Identifier, for events: Event) {
    removeHandlers(for: events) { $0.isAction(identifier) }
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
    let object = { [weak target] in target }
    add(
      EventHandler(events: events, source: .method(object)) { control in
        if let target = object() { run(target, control) }
      })
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
      guard case .method(let object) = handler.source else { return false }
      return target == nil || object() === target
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

  private func add(_ handler: EventHandler) {
    // Most controls have one handler. An array literal is smaller than an array that grows.
    if handlers.isEmpty { handlers = [handler] } else { handlers.append(handler) }
  }

  private func removeHandlers(for events: Event, where isIncluded: (EventHandler) -> Bool) {
    if handlers.isEmpty { return }
    for index in handlers.indices where isIncluded(handlers[index]) { handlers[index].events.subtract(events) }
    handlers.removeAll { $0.events.isEmpty }
  }

  // MARK: - What was added

  /// The objects whose methods were added.
  public final var allTargets: Set<AnyHashable> {
    let objects = handlers.compactMap(\.target)
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
    let methods = handlers.filter { !$0.events.isDisjoint(with: event) && $0.target === target }
    return methods.isEmpty ? nil : methods.map { _ in String(describing: type(of: target)) }
  }

  fileprivate final func setHandler(for event: Event, _ run: @escaping (UIControl) -> Void) {
    removeHandlers(for: event) { if case .closure(event) = $0.source { true } else { false } }
    add(EventHandler(events: event, source: .closure(event), run: run))
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
