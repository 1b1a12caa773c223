internal import Basics
internal import Katana

/// The updaters and side effects that ended in a session a short time ago. May be used on any thread.
final class RecentRuns: Sendable {
  private struct Ended: @unchecked Sendable {
    // Safe because all is immutable, and the metatype has no isolated conformance.
    let type: any Dispatchable.Type
    let isUpdater: Bool
    /// Its own time, without the one that it waited for.
    let seconds: Double
    /// Started at its end.
    let end: Stopwatch
  }

  private static let limit = 64
  private let runs = Locked<[Ended]>([])

  func note(_ run: DispatchRun) {
    let run = Ended(type: type(of: run.item), isUpdater: run.isUpdater, seconds: run.duration, end: Stopwatch())
    runs.withLock { runs in
      if runs.count == Self.limit { runs.removeFirst(Self.limit / 2) }
      runs.append(run)
    }
  }

  /// Describes those that ended since a watch was started: names and milliseconds.
  func described(areUpdaters: Bool, since watch: Stopwatch) -> String {
    runs.withLock { $0.filter { $0.isUpdater == areUpdaters && !$0.end.started(before: watch) } }
      .map { "\(String(reflecting: $0.type.unscoped)) \(Log.milliseconds(UInt64($0.seconds * 1e9)))" }.joined(
        separator: ", ")
  }
}
