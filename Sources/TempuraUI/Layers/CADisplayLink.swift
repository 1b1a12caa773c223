internal import Basics
public import Foundation

/// A timer of the screen's refreshes. On a server it never fires, because a page does not change by itself.
public final class CADisplayLink: NSObject {
  public let timestamp: CFTimeInterval = 0
  public let targetTimestamp: CFTimeInterval = 0
  public let duration: CFTimeInterval = 1.0 / 60
  public var isPaused = false
  public var preferredFramesPerSecond = 0
  public var preferredFrameRateRange = CAFrameRateRange.default

  /// - Parameter selector: A method of the target, such as `MyView.step`. It is never called.
  public init<Target: AnyObject>(target: Target, selector: @escaping (Target) -> (CADisplayLink) -> Void) {
    Self.reportUse()
  }

  /// - Parameter selector: A method of the target, such as `MyView.step`. It is never called.
  public init<Target: AnyObject>(target: Target, selector: @escaping (Target) -> () -> Void) {
    Self.reportUse()
  }

  private static func reportUse() {
    Misuse.report(
      "CADisplayLink never fires, because a page does not change by itself: show the final state, or animate with the "
        + "app's style sheet.")
  }

  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func invalidate() {}
}

/// How often an animation is drawn, in frames per second.
public struct CAFrameRateRange: Hashable, Sendable {
  public var minimum, maximum: Float
  public var preferred: Float?

  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}
