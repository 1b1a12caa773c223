internal import Basics
internal import HTTPServer
internal import Katana
internal import SessionKernel
internal import Sessions
internal import TempuraMetrics

/// What a server counts and measures of itself. `docs/operating.md` has a table of all metrics.
final class RuntimeMetrics: Sendable {
  let registry = MetricRegistry()

  let requests: RequestTable
  private let refusals: Family<Counter>

  // The app's code.
  private let updaters: ByType<Histogram>
  private let sideEffects: ByType<Histogram>
  private let failures: ByType<Counter>
  private let taps: ByType<Counter>
  let launches: Counter

  // Sessions.
  let sessions: SessionMetrics
  let sessionsStarted: Counter
  let sessionsQuarantined: Counter
  let conflicts: Counter
  let storageDurations: Family<Histogram>
  let storageFailures: Family<Counter>

  // Queues.
  private let sideEffectWaits: Histogram
  /// Side effects that were dispatched and have not started.
  let sideEffectsWaiting = Gauge()

  private let reloads: Family<Counter>

  // Live pages.
  let patches: PatchCounts

  init() {
    let registry = registry
    requests = RequestTable(registry)
    refusals = registry.counters(
      "tempura_http_refusals_total", "Requests and connections that were refused, by reason.", labels: ["reason"])
    updaters = ByType(
      registry.histograms(
        "tempura_updater_duration_seconds",
        "Time of an updater and of the listeners that it calls, in seconds, by the updater's type.",
        labels: ["updater"], bounds: Histogram.ofWork))
    sideEffects = ByType(
      registry.histograms(
        "tempura_side_effect_duration_seconds",
        "Time from the start of a side effect to its end, in seconds, by its type.", labels: ["side_effect"],
        bounds: Histogram.ofWork))
    failures = ByType(
      registry.counters(
        "tempura_dispatch_failures_total", "Dispatches that failed without the app handling it, by type.",
        labels: ["dispatchable"]))
    taps = ByType(
      registry.counters(
        "tempura_taps_total", "Taps and return keys, by the class of the control.", labels: ["control"]))
    launches = registry.counter("tempura_app_launches_total", "Launches of the app delegate: one for each scene.")
    sessionsStarted = registry.counter("tempura_sessions_started_total", "Sessions that this server began.")
    sessions = SessionMetrics(registry)
    sessionsQuarantined = registry.counter(
      "tempura_sessions_quarantined_total", "Stored sessions that could not be read, and were quarantined.")
    conflicts = registry.counter(
      "tempura_storage_conflicts_total", "Saves that found a session changed by another server.")
    storageDurations = registry.histograms(
      "tempura_storage_operation_duration_seconds",
      "Time from a call of the session storage to its answer, in seconds, by operation.", labels: ["operation"],
      bounds: Histogram.ofRequests)
    storageFailures = registry.counters(
      "tempura_storage_failures_total", "Calls of the session storage that failed, by operation.",
      labels: ["operation"])
    sideEffectWaits = registry.histogram(
      "tempura_side_effect_wait_seconds", "Time from the dispatch of a side effect to its start, in seconds.",
      bounds: Histogram.ofWork)
    patches = PatchCounts(registry)
    reloads = registry.counters(
      "tempura_reloads_total", "Readings of changed files after SIGHUP: done, or failed.", labels: ["result"])
    // Both begin at 0, so that a rate sees the first one.
    _ = (reloads["done"], reloads["failed"])
    registry.add("tempura_side_effects_waiting", "Side effects that wait until fewer run.", sideEffectsWaiting)
    registry.observe("tempura_heap_bytes", "Heap memory in use, in bytes (mallinfo(3)).") { Double(HeapUse.current) }
    registry.observe(
      "tempura_log_dropped_lines_total", "Lines of logs that could not be written and were dropped.", kind: .counter
    ) { Double(LineWriter.droppedLines) }
    registry.addProcessMetrics()
  }

  /// Defines the metrics of the server of the app's pages.
  func add(_ http: HTTPServer) {
    registry.observe("tempura_http_connections_open", "Open connections, without streams.") { [weak http] in
      Double(http?.openConnections ?? 0)
    }
    registry.observe("tempura_http_connections_max", "Connections that may be open.") { [weak http] in
      Double(http?.maxConnections ?? 0)
    }
    registry.observe("tempura_http_requests_in_flight", "Requests that have begun and are not over.") { [weak http] in
      Double(http?.requestsInFlight ?? 0)
    }
    registry.observe("tempura_streams_max", "Streams of live pages that may be open.") { [weak http] in
      Double(http?.maxStreams ?? 0)
    }
    registry.observe("tempura_stopping", "1 if the server is about to stop, else 0.") { [weak http] in
      http?.isStopping == false ? 0 : 1
    }
  }

  /// Defines a metric that is always 1, and whose labels say what runs.
  func addBuild(app: String, release: @escaping @Sendable () -> String) {
    registry.observe(
      "tempura_build_info", "Always 1. The labels are the app's name, and the release of its style sheets and script.",
      labels: ["app", "release"]
    ) { [([app, release()], 1)] }
  }

  // MARK: - Events

  func countReload(isDone: Bool) { reloads[isDone ? "done" : "failed"].increment() }

  func countRefusal(_ reason: RefusalReason) { refusals[reason.label].increment() }

  func countRefusal(_ problem: RequestError) { refusals[problem.rawValue.inSnakeCase].increment() }

  func countTap(on control: Any.Type) { taps[control].increment() }

  func countFailure(of item: any Dispatchable) { failures[type(of: item)].increment() }

  func note(_ run: DispatchRun) {
    if run.isUpdater {
      updaters[type(of: run.item)].observe(run.duration)
    } else {
      sideEffects[type(of: run.item)].observe(run.duration)
      sideEffectWaits.observe(run.wait)
    }
  }
}

/// Counts the answers to live requests, and events that need no request.
final class PatchCounts: Sendable {
  let steps: Counter
  let whole: Counter
  let reload: Counter
  let none: Counter
  let streamed: Counter
  let bytes: Counter

  init(_ registry: MetricRegistry) {
    let patches = registry.counters(
      "tempura_patches_total",
      "Answers to live requests: the steps since the page's version, the whole screen, nothing new, or an order to reload. "
        + "Also events of streams that need no request.",
      labels: ["kind"])
    (steps, whole, reload, none) = (patches["steps"], patches["whole"], patches["reload"], patches["none"])
    streamed = patches["streamed"]
    bytes = registry.counter("tempura_patch_bytes_total", "Bytes of answers to live requests.")
  }
}

/// The instruments of a family whose only label is the name of a type of the app.
struct ByType<Made: Instrument>: ~Copyable, Sendable {
  private let family: Family<Made>
  // A number is found faster than a name, which is made anew each time.
  private let instruments = Locked<[ObjectIdentifier: Made]>([:])

  init(_ family: Family<Made>) { self.family = family }

  subscript(type: Any.Type) -> Made {
    instruments.withLock { [family] instruments in
      if let present = instruments[ObjectIdentifier(type)] { return present }
      let made = family["\((type as? any Dispatchable.Type)?.unscoped ?? type)"]
      instruments[ObjectIdentifier(type)] = made
      return made
    }
  }
}
