import Dispatch
import Testing

@testable import TempuraMetrics

@Suite struct InstrumentTests {
  @Test func aCounterAddsUp() {
    let counter = Counter()
    counter.increment()
    counter.increment(by: 41)
    #expect(counter.value == 42)
    #expect(counter.reading == .number(42))
  }

  @Test func aGaugeRisesAndFalls() {
    let gauge = Gauge()
    gauge.set(2.5)
    gauge.add(-3)
    #expect(gauge.value == -0.5)
  }

  @Test func aHistogramCountsValuesUpToEachBound() {
    let histogram = Histogram(bounds: [1, 2])
    for value in [0.5, 1, 1.5, 2, 2.5] { histogram.observe(value) }
    guard case .histogram(let buckets, let sum) = histogram.reading else {
      Issue.record("It is no histogram.")
      return
    }
    #expect(buckets.map(\.bound) == [1, 2, .infinity])
    #expect(buckets.map(\.count) == [2, 4, 5])
    #expect(sum == 7.5)
    #expect(histogram.count == 5)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func aHistogramLeavesOutWhatIsNoNumber(value: Double) {
    let histogram = Histogram(bounds: [1])
    histogram.observe(value)
    histogram.observe(0.5)
    #expect(histogram.count == 1)
    guard case .histogram(_, let sum) = histogram.reading else { return }
    #expect(sum == 0.5)
  }

  @Test func manyThreadsLoseNoIncrement() {
    let (counter, gauge, histogram) = (Counter(), Gauge(), Histogram(bounds: [1, 3]))
    let family = Family(labels: ["name"], limit: 2) { Counter() }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<20_000 {
        counter.increment()
        gauge.add(1)
        histogram.observe(2)
        family["\(thread % 2)"].increment()
      }
    }
    #expect(counter.value == 160_000)
    #expect(gauge.value == 160_000)
    #expect(histogram.count == 160_000)
    guard case .histogram(_, let sum) = histogram.reading else { return }
    #expect(sum == 320_000)
    #expect(family["0"].value == 80_000 && family["1"].value == 80_000)
  }

  // MARK: - Labels

  @Test func eachSetOfLabelValuesHasAnInstrument() {
    let family = Family(labels: ["a", "b"], limit: 10) { Counter() }
    family["x", "y"].increment()
    family["x", "y"].increment()
    family["y", "x"].increment()
    #expect(family.samples.map(\.values) == [["x", "y"], ["y", "x"]])
    #expect(family.samples.map(\.reading) == [.number(2), .number(1)])
  }

  @Test func furtherLabelValuesAreCountedTogether() {
    let family = Family(labels: ["path"], limit: 3) { Counter() }
    for number in 0..<1000 { family["\(number)"].increment() }
    #expect(family.samples.map(\.values) == [["0"], ["1"], ["2"], ["other"]])
    #expect(family["other"].value == 997)
    #expect(family["0"].value == 1)
  }
}
