internal import TempuraMetrics

/// A value of a metric of the server or the app at one moment: see ``ServerConfiguration/onMetrics``.
///
///     configuration.onMetrics = { metrics in statistics.send(metrics.filter { $0.kind == .counter }) }
public struct ServerMetric: Sendable, Equatable {
  public enum Kind: Sendable {
    /// A number that only grows while the process runs.
    case counter
    case gauge
    case histogram
  }

  public enum Value: Sendable, Equatable {
    case number(Double)
    case histogram(buckets: [Bucket], sum: Double)
  }

  /// A bucket of a histogram.
  public struct Bucket: Sendable, Equatable {
    /// The upper bound; infinity for the last bucket.
    public let bound: Double
    /// The number of values up to the bound, those of smaller buckets included.
    public let count: UInt64
  }

  public let name: String
  /// What it counts or measures, in one sentence.
  public let help: String
  public let kind: Kind
  /// The values of the labels by their names.
  public let labels: [String: String]
  public let value: Value

  static func all(of metric: MetricSnapshot) -> [ServerMetric] {
    let kind: Kind =
      switch metric.kind {
      case .counter: .counter
      case .gauge: .gauge
      case .histogram: .histogram
      }
    return metric.samples.map { sample in
      let value: Value =
        switch sample.reading {
        case .number(let number): .number(number)
        case .histogram(let buckets, let sum):
          .histogram(buckets: buckets.map { Bucket(bound: $0.bound, count: $0.count) }, sum: sum)
        }
      return ServerMetric(
        name: metric.name, help: metric.help, kind: kind,
        labels: Dictionary(zip(metric.labels, sample.values)) { $1 }, value: value)
    }
  }
}
