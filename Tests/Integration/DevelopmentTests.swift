import TestSupport
import Testing

/// A server while its app is developed, as a real process.
struct DevelopmentTests {
  @Test func thePageAndTheTerminalSayWhatHappened() throws {
    try Server.running(["--port", "0", "--watch"]) { server in
      let browser = try server.browser()
      let page = try browser.get("/list/nowhere")
      #expect(page.status == 404 && page.text.contains("no screen shows &quot;nowhere&quot;"), "\(page.text)")
      _ = try browser.get("/list").tap(Page.add)
      for text in [
        #/GET /list/nowhere → 404, \d+ ms, request \w+\n/#, #/GET /list → ListViewController, \d+ ms\n/#,
        #/tap What are you going to do today\? → Show, \d+ ms\n/#,
        #/GET /list/addItem → AddItemViewController, \d+ ms\n/#,
      ] {
        try waitUntil { server.program.printed.contains(text) }
      }
    }
  }

  @Test func inProductionTheySayNothing() throws {
    try Server.running(["--port", "0"], environment: ["THREADS": "1"]) { server in
      let page = try server.browser().get("/list/nowhere")
      #expect(page.status == 404 && !page.text.contains("leads to no screen") && !page.text.contains("<pre"))
      try waitUntil { server.program.printed.contains(#/ GET /list/nowhere 404 \d+ \d+\.\d{3} \w+\n/#) }
      #expect(!server.program.printed.contains("→"))
    }
  }
}
