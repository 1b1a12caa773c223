import Foundation
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

  @Test(arguments: [[], ["--watch"]]) func withoutItsFlagThereIsNothingOfThePanel(flags: [String]) throws {
    try Server.running(["--port", "0"] + flags) { server in
      let browser = try server.browser()
      for path in ["/tempura-panel", "/tempura-panel/", "/tempura-panel/tempura.js", "/tempura-panel.js"] {
        #expect(try browser.get(path).status == 404, "\(path)")
      }
      #expect(try !browser.get("/list").text.contains("tempura-panel"))
      #expect(try browser.get("/tempura-development.js").status == (flags.isEmpty ? 404 : 200))
    }
  }

  @Test func thePanelIsRefusedAtASocketThatOtherMachinesCanReach() throws {
    let systemd = """
      import os, socket, subprocess, sys
      listener = socket.create_server(("0.0.0.0", 0))
      os.dup2(listener.fileno(), 3)
      command = ["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', "sh", sys.argv[1], "--dev"]
      sys.exit(subprocess.run(command, pass_fds=[3]).returncode)
      """
    let folder = try TemporaryFolder()
    let result = try Program.run(
      "python3", ["-c", systemd, Server.executable("TodoServer")], environment: Server.environment([:], in: folder),
      workingFolder: folder.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("for everyone who can reach http://0.0.0.0:"), "\(result.errors)")
  }

  @Test func mailsAreShownInsteadOfSent() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Data/mailbox")
    let mailbox = try Program(file.path, [], input: nil)
    let port = try #require(mailbox.line())
    let folder = try TemporaryFolder()
    let environment = [
      "DATABASE_URL": "sqlite:\(folder.path("orders.db"))", "MAIL_SERVER": "smtp://127.0.0.1:\(port)",
      "SESSIONS": "memory:",
    ]
    /// Runs a statement on the database of the app.
    func ask(_ statement: String) throws -> String {
      let script = """
        import sqlite3, sys
        with sqlite3.connect(sys.argv[1]) as database:
            print([row[0] for row in database.execute(sys.argv[2])])
        """
      let result = try Program.run("python3", ["-c", script, folder.path("orders.db"), statement])
      return result.status == 0 ? result.output : "\(result)"
    }
    /// Adds a mail to the outbox.
    func add(_ id: String) throws {
      #expect(try ask("INSERT INTO mails VALUES ('\(id)', 'anna@example.com', 'Order \(id)', 'Tea', 0, 0)") == "[]\n")
    }
    // The server makes the table. Its next run of the outbox comes after ten seconds, that of the next server at once.
    try Server.running(program: "OrdersServer", environment: environment) { _ in }
    try add("1")
    try Server.running(program: "OrdersServer", ["--port", "0", "--dev"], environment: environment) { server in
      try waitUntil { server.program.printed.contains("mail to anna@example.com, “Order 1” → shown instead of sent\n") }
      try waitUntil { try ask("SELECT id FROM mails") == "[]\n" }
    }
    try add("2")
    try Server.running(program: "OrdersServer", environment: environment) { _ in
      #expect(mailbox.line()?.contains("<2@") == true, "the first one that is sent")
    }
  }
}
