public import Foundation

// Timers with methods instead of selectors, as for controls and notifications:
// `Timer.scheduledTimer(timeInterval: 1, target: self, selector: ClockView.tick, userInfo: nil, repeats: true)`.
extension Timer {
  /// Makes a timer that calls a method, and starts it. The timer retains the object until it is invalidated.
  ///
  /// - Parameters:
  ///   - selector: The method. It replaces a selector, which only Objective-C has.
  ///   - userInfo: Has no effect.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval interval: TimeInterval, target: Target, selector: @escaping (Target) -> (Timer) -> Void,
    userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    let timer = Timer(
      timeInterval: interval, target: target, selector: selector, userInfo: userInfo, repeats: repeats)
    if !UIApplication.start(timer) { RunLoop.current.add(timer, forMode: .default) }
    return timer
  }

  /// Makes a timer that calls a method without a parameter, and starts it.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval interval: TimeInterval, target: Target, selector: @escaping (Target) -> () -> Void, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    let method: (Target) -> (Timer) -> Void = { target in { _ in selector(target)() } }
    return scheduledTimer(
      timeInterval: interval, target: target, selector: method, userInfo: userInfo, repeats: repeats)
  }

  /// Makes a timer that calls a method, for `RunLoop.main.add(timer, forMode: .common)`.
  public convenience init<Target: AnyObject>(
    timeInterval interval: TimeInterval, target: Target, selector: @escaping (Target) -> (Timer) -> Void,
    userInfo: Any?,
    repeats: Bool
  ) {
    // Safe because the timer fires in turns of the session, or on the thread of its run loop.
    nonisolated(unsafe) let (target, selector) = (target, selector)
    self.init(timeInterval: interval, repeats: repeats) { selector(target)($0) }
  }

  /// Makes a timer that calls a method without a parameter.
  public convenience init<Target: AnyObject>(
    timeInterval interval: TimeInterval, target: Target, selector: @escaping (Target) -> () -> Void, userInfo: Any?,
    repeats: Bool
  ) {
    let method: (Target) -> (Timer) -> Void = { target in { _ in selector(target)() } }
    self.init(timeInterval: interval, target: target, selector: method, userInfo: userInfo, repeats: repeats)
  }
}
