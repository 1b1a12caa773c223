public import Foundation

/// Recognises a gesture on a view.
///
/// A live page tells of fingers on views with recognisers. Keyboards, screen readers and pages without a script have buttons instead: a
/// view with a tap recogniser is a button, and long presses, swipes and multiple taps are buttons in a menu at the view.
///
/// A subclass overrides `touchesBegan(_:with:)` and the methods after it, and sets `state`.
open class UIGestureRecognizer: NSObject, AssociatingObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static let recognized = State.ended
  }

  public final var _associatedValues = AssociatedValues()
  private var actions: [(target: ObjectIdentifier?, run: (UIGestureRecognizer) -> Void)] = []

  public internal(set) final weak var view: UIView? { didSet { if view == nil { leave() } } }
  public final weak var delegate: (any UIGestureRecognizerDelegate)? { didSet { view?.setNeedsRender() } }

  override public required init() { super.init() }

  /// Whether the gesture is recognised. Default: true. False cancels a gesture that is under way.
  open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { leave() }
      view?.setNeedsRender()
    }
  }

  /// The title of the gesture's button if there is no `accessibilityLabel`. Default: nil, a title such as "Long press".
  open var name: String? { didSet { if name != oldValue { view?.setNeedsRender() } } }

  /// The title of the gesture's button. Describe the effect of the gesture, such as "Archive". Default: nil, the
  /// `name`.
  open var accessibilityLabel: String? { didSet { if accessibilityLabel != oldValue { view?.setNeedsRender() } } }

  /// Whether the view's touches are cancelled when the gesture is recognised. Of a tap on a control, only the gesture runs then, without
  /// the control's own actions. Default: true.
  open var cancelsTouchesInView = true

  /// Whether the view is told of touches only when the gesture has failed. Default: false.
  open var delaysTouchesBegan = false

  // MARK: - State

  private var current = State.possible
  /// The touches of the gesture, in the order in which they began.
  final var touches: [UITouch] = []
  private var lastPlaces: [CGPoint] = []
  /// The state that it enters as soon as the recognisers that it waits for have failed.
  final var wanted: State?
  /// The touches on the window, while some are the recogniser's.
  final weak var tracking: TouchTracking?
  private var failureRequirements: [WeakRecognizer] = []

  private struct WeakRecognizer { weak var recognizer: UIGestureRecognizer? }

  /// The state of the gesture. A subclass sets it. Each state but `.possible` and `.failed` runs the actions.
  ///
  /// As in UIKit, a recogniser that begins or ends stays possible until those have failed which must fail before, and fails if another
  /// one was recognised, or if the delegate refuses it.
  open var state: State {
    get { current }
    set {
      switch (current, newValue) {
      case (.possible, .began), (.possible, .changed), (.possible, .ended):
        guard let tracking else { break }
        wanted = newValue == .changed ? .began : newValue
        tracking.settle(self)
      case (.possible, .failed), (.possible, .cancelled): fail()
      case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended): enter(newValue)
      case (.began, .cancelled), (.changed, .cancelled), (.began, .failed), (.changed, .failed): enter(.cancelled)
      default: break
      }
    }
  }

  final func enter(_ state: State) {
    current = state
    wanted = nil
    for action in actions { action.run(self) }
  }

  final func fail() {
    guard current == .possible else { return }
    (current, wanted) = (.failed, nil)
    tracking?.settleWaiting()
  }

  /// Ends a gesture that is under way, without its touches.
  private func leave() {
    guard tracking != nil else { return }
    state = .cancelled
    touches = []
  }

  /// Makes the recogniser ready for new touches.
  final func becomePossible() {
    (current, wanted, touches, tracking) = (.possible, nil, [], nil)
    reset()
  }

  /// Whether it was recognised, and prevents others.
  final var isActive: Bool { current == .began || current == .changed || current == .ended }

  /// Whether it may still be recognised when all fingers are up.
  var waitsForTouches: Bool { false }

  /// The time passes while fingers rest, or are up.
  func timePassed(to time: TimeInterval) {}

  // MARK: - For subclasses

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// Called when the gesture is over, before the next one.
  open func reset() {}

  /// Takes a touch out of the gesture.
  open func ignore(_ touch: UITouch, for event: UIEvent) { touches.removeAll { $0 === touch } }

  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  /// Lets the recogniser wait until another one has failed.
  public final func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    failureRequirements.append(WeakRecognizer(recognizer: otherGestureRecognizer))
  }

  final func requiresFailure(of other: UIGestureRecognizer) -> Bool {
    failureRequirements.contains { $0.recognizer === other } || shouldRequireFailure(of: other)
      || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Whether another recogniser of the same touches fails when this one is recognised.
  final func prevents(_ other: UIGestureRecognizer) -> Bool {
    canPrevent(other) && other.canBePrevented(by: self)
      && delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) != true
      && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) != true
  }

  /// Whether the delegate and the view allow the gesture now.
  final var mayBegin: Bool {
    (view?.gestureRecognizerShouldBegin(self) ?? true) && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  // MARK: - Touches

  /// The touches whose fingers are down.
  final var downTouches: [UITouch] { touches.filter { $0.phase != .ended && $0.phase != .cancelled } }

  /// The centre of the touches, in the window.
  final var centroid: CGPoint {
    let all = places
    let count = CGFloat(max(all.count, 1))
    return CGPoint(x: all.reduce(0) { $0 + $1.x } / count, y: all.reduce(0) { $0 + $1.y } / count)
  }

  private var places: [CGPoint] {
    let places = touches.compactMap(\.place)
    return places.isEmpty ? lastPlaces : places
  }

  /// Notes where the touches are, for when they are gone.
  final func notePlaces() { lastPlaces = touches.compactMap(\.place) }

  /// Returns where the centre of the fingers is, or was last. Without fingers, it is the centre of the recogniser's view.
  ///
  /// - Parameter view: The view of the coordinates; nil for the window.
  open func location(in view: UIView?) -> CGPoint {
    guard tracking != nil, !places.isEmpty else {
      return self.view.map { UITouch(on: $0).location(in: view) } ?? .zero
    }
    return view?.convert(centroid, from: nil) ?? centroid
  }

  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    guard tracking != nil, places.indices.contains(touchIndex) else { return location(in: view) }
    return view?.convert(places[touchIndex], from: nil) ?? places[touchIndex]
  }

  open var numberOfTouches: Int { tracking != nil ? touches.count : state == .possible ? 0 : 1 }

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

  // MARK: - Presses without a finger

  /// Runs the actions, after a press of the gesture's button.
  ///
  /// - Returns: False if the recogniser is disabled, or if the delegate refuses the gesture.
  final func recognize() -> Bool {
    guard isEnabled, tracking == nil else { return false }
    if let delegate, let view, !delegate.gestureRecognizer(self, shouldReceive: UITouch(on: view)) { return false }
    guard mayBegin else { return false }
    for state in statesOfGesture { enter(state) }
    current = .possible
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

  /// Adds what the page has to tell for the gesture. A subclass of an app may need all touches from their begin.
  func mark(_ mark: inout TouchMark) {
    mark.isImmediate = true
    mark.scrolls = []
  }
}

/// Decides whether gestures are recognised.
public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Returns whether the gesture is recognised. Default: true.
  ///
  /// For a pan it is also called on every rendering, with a vertical and with a horizontal translation: in a direction that is refused the
  /// page scrolls.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Returns whether two recognisers of the same touches are both recognised. Default: false.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Returns whether a recogniser gets a touch. Default: true.
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  /// Returns whether the recogniser waits until the other one has failed. Default: false.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Returns whether the other recogniser waits until this one has failed. Default: false.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
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
  /// The recognisers that get the touch.
  public final var gestureRecognizers: [UIGestureRecognizer]? {
    view?.window?.touchTracking?.recognizers.filter { $0.touches.contains(self) } ?? view?.gestureRecognizers
  }
}

extension UIView {
  public typealias _GestureRecognizer = UIGestureRecognizer
}

extension CGPoint {
  func distance(to other: CGPoint) -> CGFloat { hypot(x - other.x, y - other.y) }
}
