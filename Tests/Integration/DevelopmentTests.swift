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
}
