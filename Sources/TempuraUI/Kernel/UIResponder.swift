public import Foundation

/// An object that takes part in handling events: views and view controllers, and the base class of app delegates.
///
/// As every `NSObject`, it equals only itself, unless an app overrides `isEqual(_:)` and `hash`.
open class UIResponder: NSObject {
  override public init() { super.init() }

  /// Calls the `init()` of a class that is only known at run time: see `make(_:)`.
  @_silgen_name("tempura_UIResponder_init")
  convenience init(ofClass: Void) { self.init() }

  /// The next object in the responder chain.
  open var next: UIResponder? { nil }

  /// The responder with which the chain begins if nothing in it has the input focus.
  var innermostResponder: UIResponder? { self }

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

  /// Called when a finger comes down on a view, and when the user presses a control, or a view with a tap recogniser, by a key. Then
  /// `touchesEnded(_:with:)` is called, or `touchesCancelled(_:with:)` if a recogniser used the touch, or the browser scrolls. By default
  /// the next responder is called.
  ///
  /// A page tells of fingers on views whose class, or that of whose view controller, overrides one of these methods.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }

  /// Called for each place to which fingers move.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }

  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  /// Never called, as the following ones: a page does not tell of motion.
  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}

  /// Closes the screen for a screen reader's gesture. Never called, as the following one: browsers do not report gestures of
  /// screen readers.
  ///
  /// - Returns: Whether the responder closed something.
  open func accessibilityPerformEscape() -> Bool { false }
  open func accessibilityPerformMagicTap() -> Bool { false }

  /// Never asked: a page hears of no keys. A menu shows a command like an action.
  open var keyCommands: [UIKeyCommand]? { nil }

  /// Text fields and text views can show views instead of the keyboard, and above it. Other responders are never asked,
  /// because browsers have a keyboard of their own.
  open var inputView: UIView? { nil }
  open var inputAccessoryView: UIView? { nil }
  open func reloadInputViews() {}

  /// The types of files that the user can paste into the view, or that of the controller. Default: nil, none.
  open var pasteConfiguration: UIPasteConfiguration? {
    get { (self as? any AssociatingObject)?.kept(nil) }
    set {
      (self as? any AssociatingObject)?.keep(newValue)
      offerPasting()
    }
  }

  /// Whether the responder takes pasted files. If not, the next one is asked.
  open func canPaste(_ itemProviders: [NSItemProvider]) -> Bool {
    itemProviders.contains { provider in
      pasteConfiguration?.acceptableTypeIdentifiers.contains(where: provider.hasItemConformingToTypeIdentifier) == true
    }
  }

  /// Called with the files that the user pastes. Does nothing.
  open func paste(itemProviders: [NSItemProvider]) {}
}

// The classes of app delegates, of the views of view controllers and of list cells are only known at run time. Swift has
// `required` initialisers for this, but then each subclass with initialisers of its own must declare one, which UIKit does
// not ask of an app. A convenience initialiser calls the `init()` of the class without such a declaration. To the linker
// it is a static method whose `self` is the class, and so it is called here.

extension UIResponder {
  /// Returns a new instance, made by the class's `init()`; for a view by `init(frame:)` with an empty frame.
  ///
  /// As in UIKit, it traps if the class has no such initialiser.
  package static func make<T: UIResponder>(_ type: T.Type) -> T {
    // Safe because the initialiser makes an instance of the class that it is called on.
    unsafeDowncast(type.made(), to: T.self)
  }

  // Safe because initialisers and static methods have the same calling convention, and both declarations return a
  // responder.
  @_silgen_name("tempura_UIResponder_init")
  static func made() -> UIResponder
}
