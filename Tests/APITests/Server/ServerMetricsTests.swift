import Testing
import UIKit

/// The metrics of an app, as docs/operating.md has them.
private enum ShopMetrics {
  static let orders = ServerCounter("shop_orders_total", help: "Orders, by payment.", labels: "payment")
  static let stock = ServerGauge("shop_stock_items", help: "Items in stock.")
  static let payments = ServerHistogram("shop_payment_seconds", help: "Time of a payment, in seconds.")
}

/// Stands for the metrics of another library.
private final class Sink: @unchecked Sendable {
  // Safe because one thread uses it.
  var numbers: [String: Double] = [:]
}

@Suite struct ServerMetricsTests {
  @Test func anAppCountsAndMeasures() {
    ShopMetrics.orders.with("card").increment()
    ShopMetrics.orders.with("bill").increment(by: 2)
    ShopMetrics.stock.set(12)
    ShopMetrics.stock.add(-1)
    ShopMetrics.payments.observe(0.25)
    _ = ServerHistogram("shop_basket_items", help: "Items of a basket.", bounds: [1, 5, 25], labels: "shop").with("a")
  }

  @Test func anAppPassesMetricsOn() {
    let sink = Sink()
    var configuration = ServerConfiguration()
    configuration.onMetrics = { metrics in
      for metric in metrics {
        switch metric.value {
        case .number(let number): sink.numbers[metric.name] = number
        case .histogram(let buckets, let sum):
          sink.numbers[metric.name] = buckets.last.map { Double($0.count) } ?? sum
        }
        _ = (metric.help, metric.kind == .counter, metric.labels["payment"])
      }
    }
    configuration.onMetrics?([])
    #expect(sink.numbers.isEmpty)
  }
}
