import Foundation
import Glibc
import TestSupport
import Testing

/// The admin address of a real server.
struct AdminTests {
  private func get(_ path: String, at socket: String) throws -> RawResponse {
    let client = try RawClient(socket: socket)
    client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    return try client.response()
  }

  @Test func aUnixSocketHasMetricsUntilTheServerHasStopped() throws {
    let folder = try TemporaryFolder()
    let socket = folder.path("admin")
    try Server.running(["--port", "0", "--admin", "unix:\(socket)", "--lame-duck", "2"]) { server in
      _ = try server.browser().get("/list").toggle(0)
      let metrics = try get("/metrics", at: socket)
      #expect(metrics.status == 200)
      let text = String(decoding: metrics.body, as: UTF8.self)
      #expect(text.contains("\ntempura_http_requests_total{screen=\"list\",status=\"200\"} "))
      #expect(text.contains("\ntempura_taps_total{control=\"UIButton\"} 1\n"))
      #expect(text.contains("\ntempura_sessions_stored 1\n"))
      #expect(try server.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n").status == 404)
      server.program.signal(SIGTERM)
      while try get("/ready", at: socket).status == 200 {}
      #expect(try get("/ready", at: socket).status == 503)
      #expect(String(decoding: try get("/metrics", at: socket).body, as: UTF8.self).contains("\ntempura_stopping 1\n"))
      #expect(server.program.wait() == 0)
      #expect(!FileManager.default.fileExists(atPath: socket))
    }
  }

  @Test(
    arguments: [
      (["--admin", "8080"], 2, "--admin cannot be the address of the app's pages, http://127.0.0.1:8080."),
      (["--admin", "somewhere"], 2, "--admin cannot be \"somewhere\": it must be PORT, HOST:PORT or unix:PATH."),
      (["--port", "0", "--admin", "unix:/no/such/folder/admin"], 1, "/no/such/folder/admin"),
      (["--port", "0", "--admin", "203.0.113.1:9"], 1, "Give one that is with --admin"),
    ]) func anAddressThatCannotBeUsedIsNamed(arguments: [String], status: Int32, sentence: String) throws
  {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      Server.executable(), arguments, environment: Server.environment([:], in: folder), workingFolder: folder.path)
    #expect(result.status == status)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
