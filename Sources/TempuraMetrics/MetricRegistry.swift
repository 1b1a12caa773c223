internal import Basics

/// The metrics of a server, or those of its app.
package final class MetricRegistry: Sendable {
  private struct Entry {
    let name: String
    let help: String
    let kind: MetricKind
    let labels: [String]
    /// The bounds of a histogram's buckets.
    var bounds: [Double] = []
    /// The family of instruments; nil if the value is asked for.
    let family: (any Sendable)?
    let samples: @Sendable () -> [MetricSnapshot.Sample]
  }

  private let entries = Locked<[Entry]>([])

  package init() {}

  // MARK: - Defining metrics

  /// Defines a counter. Its name ends in `_total`.
  package func counter(_ name: String, _ help: String) -> Counter { counters(name, help, labels: []).unlabelled }

  /// Defines a counter with labels.
  ///
  /// - Parameter limit: The number of sets of label values at most. Further ones are counted together.
  package func counters(_ name: String, _ help: String, labels: [String], limit: Int = 200) -> Family<Counter> {
    family(name, help, labels, limit) { Counter() }
  }

  /// Defines a gauge.
  package func gauge(_ name: String, _ help: String) -> Gauge { gauges(name, help, labels: []).unlabelled }

  package func gauges(_ name: String, _ help: String, labels: [String], limit: Int = 200) -> Family<Gauge> {
    family(name, help, labels, limit) { Gauge() }
  }

  package func histogram(_ name: String, _ help: String, bounds: [Double]) -> Histogram {
    histograms(name, help, labels: [], bounds: bounds).unlabelled
  }

  package func histograms(
    _ name: String, _ help: String, labels: [String], bounds: [Double], limit: Int = 200
  ) -> Family<Histogram> {
    family(name, help, labels, limit, bounds: bounds) { Histogram(bounds: bounds) }
  }

  /// Defines a metric whose value is asked for each time that it is read.
  package func observe(
    _ name: String, _ help: String, kind: MetricKind = .gauge, _ value: @escaping @Sendable () -> Double
  ) {
    observe(name, help, kind: kind, labels: []) { [([], value())] }
  }

  /// Defines a metric with labels whose values are asked for each time that it is read.
  package func observe(
    _ name: String, _ help: String, kind: MetricKind = .gauge, labels: [String],
    _ values: @escaping @Sendable () -> [([String], Double)]
  ) {
    let entry = Entry(name: name, help: help, kind: kind, labels: labels, family: nil) {
      values().map { MetricSnapshot.Sample(values: $0, reading: .number($1)) }
    }
    add(entry)
  }

  /// Defines a metric whose instrument exists already.
  package func add<Given: Instrument>(_ name: String, _ help: String, _ instrument: Given) {
    add(name, help) { instrument }
  }

  /// Defines a metric whose instrument is asked for each time that it is read; it has no value while there is none.
  package func add<Given: Instrument>(
    _ name: String, _ help: String, _ instrument: @escaping @Sendable () -> Given?
  ) {
    let entry = Entry(name: name, help: help, kind: Given.kind, labels: [], family: nil) {
      instrument().map { [MetricSnapshot.Sample(values: [], reading: $0.reading)] } ?? []
    }
    add(entry)
  }

  /// Returns the family of a metric. A metric may be defined again in the same way, because an app's code may run several
  /// times.
  private func family<Made: Instrument>(
    _ name: String, _ help: String, _ labels: [String], _ limit: Int, bounds: [Double] = [],
    _ make: @escaping @Sendable () -> Made
  ) -> Family<Made> {
    let new = Family(labels: labels, limit: limit, make: make)
    let entry = Entry(name: name, help: help, kind: Made.kind, labels: labels, bounds: bounds, family: new) {
      new.samples
    }
    guard let present = add(entry) else { return new }
    guard let family = present as? Family<Made> else {
      fatalError(MetricError.definedTwice(name).description)
    }
    return family
  }

  /// - Returns: The family of the metric if it was defined before; nil if it is new.
  @discardableResult private func add(_ entry: Entry) -> (any Sendable)? {
    if let problem = MetricError(name: entry.name, entry.kind, help: entry.help, labels: entry.labels) {
      fatalError(problem.description)
    }
    return entries.withLock { entries -> (any Sendable)? in
      guard let present = entries.first(where: { $0.name == entry.name }) else {
        entries.append(entry)
        return nil
      }
      guard let family = present.family, present.kind == entry.kind, present.labels == entry.labels,
        present.help == entry.help, present.bounds == entry.bounds
      else { fatalError(MetricError.definedTwice(entry.name).description) }
      return family
    }
  }

  // MARK: - Reading

  /// All metrics as they are now, in the order of their names.
  package var snapshots: [MetricSnapshot] {
    let all = entries.withLock { $0 }
    return all.sorted { $0.name < $1.name }.map { entry in
      MetricSnapshot(
        name: entry.name, help: entry.help, kind: entry.kind, labels: entry.labels, samples: entry.samples())
    }
  }
}
