internal import Dispatch
internal import Hydra

/// Calls back after a while, unless it is told in time that there is no need.
struct Patience {
  /// Arranges a call on any thread; the closure that is returned calls it off.
  let wait: (_ seconds: Double, _ giveUp: @escaping () -> Void) -> () -> Void

  static func ofClock() -> Patience {
    Patience { seconds, giveUp in
      let work = DispatchWorkItem(block: giveUp)
      Timers.shared.after(seconds) { work.perform() }
      return { work.cancel() }
    }
  }
}
