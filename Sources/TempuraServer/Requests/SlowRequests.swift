internal import Basics
internal import HTTPServer
internal import Katana
internal import SessionKernel

/// Reports requests in the log that took long, with what ran in their sessions meanwhile.
final class SlowRequests: RequestWatcher {
  /// In seconds.
  private let limit: Double

  /// Nil if nothing is to be reported.
  init?(_ log: Log) {
    guard let limit = log.slowRequest else { return nil }
    self.limit = limit
  }

  func willAnswer(_ response: borrowing HTTPResponse, _ context: RequestContext) {
    let (session, seconds) = (context.session, context.watch.seconds)
    guard seconds >= limit else { return }
    let milliseconds = Log.milliseconds(UInt64(seconds * 1e9))
    let runs = session.scenes.recentRuns
    var metadata = ["milliseconds": milliseconds]
    metadata["screen"] = context.screen
    metadata["control"] = context.control.map { String(reflecting: $0) }
    for (name, areUpdaters) in [("updaters", true), ("sideEffects", false)] {
      let text = runs.described(areUpdaters: areUpdaters, since: context.watch)
      if !text.isEmpty { metadata[name] = text }
    }
    let parts = [
      metadata["control"].map { "a tap on \($0)" }, metadata["updaters"].map { "updaters: \($0)" },
      metadata["sideEffects"].map { "side effects: \($0)" },
    ]
    let details = parts.compactMap(\.self).map { "; \($0)" }.joined()
    context.runtime.log.report(
      "Request \(context.exchange.requestID) to the screen \(context.screen ?? "-") took \(milliseconds) ms\(details).",
      .warning,
      request: context.exchange.requestID, session: session.key, trace: context.traceID, metadata: metadata)
  }
}
