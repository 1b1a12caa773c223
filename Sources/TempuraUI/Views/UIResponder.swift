/// What view controllers and responders have in common.
///
/// It has no `required init()`, so that a view controller need not write one: see `UIResponder`.
open class _Responder {
  // Public, or else convenience initialisers of subclasses would not be inherited outside the package; labelled, so that
  // a subclass's own `init()` overrides nothing.
  public init(_base: Void) {}

  /// The next object in the responder chain.
  open var next: _Responder? { nil }
}

/// Views and controllers are equal if they are the same object, as on a phone.
extension _Responder: Hashable {
  public static func == (left: _Responder, right: _Responder) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An object that takes part in handling events, and the base class of app delegates.
///
/// Off Apple's platforms an object can only be made from its class with a required initialiser; app delegates are made
/// that way when the program starts.
open class UIResponder: _Responder {
  public required init() { super.init(_base: ()) }

  /// Whether the responder has the input focus, or gets it in the next page.
  open var isFirstResponder: Bool { false }

  /// Whether the responder can have the input focus.
  open var canBecomeFirstResponder: Bool { false }

  /// Asks for the input focus.
  ///
  /// - Returns: Whether the responder gets it.
  @discardableResult open func becomeFirstResponder() -> Bool { false }

  /// Gives the input focus up.
  @discardableResult open func resignFirstResponder() -> Bool { true }
}
