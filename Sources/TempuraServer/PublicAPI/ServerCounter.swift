internal import TempuraMetrics

/// A number of events in an app, such as orders. `/metrics` of the admin address shows it.
///
///     static let orders = ServerCounter("shop_orders_total", help: "Orders, by payment.", labels: "payment")
///
///     orders.with("card").increment()
///
/// Any code may use it, on any thread. A counter may be made several times in the same way: all copies count together. A
/// name or label that Prometheus does not allow, a name that begins with `tempura_` or `process_`, and two different metrics
/// of one name stop the program with a sentence that says so.
public struct ServerCounter: Sendable {
  private let metric: LabelledMetric<Counter>

  /// - Parameters:
  ///   - name: Lower case words with underscores, which begin with a prefix of the app and end in `_total`.
  ///   - help: One sentence that says what is counted.
  ///   - labels: The names of labels. Their values should be few: the first 200 sets of values are counted each, further ones
  ///     together, with the value `other`.
  public init(_ name: String, help: String, labels: String...) {
    metric = LabelledMetric(
      AppMetrics.checked(name) { $0.counters(name, help, labels: labels) }, hasLabels: !labels.isEmpty)
  }

  private init(_ metric: LabelledMetric<Counter>) { self.metric = metric }

  /// The counter with these values of its labels, in their order.
  public func with(_ values: String...) -> ServerCounter { ServerCounter(metric.with(values)) }

  /// - Parameter amount: 0 or more.
  public func increment(by amount: Int = 1) {
    precondition(amount >= 0, "A counter only grows. For numbers that also fall, use ServerGauge.")
    metric.instrument.increment(by: UInt64(amount))
  }
}

/// A number in an app that goes up and down, such as the length of a queue. See ``ServerCounter``.
public struct ServerGauge: Sendable {
  private let metric: LabelledMetric<Gauge>

  /// - Parameters:
  ///   - name: Lower case words with underscores, which begin with a prefix of the app and end in the unit: a base unit, such
  ///     as `_bytes` or `_seconds`.
  ///   - help: One sentence that says what is measured.
  ///   - labels: The names of labels, as for counters.
  public init(_ name: String, help: String, labels: String...) {
    metric = LabelledMetric(
      AppMetrics.checked(name) { $0.gauges(name, help, labels: labels) }, hasLabels: !labels.isEmpty)
  }

  private init(_ metric: LabelledMetric<Gauge>) { self.metric = metric }

  /// The gauge with these values of its labels, in their order.
  public func with(_ values: String...) -> ServerGauge { ServerGauge(metric.with(values)) }

  public func set(_ value: Double) { metric.instrument.set(value) }

  /// - Parameter amount: It may be negative.
  public func add(_ amount: Double) { metric.instrument.add(amount) }
}

/// A distribution of values in an app, such as the times of calls to another service. See ``ServerCounter``.
public struct ServerHistogram: Sendable {
  private let metric: LabelledMetric<Histogram>

  /// - Parameters:
  ///   - name: Lower case words with underscores, which begin with a prefix of the app and end in the unit: a base unit, such
  ///     as `_seconds` or `_bytes`.
  ///   - help: One sentence that says what is measured.
  ///   - bounds: The upper bounds of the buckets, in ascending order. Default: from 0.1 ms to 10 s, in seconds.
  ///   - labels: The names of labels, as for counters.
  public init(_ name: String, help: String, bounds: [Double]? = nil, labels: String...) {
    let bounds = bounds ?? Histogram.ofRequests
    let areAscending = zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }
    guard !bounds.isEmpty, areAscending, bounds.allSatisfy(\.isFinite) else {
      fatalError(MetricError.invalidBounds(name).description)
    }
    metric = LabelledMetric(
      AppMetrics.checked(name) { $0.histograms(name, help, labels: labels, bounds: bounds) },
      hasLabels: !labels.isEmpty)
  }

  private init(_ metric: LabelledMetric<Histogram>) { self.metric = metric }

  /// The histogram with these values of its labels, in their order.
  public func with(_ values: String...) -> ServerHistogram { ServerHistogram(metric.with(values)) }

  /// Adds a value. Values that are not finite are left out.
  public func observe(_ value: Double) { metric.instrument.observe(value) }
}

/// The metrics of the app. They belong to the process, because an app makes them without a server at hand.
enum AppMetrics {
  static let registry = MetricRegistry()

  /// The prefixes of the server's metrics.
  private static let reserved = ["tempura_", "process_"]

  static func checked<Made: Instrument>(_ name: String, _ make: (MetricRegistry) -> Family<Made>) -> Family<Made> {
    if let problem = problem(withName: name) { fatalError(problem.description) }
    return make(registry)
  }

  static func problem(withName name: String) -> MetricError? {
    reserved.first(where: name.hasPrefix).map { .reservedPrefix(name, prefix: $0) }
  }
}

/// A metric with or without values of its labels.
private struct LabelledMetric<Made: Instrument>: Sendable {
  private let family: Family<Made>
  /// Nil as long as the labels have no values.
  private let found: Made?

  init(_ family: Family<Made>, hasLabels: Bool) {
    self.family = family
    found = hasLabels ? nil : family.unlabelled
  }

  private init(_ family: Family<Made>, _ found: Made) {
    (self.family, self.found) = (family, found)
  }

  func with(_ values: [String]) -> Self { Self(family, family[values]) }

  /// Traps if the labels have no values.
  var instrument: Made { found ?? family.unlabelled }
}
