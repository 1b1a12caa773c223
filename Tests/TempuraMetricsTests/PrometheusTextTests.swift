import Testing

@testable import TempuraMetrics

@Suite struct PrometheusTextTests {
  private func text(_ define: (MetricRegistry) -> Void) -> String {
    let registry = MetricRegistry()
    define(registry)
    return PrometheusText(registry.snapshots).text
  }

  @Test func metricsAreWrittenWithHelpAndType() {
    let text = text { registry in
      registry.counter("orders_total", "Orders.").increment(by: 3)
      registry.gauge("queue", "Length.").set(0.5)
    }
    #expect(
      text == """
        # HELP orders_total Orders.
        # TYPE orders_total counter
        orders_total 3
        # HELP queue Length.
        # TYPE queue gauge
        queue 0.5

        """)
  }

  @Test func aHistogramHasCumulativeBucketsASumAndACount() {
    let text = text { registry in
      let times = registry.histograms("time_seconds", "Times.", labels: ["screen"], bounds: [0.005, 1])
      for time in [0.00390625, 0.5, 0.5, 3] { times["list"].observe(time) }
    }
    #expect(
      text == """
        # HELP time_seconds Times.
        # TYPE time_seconds histogram
        time_seconds_bucket{screen="list",le="0.005"} 1
        time_seconds_bucket{screen="list",le="1"} 3
        time_seconds_bucket{screen="list",le="+Inf"} 4
        time_seconds_sum{screen="list"} 4.00390625
        time_seconds_count{screen="list"} 4

        """)
  }

  @Test func helpTextsAndLabelValuesAreEscaped() {
    let text = text { registry in
      registry.gauges("a", "A \"back\\slash\"\nline.", labels: ["b", "c"])["x\"y\\z\n", "{,}"].set(1)
    }
    #expect(
      text == """
        # HELP a A "back\\\\slash"\\nline.
        # TYPE a gauge
        a{b="x\\"y\\\\z\\n",c="{,}"} 1

        """)
  }

  @Test func charactersOfSeveralScalarsAreEscaped() {
    let text = text { registry in
      registry.gauges("a", "A\r\nB.", labels: ["b"])["\"\u{301}\\\u{301}\r\n"].set(1)
    }
    #expect(text == "# HELP a A\r\\nB.\n# TYPE a gauge\na{b=\"\\\"\u{301}\\\\\u{301}\r\\n\"} 1\n")
    #expect(text.utf8.count { $0 == 0x0a } == 3)
  }

  @Test func numbersAreWrittenAsPrometheusReadsThem() {
    let numbers: [(Double, String)] = [
      (0, "0"), (-1, "-1"), (1e15, "1000000000000000"), (1e20, "1e+20"), (0.1, "0.1"), (1.5e-7, "1.5e-07"),
      (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
    ]
    for (number, text) in numbers { #expect(PrometheusText.number(number) == text) }
  }
}
