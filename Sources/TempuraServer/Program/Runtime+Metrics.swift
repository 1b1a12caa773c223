internal import Basics
internal import SessionKernel
internal import Sessions
internal import TempuraMetrics

extension Runtime {
  /// Defines the metrics whose values are asked for when they are read.
  func addMetrics() {
    let registry = metrics.registry
    registry.observe("tempura_sessions_in_memory", "Sessions that are in memory.") { [sessions] in
      Double(sessions.count)
    }
    registry.observe("tempura_shared_parts", "Shared parts of sessions in memory and of open pages.") { [sliceTable] in
      Double(sliceTable.count)
    }
    registry.observe("tempura_streams_open", "Open streams of live pages.") { [streams] in Double(streams.openCount) }
    registry.observe("tempura_side_effects_running", "Side effects that were dispatched and have not ended.") {
      [longWork] in Double(longWork.count)
    }
    let (stored, base) = (StoredCount(), storage.base)
    registry.observe(
      "tempura_sessions_stored",
      "Stored sessions, expired ones included, at most a minute ago. Redis and PostgreSQL do not tell it.", labels: []
    ) { stored.value(of: base).map { [([], Double($0))] } ?? [] }
    registry.add(
      "tempura_storage_queue_wait_seconds",
      "Time from a change's arrival in the queue of the file to the begin of its transaction, in seconds. SQLite only."
    ) { MeasuredStorage.changeWaits(of: base) }
  }

  /// All metrics of the server and the app as they are now, in the order of their names.
  var allMetrics: [MetricSnapshot] {
    (metrics.registry.snapshots + AppMetrics.registry.snapshots).sorted { $0.name < $1.name }
  }

  /// Hands all metrics to the app, if it wants them.
  func handOverMetrics() {
    options.onMetrics?(allMetrics.flatMap(ServerMetric.all(of:)))
  }
}

/// The number of stored sessions. The storage counts them at most once a minute, because that takes some milliseconds.
private final class StoredCount: Sendable {
  private static let lifetime = 60.0

  private let latest = Locked<(count: Int, age: Stopwatch)?>(nil)

  func value(of storage: any SessionStorage) -> Int? {
    if let latest = latest.withLock({ $0 }), latest.age.seconds < Self.lifetime { return latest.count }
    guard let count = storage.storedCount else { return nil }
    latest.withLock { $0 = (count, Stopwatch()) }
    return count
  }
}
