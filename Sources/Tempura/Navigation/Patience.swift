internal import Dispatch

/// Calls back after a while, unless it is told in time that there is no need.
struct Patience {
  /// Arranges a call on any thread; the closure that is returned calls it off.
  let wait: (_ seconds: Double, _ giveUp: @escaping () -> Void) -> () -> Void

  static func ofClock() -> Patience {
    Patience { seconds, giveUp in
      let work = DispatchWorkItem(block: giveUp)
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: work)
      return { work.cancel() }
    }
  }
}
