/// The instruments of one metric, one for each set of label values.
///
/// The number of sets is bounded, so that nothing that a client sends can make memory grow: further sets share one
/// instrument, whose label values are all `other`.
package final class Family<Made: Sendable>: Sendable {
  /// The value of each label of the shared instrument.
  package static var overflow: String { "other" }

  let labels: [String]
  fileprivate let instruments: Bounded<[String], Made>

  init(labels: [String], limit: Int, make: @escaping @Sendable () -> Made) {
    self.labels = labels
    instruments = Bounded(limit: limit, overflow: labels.map { _ in Self.overflow }) { _ in make() }
  }

  /// The instrument of label values, in the order of the label names. It takes a lock: hot paths keep the instrument.
  package subscript(_ values: String...) -> Made { self[values] }

  /// The instrument of a family without labels.
  package var unlabelled: Made { self[[]] }

  package subscript(_ values: [String]) -> Made {
    precondition(values.count == labels.count, MetricError.wrongLabelValues(values, labels: labels).description)
    return instruments[values]
  }
}

// An extension, because the runtime would search the program for the conformance of each kind of instrument.
extension Family where Made: Instrument {
  /// The samples of all instruments, in the order of their label values.
  var samples: [MetricSnapshot.Sample] {
    instruments.all.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { MetricSnapshot.Sample(values: $0.key, reading: $0.value.reading) }
  }
}
