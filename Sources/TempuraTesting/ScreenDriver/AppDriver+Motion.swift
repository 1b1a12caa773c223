internal import Basics
internal import TempuraServer

extension AppDriver {
  /// Lets animations take time. From now on, what follows an animation waits until the test has advanced the time by
  /// ``advanceAnimations(by:)``. Otherwise animations are over as soon as they begin.
  public func holdAnimations() {
    let clock = animations
    window.server.use { seconds, body in clock.call(body, after: seconds) }
  }

  /// Advances the time of animations, and runs what follows those that are over then.
  ///
  /// - Parameter seconds: How far to advance.
  /// - Throws: `AppDriverError` if the work that follows takes too long.
  public func advanceAnimations(by seconds: Double) throws {
    let end = animations.advance(by: seconds)
    while let body = animations.next(until: end) {
      body()
      // It may start the next animation.
      let (url, idle) = (try window.page().url, PendingValue<String>())
      window.server.waitUntilIdle(url) { idle.deliver($0) }
      _ = try idle.wait(seconds: patience)
      try window.update()
    }
  }
}

/// The time of animations, which a test advances.
final class AnimationTime: Sendable {
  private struct State {
    var now = 0.0
    var calls: [(time: Double, body: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  func call(_ body: @escaping @Sendable () -> Void, after seconds: Double) {
    state.withLock { state in
      let time = state.now + seconds
      state.calls.insert((time, body), at: state.calls.firstIndex { $0.time > time } ?? state.calls.count)
    }
  }

  /// - Returns: The time until which calls are due.
  func advance(by seconds: Double) -> Double { state.withLock { $0.now + seconds } }

  /// Returns the next call that is due, at whose time it then is; nil if there is none, and it is the end.
  func next(until end: Double) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let first = state.calls.first, first.time <= end + 1e-9 else {
        state.now = end
        return nil
      }
      state.now = max(state.now, first.time)
      return state.calls.removeFirst().body
    }
  }
}
