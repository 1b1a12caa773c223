import Glibc
import TestSupport
import Testing

/// Sessions after a restart of the server.
struct RestartTests {
  /// Runs two servers on the same sessions, one after the other.
  private func restart(
    by signal: Int32, _ flags: [String] = [], before: (Browser) throws -> Void, after: (Browser) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let environment = ["SESSIONS": "sqlite:\(folder.path)/sessions.db"]
    let browser = try Server.running(["--port", "0"] + flags, environment: environment, endedBy: signal) { server in
      let browser = try server.browser()
      try before(browser)
      return browser
    }
    try Server.running(["--port", "0"] + flags, environment: environment) { server in
      try after(browser.copy(at: server))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL]) func aSessionContinuesAfterARestart(signal: Int32) throws {
    try restart(by: signal) { browser in
      _ = try browser.get("/list").add("Survive").toggle(1)
    } after: { browser in
      let session = browser.session
      let list = try browser.get("/list")
      #expect(list.texts == ["Survive"] + Page.seeds)
      #expect(list.doneTexts == [Page.seeds[0]])
      #expect(browser.session == session)
      #expect(try list.toggle(0).doneTexts == ["Survive", Page.seeds[0]])
    }
  }

  @Test func aSessionContinuesAfterAKillWithStricterDurability() throws {
    try restart(by: SIGKILL, ["--durability", "power"]) { browser in
      _ = try browser.get("/list").add("Survive")
    } after: { browser in
      let list = try browser.get("/list")
      #expect(list.texts == ["Survive"] + Page.seeds)
    }
  }

  @Test func aPageFromBeforeTheRestartStillWorks() throws {
    let folder = try TemporaryFolder()
    let environment = ["SESSIONS": "sqlite:\(folder.path)/sessions.db"]
    let (list, tap) = try Server.running(environment: environment, endedBy: SIGKILL) { server in
      let list = try server.browser().get("/list")
      return (list, "listView.todoListView.\(list.rows[2].id).toggleButton")
    }
    try Server.running(environment: environment) { server in
      let page = try list.browser.copy(at: server).post("/list", [("page", list.nonce), ("tap", tap)])
      #expect(page.doneTexts == [Page.seeds[2]])
      // A browser that got no answer sends the form again. The answer is the same, and the form is not applied again.
      #expect(try page.browser.post("/list", [("page", list.nonce), ("tap", tap)]).doneTexts == [Page.seeds[2]])
    }
  }

  @Test func aFormThatIsSentAgainAfterAKillIsAppliedOnce() throws {
    let folder = try TemporaryFolder()
    let environment = ["SESSIONS": "sqlite:\(folder.path)/sessions.db"]
    let (list, fields) = try Server.running(environment: environment, endedBy: SIGKILL) { server in
      let list = try server.browser().get("/list")
      let fields = [("page", list.nonce), ("tap", "listView.todoListView.\(list.rows[0].id).toggleButton")]
      #expect(try list.browser.post("/list", fields).doneTexts == [Page.seeds[0]])
      return (list, fields)
    }
    try Server.running(environment: environment) { server in
      let page = try list.browser.copy(at: server).post("/list", fields)
      #expect(page.doneTexts == [Page.seeds[0]])
    }
  }

  @Test func whatAnAppKeepsIsThereAfterAKill() throws {
    let folder = try TemporaryFolder()
    let environment = ["SESSIONS": "sqlite:\(folder.path)/sessions.db"]
    let browsers = try Server.running(program: "WireServer", environment: environment, endedBy: SIGKILL) { server in
      let (first, second) = (try server.browser(), try server.browser())
      for (browser, count) in [(first, 1), (first, 2), (second, 1)] {
        _ = try browser.get("/wire")
        #expect(try browser.post("/wire", [("tap", "keep")]).text.contains("\(count) 0 \(count) \(count) true"))
      }
      return [first, second]
    }
    try Server.running(program: "WireServer", environment: environment) { server in
      for (browser, count) in zip(browsers, [3, 2]) {
        let page = try browser.copy(at: server).post("/wire", [("tap", "keep")])
        #expect(page.text.contains("\(count) 0 \(count) \(count) true"))
      }
    }
  }

  // MARK: - Where sessions are

  @Test func withoutAFlagSessionsAreInTheUsersStateFolder() throws {
    let home = try TemporaryFolder()
    for (environment, path) in [
      (["HOME": home.path], ".local/state/TodoServer/sessions.db"),
      (["HOME": "/nonexistent", "XDG_STATE_HOME": "\(home.path)/state"], "state/TodoServer/sessions.db"),
      (["HOME": "/nonexistent", "STATE_DIRECTORY": "\(home.path)/service"], "service/sessions.db"),
    ] {
      try Server.running(environment: environment, hasPlace: false) { server in
        #expect(server.greeting.hasSuffix(" with sessions in \(home.path)/\(path)"))
        _ = try server.browser().get("/list")
        #expect(!home.read(path).isEmpty)
      }
    }
  }

  @Test func aUserWithoutHomeIsToldWhichFlagToUse() throws {
    let result = try Program.run(Server.executable(), ["--port", "0"], environment: ["HOME": "/nonexistent"])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("--sessions sqlite:PATH"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func sessionsInMemoryEndWithTheServer() throws {
    try Server.running(["--port", "0", "--sessions", "memory:"]) { server in
      #expect(server.greeting.hasSuffix(" with sessions in memory"))
      let list = try server.browser().get("/list").toggle(0)
      #expect(list.doneTexts == [Page.seeds[0]])
    }
  }

  @Test func twoServersCannotShareAFile() throws {
    try Server.running { server in
      let result = try Program.run(
        Server.executable(), ["--port", "0"], environment: Server.environment([:], in: server.folder))
      #expect(result.status == 1)
      #expect(result.errors.contains("is used by another server (process \(server.program.id))"))
      #expect(try server.browser().get("/list").status == 200)
    }
  }

  @Test(arguments: ["/dev/null/sessions.db", "/proc/sessions.db"]) func theErrorNamesAPlaceThatCannotBeWritten(
    path: String
  )
    throws
  {
    let result = try Program.run(Server.executable(), ["--port", "0", "--sessions", "sqlite:\(path)"])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(path.prefix { $0 != "s" }))
  }

  @Test func aPasswordIsNeverShown() throws {
    for place in ["redis://user:secret@127.0.0.1:1", "redis://user:secret@", "redi://user:secret@127.0.0.1:1"] {
      for arguments in [["--port", "0"], ["sessions", "list"]] {
        let result = try Program.run(Server.executable(), arguments, environment: ["SESSIONS": place])
        #expect([1, 2].contains(result.status))
        #expect(result.output.isEmpty)
        #expect(!result.errors.contains("secret"))
      }
    }
  }
}
