public import Foundation

/// A finger on the screen. A page tells of taps only, and not where they were: a touch is at the centre of its view.
open class UITouch: NSObject {
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
  }
  public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }

  public internal(set) final var phase = Phase.began
  public final let timestamp: TimeInterval
  public final var tapCount: Int { 1 }
  public final var type: TouchType { .direct }
  public final var force: CGFloat { 0 }
  public final var maximumPossibleForce: CGFloat { 0 }
  public final var majorRadius: CGFloat { 0 }
  /// The view that was tapped.
  // A touch lasts for one tap. A weak reference would make each later use of the view slower.
  public final let view: UIView?
  public final var window: UIView._Window? { view?.window }

  init(on view: UIView) {
    self.view = view
    timestamp = ProcessInfo.processInfo.systemUptime
  }

  /// The centre of the tapped view, in the coordinates of a view; nil for those of the window.
  open func location(in view: UIView?) -> CGPoint {
    guard let touched = self.view else { return .zero }
    return touched.convert(CGPoint(x: touched.bounds.midX, y: touched.bounds.midY), to: view)
  }

  open func previousLocation(in view: UIView?) -> CGPoint { location(in: view) }
  open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
}

/// An event of the user: a tap.
open class UIEvent: NSObject {
  public enum EventType: Int, Sendable {
    case touches, motion, remoteControl, presses, scroll = 10, hover, transform = 14
  }
  public enum EventSubtype: Int, Sendable { case none, motionShake }

  public final var type: EventType { .touches }
  public final var subtype: EventSubtype { .none }
  public final let timestamp: TimeInterval
  public final let allTouches: Set<UITouch>?

  init(_ touches: Set<UITouch>, at timestamp: TimeInterval) {
    self.timestamp = timestamp
    allTouches = touches
  }

  /// An event without touches, for actions that code sends.
  override init() {
    timestamp = ProcessInfo.processInfo.systemUptime
    allTouches = nil
  }

  open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }
  open func touches(for window: UIView._Window) -> Set<UITouch>? { allTouches?.filter { $0.window === window } }
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { nil }
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { nil }
}
