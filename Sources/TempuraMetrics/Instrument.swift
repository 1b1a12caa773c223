/// What is counted or measured: a counter, a gauge or a histogram.
package protocol Instrument: AnyObject, Sendable {
  static var kind: MetricKind { get }
  var reading: MetricReading { get }
}

/// The kinds of metrics, with their names in Prometheus' text format.
package enum MetricKind: String, Sendable {
  case counter, gauge, histogram
}

/// The value of an instrument at one moment.
package enum MetricReading: Sendable, Equatable {
  /// A bucket of a histogram.
  package struct Bucket: Sendable, Equatable {
    /// The upper bound; infinity for the last bucket.
    package let bound: Double
    /// The number of values up to the bound, those of smaller buckets included.
    package let count: UInt64
  }

  case number(Double)
  case histogram(buckets: [Bucket], sum: Double)
}

/// A metric at one moment.
package struct MetricSnapshot: Sendable {
  package struct Sample: Sendable {
    /// The values of the labels, in the order of the metric's label names.
    package let values: [String]
    package let reading: MetricReading
  }

  package let name: String
  package let help: String
  package let kind: MetricKind
  /// The names of the labels.
  package let labels: [String]
  package let samples: [Sample]
}
