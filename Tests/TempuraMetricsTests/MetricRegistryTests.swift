import Testing

@testable import TempuraMetrics

@Suite struct MetricRegistryTests {
  private func problem(
    _ name: String, _ kind: MetricKind = .gauge, help: String = "Help.", labels: [String] = []
  ) -> String? {
    MetricError(name: name, kind, help: help, labels: labels)?.description
  }

  @Test func metricsAreReadInTheOrderOfTheirNames() {
    let registry = MetricRegistry()
    registry.counter("b_total", "B.").increment()
    registry.gauge("a", "A.").set(2)
    registry.observe("c", "C.") { 3 }
    #expect(registry.snapshots.map(\.name) == ["a", "b_total", "c"])
    #expect(registry.snapshots.map(\.samples.first?.reading) == [.number(2), .number(1), .number(3)])
  }

  @Test func aMetricThatIsDefinedAgainInTheSameWayIsTheSame() {
    let registry = MetricRegistry()
    registry.counter("a_total", "A.").increment()
    registry.counter("a_total", "A.").increment()
    #expect(registry.snapshots.map(\.samples.first?.reading) == [.number(2)])
  }

  @Test func anInstrumentThatIsMissingHasNoSample() {
    let registry = MetricRegistry()
    registry.add("a_seconds", "A.") { Histogram?.none }
    #expect(registry.snapshots.map(\.samples.count) == [0])
  }

  @Test func twoMetricsOfOneNameStopTheProgram() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let registry = MetricRegistry()
      _ = registry.gauge("a", "A.")
      _ = registry.gauge("a", "Another A.")
    }
    let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("There are two different metrics a."))
  }

  @Test func twoHistogramsWithOtherBoundsStopTheProgram() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let registry = MetricRegistry()
      _ = registry.histogram("a_seconds", "A.", bounds: [1, 2])
      _ = registry.histogram("a_seconds", "A.", bounds: [1, 2])
      _ = registry.histogram("a_seconds", "A.", bounds: [1, 3])
    }
    let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("There are two different metrics a_seconds."))
  }

  @Test func wrongDefinitionsAreNamed() {
    #expect(problem("shop_orders_total", .counter, labels: ["payment", "_"]) != nil)
    #expect(problem("shop_orders_total", .counter, labels: ["payment"]) == nil)
    let name =
      "is not the name of a metric. Write lower case letters, digits and underscores, and begin with a letter, such as "
      + "shop_orders_total."
    for wrong in ["", "1a", "_a", "a-b", "A", "a b", "ä"] { #expect(problem(wrong) == "\"\(wrong)\" \(name)") }
    #expect(problem("a", .counter) == "The name of the counter a must end in _total.")
    for ending in ["_total", "_sum", "_count", "_bucket"] {
      #expect(
        problem("a\(ending)", .histogram)
          == "The name of the metric a\(ending) must not end in \(ending). Prometheus reserves this ending.")
    }
    #expect(
      problem("a", help: "") == "The metric a has no help text. Say what it counts in one sentence.")
    for label in ["le", "quantile", "A", "a-b", "__name__"] {
      #expect(
        problem("a", labels: [label])
          == "\"\(label)\" is not a label for the metric a. Write lower case letters, digits and underscores, and begin "
          + "with a letter. The labels le and quantile are reserved.")
    }
    #expect(problem("a", labels: ["b", "b"]) == "The metric a has the label b twice.")
  }

  @Test func otherMistakesAreNamed() {
    #expect(
      MetricError.wrongLabelValues(["x"], labels: ["a", "b"]).description
        == "A metric with the labels [\"a\", \"b\"] got the values [\"x\"]. Give one value for each label, with with(_:)."
    )
    #expect(
      MetricError.reservedPrefix("tempura_x", prefix: "tempura_").description
        == "The metric tempura_x begins with tempura_, which names metrics of the server. Choose another name.")
    #expect(
      MetricError.invalidBounds("x").description
        == "The bounds of the histogram x must be numbers in ascending order, at least one.")
  }
}
