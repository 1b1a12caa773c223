import HTTPServer
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// The admin address.
@Suite final class AdminTests {
  /// Stopped after the test.
  private var server: AppServer?

  deinit { server?.stop() }

  private func serve(_ arguments: String...) throws -> (server: AppServer, public: Browser, admin: Browser) {
    let options = try CommandLineOptions(
      arguments: ["--port", "0", "--sessions", "memory:", "--no-access-log", "--admin", "0"] + arguments,
      environment: [:])
    let server = try ServerStart(
      app: LibraryDelegate.self, configuration: ServerConfiguration(), options: options, name: "Test"
    ).server()
    self.server = server
    let port = try server.start()
    return (server, Browser(port: port), Browser(port: try #require(server.adminAddress).port))
  }

  @Test func metricsAreThere() throws {
    let (_, browser, admin) = try serve()
    try browser.open("/list")
    let answer = try admin.get("/metrics")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.body.contains("# TYPE tempura_http_requests_total counter\n"))
    #expect(answer.body.contains("tempura_sessions_in_memory 1\n"))
    #expect(answer.body.contains("\nprocess_resident_memory_bytes "))
    #expect(answer.body.hasSuffix("\n"))
  }

  @Test func thePublicAddressHasNoMetrics() throws {
    let (_, browser, _) = try serve()
    #expect(try browser.get("/metrics").status == 404)
    #expect(!(try browser.get("/metrics").body.contains("tempura_sessions_in_memory")))
  }

  @Test func theAppIsNotThere() throws {
    let (server, _, admin) = try serve()
    for path in ["/", "/list", "/live", "/tempura.css", "/metrics/", "/offline.html"] {
      let answer = try admin.get(path)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.header("Set-Cookie") == nil, "\(path)")
    }
    let refusal = try admin.send("POST", "/metrics", body: nil)
    #expect(refusal.status == 405)
    #expect(refusal.header("Allow") == "GET, HEAD")
    #expect(server.runtime.sessions.count == 0)
  }

  @Test func checksSayWhatThePublicOnesSay() throws {
    let (server, browser, admin) = try serve()
    for path in ["/health", "/ready"] {
      #expect(try admin.get(path).status == 200)
      #expect(try admin.get(path).body == "ok\n")
    }
    server.leave()
    for path in ["/health", "/ready"] {
      #expect(try browser.get(path).status == 503)
      #expect(try admin.get(path).status == 503)
      #expect(try admin.get(path).body == "The server is stopping.\n")
    }
    #expect(try admin.get("/metrics").body.contains("tempura_stopping 1\n"))
    server.stop()
    #expect(throws: TestError.self) { try admin.get("/health") }
  }

  @Test func anotherSitesNameIsRefused() throws {
    let (server, _, _) = try serve()
    let port = try #require(server.adminAddress).port
    func get(_ path: String, from host: String) throws -> RawResponse {
      let client = try RawClient(port: port)
      client.send("GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
      return try client.response()
    }
    for path in ["/metrics", "/health", "/"] {
      let answer = try get(path, from: "evil.example")
      #expect(answer.status == 421)
      #expect(
        String(decoding: answer.body, as: UTF8.self)
          == "This address answers requests that name it by an IP address, by localhost, or by the host that --admin has.\n"
      )
    }
    for host in ["127.0.0.1", "localhost"] { #expect(try get("/metrics", from: host).status == 200) }
  }

  @Test(
    arguments: [
      ("127.0.0.1:9090", true), ("10.0.0.5", true), ("[::1]:9090", true), ("[fe80::1]", true), ("localhost", true),
      ("LOCALHOST:9090", true), ("app.internal:9090", true), ("App.Internal", true), (nil, true),
      ("", false), (":9090", false), ("app", false), ("evil.example", false), ("127.0.0.1.evil.example", false),
      ("localhost.evil.example", false), ("app.localhost:8080", true), ("[evil.example]", false),
      ("[127.0.0.1]", false), ("::1", false), ("[::1].evil.example", false), ("[::1", false),
      ("localhost:80.evil.example", false),
      ("127.0.0.1@evil.example", false),
    ] as [(String?, Bool)])
  func onlyAddressesAndOwnNamesAreServed(host: String?, isServed: Bool) {
    #expect(AllowedHosts(["app.internal"]).has(host) == isServed)
  }

  // MARK: - Addresses

  @Test func addressesAreRead() {
    #expect(ListeningAddress(admin: "9090") == .tcp(host: "127.0.0.1", port: 9090))
    #expect(ListeningAddress(admin: "0.0.0.0:9090") == .tcp(host: "0.0.0.0", port: 9090))
    #expect(ListeningAddress(admin: "[::1]:0") == .tcp(host: "::1", port: 0))
    #expect(ListeningAddress(admin: "unix:/run/todo/admin") == .unix(path: "/run/todo/admin"))
    for wrong in ["", "http", "65536", "-1", "+1", ":9090", "::1:9090", "host:", "unix:", "host:90 90", "host:x"] {
      #expect(ListeningAddress(admin: wrong) == nil, "\(wrong)")
    }
  }

  @Test func thePublicAddressIsRefused() {
    for (admin, host) in [
      ("8080", "127.0.0.1"), ("8080", "localhost"), ("localhost:8080", "127.0.0.1"), ("8080", "0.0.0.0"),
      ("0.0.0.0:8080", "127.0.0.1"), ("8080", "::"), ("[::]:8080", "10.0.0.1"),
    ] {
      let error = #expect(throws: CommandLineError.self) {
        try CommandLineOptions(arguments: ["--admin", admin, "--host", host], environment: [:])
      }
      let address = ListeningAddress.tcp(host: host, port: 8080)
      #expect(
        error?.description
          == "--admin cannot be the address of the app's pages, \(address). Choose another one, which the public cannot "
          + "reach.")
    }
    #expect(throws: CommandLineError.self) {
      try CommandLineOptions(arguments: ["--admin", "unix:/run/a", "--socket", "/run/a"], environment: [:])
    }
    for (admin, host) in [("8081", "127.0.0.1"), ("10.0.0.2:8080", "10.0.0.1"), ("unix:8080", "0.0.0.0")] {
      #expect(throws: Never.self) {
        try CommandLineOptions(arguments: ["--admin", admin, "--host", host], environment: [:])
      }
    }
  }

  @Test func aWrongAddressIsNamed() {
    let error = #expect(throws: CommandLineError.self) {
      try CommandLineOptions(arguments: [], environment: ["ADMIN": "nowhere"])
    }
    #expect(error?.description == "ADMIN cannot be \"nowhere\": it must be PORT, HOST:PORT or unix:PATH.")
  }
}
