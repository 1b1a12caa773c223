import Basics
import Foundation
import TempuraMetrics
import Testing

@testable import TempuraServer

/// The metrics that an app makes itself. They belong to the process, so each test has names of its own.
@Suite struct AppMetricsTests {
  private func samples(_ name: String) -> [ServerMetric] {
    AppMetrics.registry.snapshots.filter { $0.name == name }.flatMap(ServerMetric.all(of:))
  }

  @Test func anAppCountsAndMeasures() {
    let orders = ServerCounter("test_orders_total", help: "Orders.", labels: "payment")
    orders.with("card").increment()
    orders.with("card").increment(by: 2)
    ServerCounter("test_orders_total", help: "Orders.", labels: "payment").with("bill").increment()
    #expect(samples("test_orders_total").map(\.labels) == [["payment": "bill"], ["payment": "card"]])
    #expect(samples("test_orders_total").map(\.value) == [.number(1), .number(3)])
    #expect(samples("test_orders_total").first?.kind == .counter)
    #expect(samples("test_orders_total").first?.help == "Orders.")

    let length = ServerGauge("test_queue_length", help: "Length.")
    length.set(3)
    length.add(-1)
    #expect(samples("test_queue_length").map(\.value) == [.number(2)])

    let times = ServerHistogram("test_call_seconds", help: "Calls.", bounds: [1])
    times.observe(0.5)
    times.observe(2)
    let buckets = [ServerMetric.Bucket(bound: 1, count: 1), ServerMetric.Bucket(bound: .infinity, count: 2)]
    #expect(samples("test_call_seconds").map(\.value) == [.histogram(buckets: buckets, sum: 2.5)])
  }

  @Test func theServersNamesAreReserved() {
    for name in ["tempura_orders_total", "process_orders_total"] {
      #expect(AppMetrics.problem(withName: name) != nil)
    }
    #expect(AppMetrics.problem(withName: "shop_orders_total") == nil)
  }

  /// The end of the standard error of code that must stop the program.
  private func message(of end: ExitTest.Result?) -> String {
    String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func aNameOfTheServersStopsTheProgram() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ServerCounter("tempura_orders_total", help: "Orders.")
    }
    #expect(message(of: end).contains("begins with tempura_"))
  }

  @Test func aLabelWithoutAValueStopsTheProgram() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ServerCounter("shop_orders_total", help: "Orders.", labels: "payment").increment()
    }
    #expect(message(of: end).contains("Give one value for each label"))
  }

  @Test func boundsThatDoNotAscendStopTheProgram() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ServerHistogram("shop_call_seconds", help: "Calls.", bounds: [1, 1])
    }
    #expect(message(of: end).contains("must be numbers in ascending order"))
  }

  @Test func theAppGetsAllMetrics() throws {
    let given = Locked<[[ServerMetric]]>([])
    var configuration = ServerConfiguration()
    configuration.onMetrics = { metrics in given.withLock { $0.append(metrics) } }
    ServerGauge("test_handed_over", help: "A gauge.").set(7)
    let server = try AppServer.inMemory(LibraryDelegate.self, configuration: configuration)
    _ = try Browser(port: try server.start()).open("/list")
    server.runtime.handOverMetrics()
    server.stop()
    let all = given.withLock { $0 }
    #expect(all.count >= 2, "and once when the server has stopped")
    let names = Set(try #require(all.last).map(\.name))
    #expect(names.isSuperset(of: ["test_handed_over", "tempura_http_requests_total", "process_open_fds"]))
    let requests = all.last?.filter { $0.name == "tempura_http_requests_total" && $0.labels["screen"] == "list" }
    #expect(requests?.first { $0.labels["status"] == "200" }?.value == .number(1))
  }
}
