internal import Basics
internal import Katana
internal import TempuraUI

/// What a request did, for the log if it takes long.
final class VisitProgress: @unchecked Sendable {
  // Safe because it is only touched by the request, which one thread at a time works on.
  let watch = Stopwatch()
  /// The screen that the request was for.
  var screen: String?
  /// The class of the control that was tapped; nil if none was.
  var control: UIView.Type?
}

extension Visit {
  /// Reports the request in the log if it took long, with what ran in its session meanwhile.
  func reportIfSlow() {
    let seconds = progress.watch.seconds
    guard let limit = runtime.log.slowRequest, seconds >= limit else { return }
    let milliseconds = Log.milliseconds(UInt64(seconds * 1e9))
    let runs = session.scenes.recentRuns
    var metadata = ["milliseconds": milliseconds]
    metadata["screen"] = progress.screen
    metadata["control"] = progress.control.map { String(reflecting: $0) }
    for (name, areUpdaters) in [("updaters", true), ("sideEffects", false)] {
      let text = runs.described(areUpdaters: areUpdaters, since: progress.watch)
      if !text.isEmpty { metadata[name] = text }
    }
    let parts = [
      metadata["control"].map { "a tap on \($0)" }, metadata["updaters"].map { "updaters: \($0)" },
      metadata["sideEffects"].map { "side effects: \($0)" },
    ]
    let details = parts.compactMap(\.self).map { "; \($0)" }.joined()
    runtime.log.report(
      "Request \(exchange.requestID) to the screen \(progress.screen ?? "-") took \(milliseconds) ms\(details).",
      .warning,
      request: exchange.requestID, session: session.key, trace: traceID, metadata: metadata)
  }
}

/// The updaters and side effects that ended in a session a short time ago. May be used on any thread.
final class RecentRuns: Sendable {
  private struct Run: @unchecked Sendable {
    // Safe because all is immutable, and the metatype has no isolated conformance.
    let type: any Dispatchable.Type
    let isUpdater: Bool
    /// Its own time, without the one that it waited for.
    let seconds: Double
    /// Started at its end.
    let end: Stopwatch
  }

  private static let limit = 64
  private let runs = Locked<[Run]>([])

  func note(_ run: DispatchRun) {
    let run = Run(type: type(of: run.item), isUpdater: run.isUpdater, seconds: run.duration, end: Stopwatch())
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
