import Foundation
import HTTPServer
import Katana
import Sessions
import TempuraMetrics
import TempuraUI
import Testing
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// What a server counts of itself. Each test has a server of its own, and so metrics that begin at zero.
@Suite final class MetricsTests {
  /// Stopped after the test.
  private var server: AppServer?

  deinit { server?.stop() }

  /// A server with the metrics of its start.
  private func serve(
    _ app: any UIApplicationDelegate.Type = LibraryDelegate.self, _ arguments: [String] = [],
    configure: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> (AppServer, Browser) {
    var configuration = ServerConfiguration()
    configure(&configuration)
    let options = try CommandLineOptions(
      arguments: ["--port", "0", "--sessions", "memory:", "--no-access-log"] + arguments, environment: [:])
    let server = try ServerStart(app: app, configuration: configuration, options: options, name: "Test").server()
    self.server = server
    return (server, Browser(port: try server.start()))
  }

  /// The value of a metric, or the number of a histogram's values.
  private func value(_ server: AppServer, _ name: String, _ labels: String...) -> Double? {
    value(server, name, labels)
  }

  private func value(_ server: AppServer, _ name: String, _ labels: [String]) -> Double? {
    let metric = server.runtime.allMetrics.first { $0.name == name }
    switch metric?.samples.first(where: { $0.values == labels })?.reading {
    case .number(let number): return number
    case .histogram(let buckets, _): return Double(buckets.last?.count ?? 0)
    case nil: return nil
    }
  }

  /// Waits for a value. A request is counted when its answer was sent, a moment after the client has the answer.
  private func expect(
    _ server: AppServer, _ name: String, _ labels: String..., is expected: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    try? waitUntil { value(server, name, labels) == expected }
    #expect(value(server, name, labels) == expected, "\(name) \(labels)", sourceLocation: sourceLocation)
  }

  // MARK: - Requests

  @Test func requestsAreCountedByScreenAndStatus() throws {
    let (server, browser) = try serve()
    try browser.open("/list")
    for _ in 0..<3 { _ = try browser.get("/list") }
    try browser.open("/list/book?book=7")
    expect(server, "tempura_http_requests_total", "list", "200", is: 4)
    expect(server, "tempura_http_requests_total", "book", "200", is: 1)
    expect(server, "tempura_http_request_duration_seconds", "list", is: 4)
    _ = try browser.get("/nowhere")
    expect(server, "tempura_http_requests_total", "none", "404", is: 1)
    expect(server, "tempura_http_refusals_total", "not_found", is: 1)
    #expect(try #require(value(server, "tempura_http_response_body_bytes_total")) > 1000)
  }

  @Test func formsAreCountedForTheScreenThatTheyAreSentTo() throws {
    let (server, browser) = try serve()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    expect(server, "tempura_http_requests_total", "list", "303", is: 1)
    expect(server, "tempura_taps_total", "UIButton", is: 1)
    expect(server, "tempura_updater_duration_seconds", "Count", is: 1)
    // A side effect, and the navigation is one, too.
    try browser.tap("list.go", ["list.field": "book 3"])
    expect(server, "tempura_side_effect_duration_seconds", "Show", is: 1)
    expect(server, "tempura_side_effect_wait_seconds", is: 1)
    expect(server, "tempura_side_effects_running", is: 0)
    // The new session, and two forms.
    expect(server, "tempura_storage_operation_duration_seconds", "save", is: 3)
    expect(server, "tempura_storage_failures_total", "save", is: 0)
  }

  @Test func theServersOwnPathsAreGroups() throws {
    let (server, browser) = try serve()
    for path in ["/health", "/ready", "/tempura.css", "/live"] { _ = try browser.get(path) }
    expect(server, "tempura_http_requests_total", "/health", "200", is: 2)
    expect(server, "tempura_http_requests_total", "/file", "200", is: 1)
    expect(server, "tempura_http_requests_total", "/live", "204", is: 1)
  }

  @Test func identifiersOfScreensCannotMakeMemoryGrow() {
    let requests = RuntimeMetrics().requests
    let first = requests["screen 0"]
    for number in 1..<10_000 { _ = requests["screen \(number)"] }
    #expect(requests["screen 0"] === first)
    #expect(requests["screen 9998"] === requests["other"])
  }

  // MARK: - Refusals

  @Test func refusalsAreCountedByReason() throws {
    let (server, browser) = try serve(LibraryDelegate.self, ["--body-limit", "1024"])
    try browser.open("/list")
    _ = try browser.post([("tap", "list.nothing")])
    expect(server, "tempura_http_refusals_total", "stale_form", is: 1)
    expect(server, "tempura_http_requests_total", "list", "409", is: 1)
    _ = try browser.send("PUT", "/list", body: nil)
    expect(server, "tempura_http_refusals_total", "method_not_allowed", is: 1)
    _ = try browser.post([("list.field", String(repeating: "x", count: 2000))])
    expect(server, "tempura_http_refusals_total", "body_too_large", is: 1)
    expect(server, "tempura_http_requests_total", "none", "413", is: 1)
    browser.headers["Sec-Fetch-Site"] = "cross-site"
    _ = try browser.post([("tap", "list.more")])
    expect(server, "tempura_http_refusals_total", "sent_by_other_site", is: 1)
  }

  @Test func everyReasonHasALabel() {
    let metrics = RuntimeMetrics()
    for reason in RefusalReason.allCases { metrics.countRefusal(reason) }
    for reason in RequestError.allCases { metrics.countRefusal(reason) }
    let refusals = metrics.registry.snapshots.first { $0.name == "tempura_http_refusals_total" }
    #expect(refusals?.samples.count == RefusalReason.allCases.count + RequestError.allCases.count)
    #expect(refusals?.samples.contains { $0.values == ["too_many_new_sessions"] } == true)
  }

  // MARK: - Sessions and live pages

  @Test func sessionsAreCounted() throws {
    let (server, browser) = try serve()
    try browser.open("/list")
    _ = try Browser(port: browser.port).open("/list")
    expect(server, "tempura_sessions_started_total", is: 2)
    expect(server, "tempura_sessions_in_memory", is: 2)
    expect(server, "tempura_sessions_stored", is: 2)
    expect(server, "tempura_app_launches_total", is: 2)
  }

  @Test func patchesAreCountedByKind() throws {
    let (server, browser) = try visit()
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list")
    try page.ask()
    let patches = server.runtime.metrics.patches
    #expect(patches.whole.value == 1)
    try page.tap("increment")
    #expect(patches.steps.value == 1)
    try page.ask()
    #expect(patches.none.value == 1)
    #expect(patches.bytes.value > 0)
    page.browser.headers["Tempura-Release"] = "other"
    try page.ask()
    #expect(patches.reload.value == 1)
  }

  @Test func aServerThatIsAboutToStopSaysSo() throws {
    let (server, _) = try serve()
    #expect(value(server, "tempura_stopping") == 0)
    server.leave()
    #expect(value(server, "tempura_stopping") == 1)
  }

  // MARK: - The list of metrics

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The names and labels of the tables of a page: `| `name{label}` | … |`.
  @Test func theDocumentationNamesEveryMetricWithItsLabels() throws {
    let page = try String(contentsOf: Self.folder.appending(path: "docs/operating.md"), encoding: .utf8)
    let documented = page.matches(of: /(?m)^\| `((?:tempura|process)_[a-z_]+(?:\{[a-z_,]+\})?)` \|/).map {
      String($0.1)
    }
    let (server, _) = try serve()
    let defined = server.runtime.metrics.registry.snapshots.map { metric in
      metric.name + (metric.labels.isEmpty ? "" : "{\(metric.labels.joined(separator: ","))}")
    }
    #expect(documented.sorted() == defined.sorted())
  }
}

@Suite struct MeasuredStorageTests {
  private let metrics = RuntimeMetrics()
  private let key = SessionKey(of: .random())

  private func record(_ version: UInt64) -> SessionRecord {
    SessionRecord(version: version, content: EncodedContent(bytes: []), expiry: .max)
  }

  private func calls(_ operation: String) -> UInt64 { metrics.storageDurations[operation].count }

  @Test func everyCallIsMeasured() async throws {
    let storage = MeasuredStorage(TestStorage(), metrics)
    #expect(try await storage.save([RecordSave(record(1), for: key, replacing: 0)]) == .saved)
    _ = try await storage.load(key, unless: 1)
    try await storage.touch(key, expiry: .max)
    #expect(try await storage.save([RecordSave(quarantining: record(1), for: key)]) == .saved)
    #expect(try await storage.remove(key, version: nil))
    _ = try await storage.removeExpired()
    for operation in ["save", "load", "touch", "remove", "remove_expired"] {
      #expect(calls(operation) == (operation == "save" ? 2 : 1), "\(operation)")
      #expect(metrics.storageFailures[operation].value == 0, "\(operation)")
    }
    #expect(metrics.sessionsQuarantined.value == 1)
  }

  @Test func conflictsAndFailuresAreCounted() async throws {
    let base = TestStorage()
    let storage = MeasuredStorage(base, metrics)
    let other = SessionKey(of: .random())
    #expect(try await storage.save([RecordSave(record(1), for: key, replacing: 0)]) == .saved)
    #expect(metrics.conflicts.value == 0)
    #expect(try await storage.save([RecordSave(record(8), for: key, replacing: 7)]) == .outdated)
    #expect(metrics.conflicts.value == 1)
    for result in [SavedSession.saved, .outdated] {
      let saves = [RecordSave(record(2), for: key, replacing: 1), RecordSave(record(1), for: other, replacing: 0)]
      #expect(try await storage.save(saves) == result)
    }
    #expect(metrics.conflicts.value == 2)
    base.problem = .unavailable("The disk is full.")
    for _ in 0..<2 {
      await #expect(throws: StorageError.self) {
        try await storage.save([RecordSave(record(3), for: key, replacing: 2)])
      }
    }
    base.loadProblem = .unavailable("The disk is gone.")
    await #expect(throws: StorageError.self) { _ = try await storage.load(key, unless: 0) }
    #expect(metrics.storageFailures["save"].value == 2)
    #expect(metrics.storageFailures["load"].value == 1)
    #expect(calls("save") == 6)
  }

  @Test func aLostRaceIsARetry() throws {
    let memory = MemoryStorage()
    let servers = try (0..<2).map { _ in
      try TestServer(storage: TestStorage(isShared: true, memory: memory))
    }
    let browser = servers[0].browser()
    try browser.open("/list")
    let other = servers[1].copy(of: browser)
    try other.open("/list")
    // This server does not know yet what the other one stored.
    try other.tap("list.go", ["list.field": "count"])
    let session = try #require(servers[0].session(of: browser))
    session.inTurn { session.lifetime.isUsed.toggle() }
    try waitUntil { servers[0].runtime.metrics.conflicts.value > 0 }
    #expect(servers[0].runtime.metrics.sessions.retries.value > 0)
  }

  @Test func aRenameWithoutAReplyIsNoRetry() throws {
    let storage = TestStorage(bytes: true, isShared: true)
    let (server, browser) = try visit(storage: storage)
    let (form, old) = (browser.form(tap: "list.go", ["list.field": "signIn"]), browser.cookie)
    storage.lostReplyOfRename = .unavailable("The connection was closed.")
    #expect(try browser.post(form).status == 503)
    #expect(browser.cookie != old)
    #expect(server.runtime.metrics.sessions.retries.value == 0)
  }
}
