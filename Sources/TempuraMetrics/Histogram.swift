internal import Synchronization

/// A distribution of values over fixed buckets. Any thread may add a value.
package final class Histogram: Instrument, @unchecked Sendable {
  // Safe because the counts are atomic, and their memory is freed with the last reference.
  package static let kind = MetricKind.histogram

  /// The upper bounds of the buckets, in ascending order, without infinity.
  package let bounds: [Double]
  /// One count for each bucket, and one for the values above all bounds.
  private let counts: UnsafeMutablePointer<Atomic<UInt64>>
  private let sum = AtomicDouble()

  /// - Parameter bounds: The upper bounds of the buckets, in ascending order. A value that equals a bound is below it.
  package init(bounds: [Double] = Histogram.ofRequests) {
    self.bounds = bounds
    counts = .allocate(capacity: bounds.count + 1)
    for index in 0...bounds.count { (counts + index).initialize(to: Atomic(0)) }
  }

  deinit {
    counts.deinitialize(count: bounds.count + 1)
    counts.deallocate()
  }

  /// Adds a value. Infinite values and those that are not numbers are left out, because no later sum would make sense.
  package func observe(_ value: Double) {
    guard value.isFinite else { return }
    var index = 0
    while index < bounds.count, value > bounds[index] { index += 1 }
    counts[index].wrappingAdd(1, ordering: .relaxed)
    sum.add(value)
  }

  package var reading: MetricReading {
    var total: UInt64 = 0
    var buckets: [MetricReading.Bucket] = []
    for (index, bound) in (bounds + [.infinity]).enumerated() {
      total &+= counts[index].load(ordering: .relaxed)
      buckets.append(MetricReading.Bucket(bound: bound, count: total))
    }
    return .histogram(buckets: buckets, sum: sum.value)
  }

  /// The number of values.
  package var count: UInt64 {
    (0...bounds.count).reduce(0) { $0 &+ counts[$1].load(ordering: .relaxed) }
  }

  // MARK: - Common bounds, in seconds

  /// For requests and calls of storages: from a kept page, 0.1 ms, to those that a person gives up.
  package static let ofRequests: [Double] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  /// For waits in queues and for code of the app, of which there are many names: fewer buckets.
  package static let ofWork: [Double] = [0.0001, 0.001, 0.01, 0.1, 1, 10]
}
