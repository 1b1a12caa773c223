// What a live page tells of fingers.

extension UIWindow {
  /// Whether a message can be applied: it begins a gesture on a view that takes input, or is the next one of the present gesture, or one
  /// that came already. The app may remove or cover the view meanwhile.
  package final func accepts(_ message: TouchMessage, on view: UIView?) -> Bool {
    guard let touchTracking, touchTracking.gesture == message.gesture else {
      return pastGestures.contains(message.gesture) || message.number == 1 && view?.isReachable == true
    }
    return message.number <= touchTracking.messages + 1
  }

  /// Applies a message that `accepts(_:on:)` allows. One that came already changes nothing.
  ///
  /// - Parameters:
  ///   - view: The view that it names.
  ///   - hits: The views that it names, by their ids.
  package final func apply(_ message: TouchMessage, on view: UIView?, _ hits: (String) -> UIView?) {
    if touchTracking?.gesture != message.gesture {
      guard let view, !pastGestures.contains(message.gesture) else { return }
      if let touchTracking { pastGestures = pastGestures.suffix(Self.maxPastGestures - 1) + [touchTracking.gesture] }
      cancelTouches()
      touchTracking = TouchTracking(message, on: view)
    }
    guard let touchTracking, message.number > touchTracking.messages else { return }
    touchTracking.apply(message) { id in
      hits(id).flatMap { $0.window === self && $0.isReachable ? $0 : nil }
    }
  }

  private static var maxPastGestures: Int { 16 }

  /// Whether fingers are down, or a tap waits for another one.
  package final var hasTouches: Bool { touchTracking.map { !$0.isOver } ?? false }

  /// Cancels what fingers have begun, because the page uses something else, or has gone.
  package final func cancelTouches() {
    if hasTouches { touchTracking?.cancel() }
  }
}
