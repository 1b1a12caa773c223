internal import Basics
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
    let runs = session.queue.recentRuns
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
