package import Sessions
package import TempuraMetrics

/// How long sessions live, and what they may take. All times are in seconds.
package protocol SessionLimits: Sendable {
  /// How long an idle session is stored: one whose user changed something, and others.
  var sessionLifetime: Int { get }
  var visitLifetime: Int { get }
  /// How long a session is stored at most even if it is used. Nil for no limit.
  var longestSessionLifetime: Int? { get }
  /// How long an idle session stays in memory.
  var memoryLifetime: Int { get }
  /// The number of sessions in memory at most, unless more are in use.
  var sessionsInMemory: Int { get }
  /// The size of a stored session at most, in bytes.
  var sessionBytes: Int { get }

  /// How long the answer to a form waits for side effects.
  var sideEffectTimeout: Double { get }
  /// The number of side effects that run at once: of a session, and of all sessions.
  var sideEffectsPerSession: Int { get }
  var sideEffectsAtOnce: Int { get }
  /// The number of threads for side effects, also for those that wait.
  var sideEffectThreads: Int { get }
}

/// The log of the operator.
package protocol SessionLog: Sendable {
  /// - Parameter session: The key of the session that the message is about.
  func write(_ message: String, _ level: SessionLogLevel, about session: SessionKey?)
}

package enum SessionLogLevel { case info, warning, error }

extension SessionLog {
  func report(_ message: String, _ level: SessionLogLevel = .error, session: SessionKey? = nil) {
    write(message, level, about: session)
  }
}

/// What the kernel counts and measures.
package struct SessionMetrics: Sendable {
  let evicted: Counter
  let retries: Counter
  let turnWaits: Histogram

  package init(_ registry: MetricRegistry) {
    evicted = registry.counter(
      "tempura_sessions_evicted_total", "Idle sessions that left memory. They are stored.")
    retries = registry.counter(
      "tempura_storage_retries_total", "Changes that were made again on what another server had stored.")
    turnWaits = registry.histogram(
      "tempura_turn_wait_seconds",
      "Time that requests waited for other requests of their session, in seconds. Others did not wait.",
      bounds: Histogram.ofWork)
  }
}
