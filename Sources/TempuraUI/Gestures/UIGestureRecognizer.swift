public import Foundation

/// Something that is done to a view, other than using a control.
///
/// Pages without script know one gesture, the press of a button: a view that can be tapped is one, and what else can be
/// done to it stands in a list of actions beside it, for fingers, keyboards and screen readers alike.
open class UIGestureRecognizer {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static let recognized = State.ended
  }

  private var actions: [(target: ObjectIdentifier?, run: (UIGestureRecognizer) -> Void)] = []

  public internal(set) final weak var view: UIView?
  public final weak var delegate: (any UIGestureRecognizerDelegate)?

  public required init() {}

  /// Where the gesture is: `ended` while the actions of one run that is over at once.
  open internal(set) var state = State.possible

  /// Whether the gesture is offered.
  open var isEnabled = true { didSet { if isEnabled != oldValue { view?.setNeedsRender() } } }

  /// What the gesture's button says if there is no accessibility label.
  open var name: String? { didSet { if name != oldValue { view?.setNeedsRender() } } }

  /// What the gesture's button says: what the gesture does, such as "Archive".
  open var accessibilityLabel: String? { didSet { if accessibilityLabel != oldValue { view?.setNeedsRender() } } }

  /// Whether a control that is tapped leaves it to the gesture.
  open var cancelsTouchesInView = true

  /// For source compatibility: a press of a button is one gesture and no other.
  open var delaysTouchesBegan = false
  open var delaysTouchesEnded = true
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}

  /// Where it happened: the middle of the view, since a press of a button has no place.
  open func location(in view: UIView?) -> CGPoint {
    let bounds = (view ?? self.view)?.bounds ?? .zero
    return CGPoint(x: bounds.midX, y: bounds.midY)
  }

  open var numberOfTouches: Int { state == .possible ? 0 : 1 }

  // MARK: - Actions

  /// Runs a closure at each gesture.
  ///
  /// - Parameter target: What `removeTarget` knows the closure by. It is not retained.
  fileprivate final func add(_ target: AnyObject?, _ run: @escaping (UIGestureRecognizer) -> Void) {
    actions.append((target.map(ObjectIdentifier.init), run))
  }

  /// Forgets what was added for a target; all for nil.
  public final func removeTarget(_ target: AnyObject?) {
    let identity = target.map(ObjectIdentifier.init)
    actions.removeAll { identity == nil || $0.target == identity }
  }

  // MARK: - Recognising

  /// The gesture was made by its button.
  ///
  /// - Returns: Whether it was taken.
  final func recognize() -> Bool {
    guard isEnabled, delegate?.gestureRecognizerShouldBegin(self) ?? true else { return false }
    for state in statesOfOneGesture {
      self.state = state
      for action in actions { action.run(self) }
    }
    state = .possible
    return true
  }

  /// The states that actions run in, in their order.
  var statesOfOneGesture: [State] { [.ended] }

  /// What the button of the gesture says if the app says nothing; nil if a page has no such gesture.
  var ownTitle: String? { nil }

  final var title: String? { ownTitle.map { accessibilityLabel ?? name ?? $0 } }

  /// Whether the view itself is the button.
  var isPlainTap: Bool { false }
}

/// Recognisers are equal if they are the same object, as on a phone.
extension UIGestureRecognizer: Hashable {
  public static func == (left: UIGestureRecognizer, right: UIGestureRecognizer) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Has a say in whether gestures are taken.
public protocol UIGestureRecognizerDelegate: AnyObject {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Whether another recogniser of the same gesture and view gets it, too.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

/// What the actions of recognisers are typed by.
public protocol UIGestureRecognizerWithActions: UIGestureRecognizer {
  init()
}

extension UIGestureRecognizer: UIGestureRecognizerWithActions {}

extension UIGestureRecognizerWithActions {
  /// A recogniser that runs a closure where iOS has a selector.
  ///
  /// - Parameter target: What `removeTarget` knows the closure by. It is not retained.
  public init(target: AnyObject?, action: ((Self) -> Void)?) {
    self.init()
    if let action { addTarget(target, action: action) }
  }

  /// A recogniser that runs a method of an object: `UITapGestureRecognizer(target: self, action: MyView.didTap)`. The
  /// target is not retained.
  public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> (Self) -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// A recogniser that runs a method of an object that takes no sender. The target is not retained.
  public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// Runs a closure at each gesture.
  public func addTarget(_ target: AnyObject?, action: @escaping (Self) -> Void) {
    add(target) { recognizer in
      if let recognizer = recognizer as? Self { action(recognizer) }
    }
  }

  /// Runs a method of an object at each gesture. The target is not retained.
  public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> (Self) -> Void) {
    add(target) { [weak target] recognizer in
      if let target, let recognizer = recognizer as? Self { action(target)(recognizer) }
    }
  }

  /// Runs a method of an object that takes no sender at each gesture. The target is not retained.
  public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> () -> Void) {
    add(target) { [weak target] _ in
      if let target { action(target)() }
    }
  }
}
