public import Foundation

/// Recognises a gesture on a view.
///
/// A page without script has only one gesture, the press of a button. So a view with a tap recogniser becomes a button,
/// and other gestures become buttons in a list beside the view. Touch, keyboard and screen reader users can press them.
open class UIGestureRecognizer: NSObject, AssociatingObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static let recognized = State.ended
  }

  public final var _associatedValues = AssociatedValues()
  private var actions: [(target: ObjectIdentifier?, run: (UIGestureRecognizer) -> Void)] = []

  public internal(set) final weak var view: UIView?
  public final weak var delegate: (any UIGestureRecognizerDelegate)?

  override public required init() { super.init() }

  /// The state of the gesture: `.possible`, except while the actions run.
  open internal(set) var state = State.possible

  /// Whether the page has a button for the gesture. Default: true.
  open var isEnabled = true { didSet { if isEnabled != oldValue { view?.setNeedsRender() } } }

  /// The title of the gesture's button if there is no `accessibilityLabel`. Default: nil, a title such as "Long press".
  open var name: String? { didSet { if name != oldValue { view?.setNeedsRender() } } }

  /// The title of the gesture's button. Describe the effect of the gesture, such as "Archive". Default: nil, the
  /// `name`.
  open var accessibilityLabel: String? { didSet { if accessibilityLabel != oldValue { view?.setNeedsRender() } } }

  /// The centre of the view: see `location(in:)`.
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint { location(in: view) }

  /// Whether a tap on a control runs only the gesture, without the control's own actions. Default: true.
  open var cancelsTouchesInView = true

  /// Returns the centre of the recogniser's view, because the server does not receive positions.
  ///
  /// - Parameter view: The view of the coordinates; nil for the window.
  open func location(in view: UIView?) -> CGPoint {
    self.view.map { UITouch(on: $0).location(in: view) } ?? .zero
  }

  open var numberOfTouches: Int { state == .possible ? 0 : 1 }

  // MARK: - Actions

  /// Adds a closure that runs on each gesture.
  ///
  /// - Parameter target: The object for `removeTarget`. Not retained.
  fileprivate final func add(_ target: AnyObject?, _ run: @escaping (UIGestureRecognizer) -> Void) {
    actions.append((target.map(ObjectIdentifier.init), run))
  }

  /// Removes the actions of a target; nil for all actions.
  public final func removeTarget(_ target: AnyObject?) {
    let identity = target.map(ObjectIdentifier.init)
    actions.removeAll { identity == nil || $0.target == identity }
  }

  // MARK: - Recognition

  /// Runs the actions, after a press of the gesture's button.
  ///
  /// - Returns: False if the recogniser is disabled, or if the delegate refuses the gesture.
  final func recognize() -> Bool {
    guard isEnabled else { return false }
    if let delegate {
      if let view, !delegate.gestureRecognizer(self, shouldReceive: UITouch(on: view)) { return false }
      guard delegate.gestureRecognizerShouldBegin(self) else { return false }
    }
    for state in statesOfGesture {
      self.state = state
      for action in actions { action.run(self) }
    }
    state = .possible
    return true
  }

  /// The states of one gesture. The actions run once in each.
  var statesOfGesture: [State] { [.ended] }

  /// The default title of the gesture's button; nil if a page has no such gesture.
  var defaultTitle: String? { nil }

  /// The title of the gesture's button; nil if a page has no such gesture.
  final var title: String? { defaultTitle.map { accessibilityLabel ?? name ?? $0 } }

  /// Whether the gesture makes the whole view a button.
  var isSingleTap: Bool { false }
}

/// Decides whether gestures are recognised.
public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Returns whether the gesture is recognised. Default: true.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Returns whether two tap recognisers of the same view both recognise a tap. Default: false.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Returns whether a recogniser gets a tap. Default: true.
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { true }
}

/// Lets the actions of a recogniser take its own class as the sender.
public protocol UIGestureRecognizerWithActions: UIGestureRecognizer {
  init()
}

extension UIGestureRecognizer: UIGestureRecognizerWithActions {}

extension UIGestureRecognizerWithActions {
  /// Creates a recogniser with a closure. It replaces the selector on iOS.
  ///
  /// - Parameter target: The object for `removeTarget`. Not retained.
  public init(target: AnyObject?, action: ((Self) -> Void)?) {
    self.init()
    if let action { addTarget(target, action: action) }
  }

  /// Creates a recogniser with a method: `UITapGestureRecognizer(target: self, action: MyView.didTap)`. The target is
  /// not retained.
  public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> (Self) -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// Creates a recogniser with a method without a sender. The target is not retained.
  public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// Adds a closure that runs on each gesture. The target is the object for `removeTarget`. It is not retained.
  public func addTarget(_ target: AnyObject?, action: @escaping (Self) -> Void) {
    add(target) { recognizer in
      if let recognizer = recognizer as? Self { action(recognizer) }
    }
  }

  /// Adds a method that runs on each gesture. The target is not retained.
  public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> (Self) -> Void) {
    add(target) { [weak target] recognizer in
      if let target, let recognizer = recognizer as? Self { action(target)(recognizer) }
    }
  }

  /// Adds a method without a sender that runs on each gesture. The target is not retained.
  public func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> () -> Void) {
    add(target) { [weak target] _ in
      if let target { action(target)() }
    }
  }
}

extension UITouch {
  public final var gestureRecognizers: [UIGestureRecognizer]? { view?.gestureRecognizers }
}
