internal import Synchronization

/// A number of events, which only grows. Any thread may increment it.
package final class Counter: Instrument {
  package static let kind = MetricKind.counter

  private let count = Atomic<UInt64>(0)

  package init() {}

  package func increment(by amount: UInt64 = 1) { count.wrappingAdd(amount, ordering: .relaxed) }

  package var value: UInt64 { count.load(ordering: .relaxed) }

  package var reading: MetricReading { .number(Double(value)) }
}

/// A number that goes up and down. Any thread may change it.
package final class Gauge: Instrument {
  package static let kind = MetricKind.gauge

  private let number = AtomicDouble()

  package init() {}

  package func set(_ value: Double) { number.store(value) }

  package func add(_ amount: Double) { number.add(amount) }

  package var value: Double { number.value }

  package var reading: MetricReading { .number(value) }
}

/// A number of type `Double` that any thread may change.
struct AtomicDouble: ~Copyable, Sendable {
  private let bits = Atomic<UInt64>(0)

  var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

  func store(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

  func add(_ amount: Double) {
    var current = bits.load(ordering: .relaxed)
    while true {
      let sum = Double(bitPattern: current) + amount
      let result = bits.weakCompareExchange(expected: current, desired: sum.bitPattern, ordering: .relaxed)
      if result.exchanged { return }
      current = result.original
    }
  }
}
