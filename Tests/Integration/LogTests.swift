import Foundation
import TestSupport
import Testing

/// The logs of a server as JSON.
struct LogTests {
  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test func everyLineIsAnObject() throws {
    var (greeting, printed, errors, session) = ("", "", "", "")
    try Server.running(["--port", "0", "--log-format", "json"]) { server in
      let browser = try server.browser()
      let list = try browser.get("/")
      session = try #require(browser.session)
      _ = try browser.post("/list", [("page", list.nonce), ("tap", "no\"such\\control")])
      _ = try browser.get(
        "/list?secret=typed", headers: ["traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"])
      _ = try server.send("GET /\"\\ HTTP/1.1\r\nHost: a\r\n\r\n")
      server.program.signal(15)
      #expect(server.program.wait() == 0)
      (greeting, printed, errors) = (server.greeting, server.program.printed, server.program.errors)
    }
    let lines = try objects(printed)
    let first = try objects(greeting).first?["message"] as? String
    #expect(first?.hasPrefix("TodoServer serves http://127.0.0.1:") == true)
    let shown = try #require(lines.last { $0["path"] as? String == "/list" })
    #expect(shown["screen"] as? String == "list")
    #expect((shown["session"] as? String)?.wholeMatch(of: /[0-9a-f]{12}/) != nil)
    #expect(shown["trace"] as? String == "4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(!printed.contains("typed") && !printed.contains(session) && !errors.contains(session))
    let refusal = try #require(
      objects(errors).first { ($0["message"] as? String)?.contains("no\"such\\control") == true })
    #expect(refusal["level"] as? String == "info")
    #expect(refusal["session"] as? String == shown["session"] as? String)
    #expect(lines.contains { $0["request"] as? String == refusal["request"] as? String })
  }

  @Test func aFailedStartIsAnObject() throws {
    let run = try Program.run(
      Server.executable(), ["--port", "0", "--log-format", "json", "--public", "/no/such"])
    #expect(run.status == 1)
    #expect(try objects(run.errors).first?["level"] as? String == "error")
  }

  @Test func anUnknownFormatIsRefused() throws {
    let run = try Program.run(Server.executable(), ["--log-format", "xml"])
    #expect(run.status == 2)
    #expect(run.errors.contains("--log-format cannot be \"xml\": it must be text or json."))
  }
}
