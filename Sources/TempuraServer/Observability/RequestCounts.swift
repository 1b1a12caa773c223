internal import HTTPServer
internal import TempuraMetrics

/// Counts the requests to one screen, or to one group of the server's own paths.
final class RequestCounts: RequestGroup {
  private let screen: String
  private let durations: Histogram
  private let bytes: Counter
  private let byStatus: Family<Counter>
  // The most frequent answers, which are counted without a lock.
  private let ok: Counter
  private let seeOther: Counter

  /// - Parameters:
  ///   - screen: The value of the label `screen`.
  ///   - byStatus: The family with the labels `screen` and `status`.
  init(_ screen: String, byStatus: Family<Counter>, durations: Family<Histogram>, bytes: Counter) {
    self.screen = screen
    self.byStatus = byStatus
    self.bytes = bytes
    self.durations = durations[screen]
    ok = byStatus[screen, "200"]
    seeOther = byStatus[screen, "303"]
  }

  func requestDidEnd(_ request: EndedRequest) {
    switch request.status {
    case 200: ok.increment()
    case 303: seeOther.increment()
    default: byStatus[screen, "\(request.status)"].increment()
    }
    durations.observe(Double(request.duration) / 1e9)
    bytes.increment(by: UInt64(clamping: request.size))
  }
}

/// The counts of all groups of requests.
final class RequestTable: Sendable {
  /// Requests that were answered without a screen: refused, redirected, or to a URL that has none.
  let none: RequestCounts
  // The server's own paths. Their names begin with a slash, so that no screen is likely to have the same.
  let files: RequestCounts
  let live: RequestCounts
  let checks: RequestCounts
  let offline: RequestCounts

  private let screens: Bounded<String, RequestCounts>

  /// The number of screens at most. An app that makes identifiers of screens from what its users type has any number.
  private static let limit = 200

  init(_ registry: MetricRegistry) {
    // The bound of the screens is the table's: each has the few statuses that this server answers.
    let byStatus = registry.counters(
      "tempura_http_requests_total", "Requests that are over, by screen and status; 0 for those without an answer.",
      labels: ["screen", "status"], limit: 32 * Self.limit)
    let durations = registry.histograms(
      "tempura_http_request_duration_seconds",
      "Time from the first line of a request until its answer was sent, in seconds.",
      labels: ["screen"], bounds: Histogram.ofRequests, limit: 2 * Self.limit)
    let bytes = registry.counter("tempura_http_response_body_bytes_total", "Bytes of the bodies of answers.")
    let make: @Sendable (String) -> RequestCounts = {
      RequestCounts($0, byStatus: byStatus, durations: durations, bytes: bytes)
    }
    none = make("none")
    files = make("/file")
    live = make("/live")
    checks = make("/health")
    offline = make("/offline")
    screens = Bounded(limit: Self.limit, overflow: Family<Counter>.overflow, make)
  }

  /// The counts of a screen, by the identifier of its element in the route.
  subscript(screen: String) -> RequestCounts { screens[screen] }
}
