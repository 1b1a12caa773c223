internal import Basics
public import Foundation

/// A finger on the screen, or the press of a button. A press by a key, a screen reader, or a page without a script is at the centre of its
/// view.
open class UITouch: NSObject {
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
  }
  public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }

  public internal(set) final var phase = Phase.began
  public internal(set) final var timestamp: TimeInterval
  public internal(set) final var tapCount = 1
  public final var type: TouchType { .direct }
  public final var force: CGFloat { 0 }
  public final var maximumPossibleForce: CGFloat { 0 }
  public final var majorRadius: CGFloat { 0 }
  /// The view in which the touch began.
  public final var view: UIView? { viewReference }
  @WeakReference private final var viewReference: UIView?
  public final var window: UIView._Window? { view?.window }

  /// Where the finger is and was, in the window; nil for a press without a finger.
  final var place: CGPoint?
  final var previousPlace: CGPoint?
  /// The size of the marked view on the page, for a view that the browser lays out.
  final var pageSize = CGSize.zero

  init(on view: UIView?) {
    _viewReference = WeakReference(view)
    timestamp = ProcessInfo.processInfo.systemUptime
  }

  /// A copy, as the touch is now.
  final var snapshot: UITouch {
    let touch = UITouch(on: view)
    (touch.phase, touch.timestamp, touch.tapCount) = (phase, timestamp, tapCount)
    (touch.place, touch.previousPlace) = (place, previousPlace)
    return touch
  }

  /// Moves the touch, without telling anyone.
  final func move(to place: CGPoint, at timestamp: TimeInterval, _ phase: Phase) {
    (previousPlace, self.place) = (self.place ?? place, place)
    (self.timestamp, self.phase) = (timestamp, phase)
  }

  /// Returns where the finger is in the coordinates of a view; nil for those of the window.
  open func location(in view: UIView?) -> CGPoint { location(of: place, in: view) }

  open func previousLocation(in view: UIView?) -> CGPoint { location(of: previousPlace, in: view) }
  open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
  open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

  private func location(of place: CGPoint?, in view: UIView?) -> CGPoint {
    guard let touched = self.view else { return .zero }
    guard let place else {
      let offset = touched.rareProperties.box(of: Press.self)?.properties.offset ?? .zero
      return touched.convert(CGPoint(x: touched.bounds.midX + offset.x, y: touched.bounds.midY + offset.y), to: view)
    }
    return view?.convert(place, from: nil) ?? place
  }
}

/// Where a view is pressed while its actions run, from its centre.
private struct Press: RarePropertyGroup {
  var offset = CGPoint.zero
}

extension UIView {
  /// Runs the actions of a press.
  ///
  /// - Parameter offset: From the centre of the view. One outside of a view with a size is moved into it.
  package final func press(at offset: CGPoint, _ actions: () -> Void) {
    func inside(_ offset: CGFloat, _ length: CGFloat) -> CGFloat {
      let most = length > 0 ? length / 2 : 10_000
      return min(max(offset, -most), most)
    }
    let (width, height) = (bounds.width, bounds.height)
    rareProperties[Press.self].offset = CGPoint(x: inside(offset.x, width), y: inside(offset.y, height))
    actions()
    rareProperties.remove(Press.self)
  }
}

/// An event of the user: touches that began, moved or ended.
open class UIEvent: NSObject {
  public enum EventType: Int, Sendable {
    case touches, motion, remoteControl, presses, scroll = 10, hover, transform = 14
  }
  public enum EventSubtype: Int, Sendable { case none, motionShake }

  public final var type: EventType { .touches }
  public final var subtype: EventSubtype { .none }
  public final let timestamp: TimeInterval
  public final let allTouches: Set<UITouch>?
  /// The places on the way to where touches are now, each as a touch.
  final var coalesced: [ObjectIdentifier: [UITouch]] = [:]

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

  /// Returns the places of a touch since the event before, the present one included.
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? {
    guard allTouches?.contains(touch) == true else { return nil }
    return (coalesced[ObjectIdentifier(touch)] ?? []) + [touch.snapshot]
  }

  /// Empty: the page does not guess where a finger goes.
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { [] }
}
