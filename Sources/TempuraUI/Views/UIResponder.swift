/// An object that takes part in handling events: views and view controllers, and the base class of app delegates.
open class UIResponder {
  public init() {}

  /// Calls `init()` of the class that the instance is to be of: see `make(_:)`.
  @_silgen_name("tempura_UIResponder_init")
  convenience init(ofClass: Void) { self.init() }

  /// The next object in the responder chain.
  open var next: UIResponder? { nil }

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

/// Views and controllers are equal if they are the same object, as on a phone.
extension UIResponder: Hashable {
  public static func == (left: UIResponder, right: UIResponder) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// An app delegate, the view of a view controller and the cells of a list are made of classes that are only known when the
// program runs. Swift has `required` initialisers for that, but demands one of every subclass that has initialisers of its
// own; an app's classes need none on a phone. A convenience initialiser calls the class's own `init()` without it being
// required, so one is called here as what it is to the linker: a static method, whose `self` is the class.

extension UIResponder {
  /// Makes an instance by the `init()` of its class; a view by its `init(frame:)`, with an empty frame.
  ///
  /// It traps if the class has no such initialiser, as on a phone.
  package static func make<T: UIResponder>(_ type: T.Type) -> T {
    // Safe because the initialiser makes an instance of the class that it is called on.
    unsafeDowncast(type.made(), to: T.self)
  }

  // Safe because an initialiser's function and a static method of the class are called in the same way, and both declare
  // what is returned alike.
  @_silgen_name("tempura_UIResponder_init")
  static func made() -> UIResponder
}
