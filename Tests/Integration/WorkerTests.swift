import Foundation
import Glibc
import TestSupport
import Testing

/// Servers with a parent and workers, and sockets of systemd, as real processes.
struct WorkerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let trap = "trapView.trapButton"
  private static let add = "trapView.addButton"

  /// Runs a server of the app that traps, with workers.
  private static func running(
    _ arguments: [String] = ["--workers", "1"], _ body: (Server) throws -> Void
  ) throws {
    try Server.running(program: "TrapServer", ["--port", "0"] + arguments, body)
  }

  /// Taps a button, and expects no answer: the worker traps.
  private static func crash(_ browser: Browser, tapping control: String, _ page: String) throws {
    #expect(throws: (any Error).self) {
      try browser.post("/", [("page", nonce(of: page)), ("tap", control)], follow: false)
    }
  }

  private static func nonce(of page: String) -> String {
    let start = page.firstRange(of: "name=\"page\" value=\"")?.upperBound ?? page.endIndex
    return String(page[start...].prefix { $0 != "\"" })
  }

  private static func tap(_ control: String, in browser: Browser) throws -> Page {
    let page = try browser.get("/")
    return try browser.post("/", [("page", nonce(of: page.text)), ("tap", control)])
  }

  @Test func aWorkerServes() throws {
    try Self.running { server in
      #expect(server.greeting.hasSuffix(" with 1 worker"))
      let browser = try server.browser()
      #expect(try Self.tap(Self.add, in: browser).text.contains("the counter is at 1"))
    }
  }

  @Test func aWorkerThatTrapsIsStartedAgainAndSessionsContinue() throws {
    try Self.running { server in
      let browser = try server.browser()
      _ = try Self.tap(Self.add, in: browser)
      let page = try browser.get("/")
      try Self.crash(browser, tapping: Self.trap, page.text)
      #expect(try browser.get("/").text.contains("the counter is at 1"))
      #expect(server.program.errors.contains(") was ended by SIG"))
      #expect(server.program.errors.contains("It is started again at once."))
      #expect(server.program.errors.contains("the updater traps"))
    }
  }

  @Test(arguments: ["trapView.trapButton", "trapView.recurseButton"])
  func aFormThatStoppedTheServerTwiceIsNotTriedAgain(control: String) throws {
    try Self.running { server in
      let browser = try server.browser()
      for _ in 0..<2 { try Self.crash(browser, tapping: control, browser.get("/").text) }
      // Also with another page.
      let refused = try Self.tap(control, in: browser)
      #expect(refused.status == 500)
      #expect(
        refused.text.contains("This has stopped the server twice, so it was not tried again. Nothing was changed."))
      #expect(!refused.text.contains("traps"))
      // Everything else works, and so does the same button of another session.
      #expect(try Self.tap(Self.add, in: browser).text.contains("the counter is at 1"))
      #expect(server.program.errors.contains("has now stopped workers 2 times"))
      let other = try server.browser()
      try Self.crash(other, tapping: control, other.get("/").text)
      #expect(try browser.get("/").text.contains("the counter is at 1"))
    }
  }

  @Test func aTrapAfterTheAnswerIsNotThatOfTheRequest() throws {
    try Self.running { server in
      let browser = try server.browser()
      for times in 1...2 {
        #expect(try Self.tap("trapView.laterButton", in: browser).status == 200)
        try server.folder.write("", to: "trap-now")
        try waitUntil { server.program.errors.ranges(of: "was ended by").count >= times }
        try FileManager.default.removeItem(atPath: "\(server.folder.path)/trap-now")
      }
      #expect(try Self.tap("trapView.laterButton", in: browser).status == 200)
    }
  }

  @Test func aScreenThatStoppedTheServerTwiceIsNotTriedAgain() throws {
    try Self.running { server in
      let browser = try server.browser()
      // It traps in the next worker.
      _ = try Self.tap("trapView.breakButton", in: browser)
      for worker in try Self.workers(of: server) { kill(worker, SIGKILL) }
      for _ in 0..<2 { #expect(throws: (any Error).self) { try browser.get("/") } }
      #expect(try browser.get("/").status == 500)
      #expect(try server.browser().get("/").status == 200)
    }
  }

  @Test func aRequestWithoutASessionIsNeverRefused() throws {
    try Self.running { server in
      try server.folder.write("", to: "trap-at-launch")
      for _ in 0..<3 { #expect(throws: (any Error).self) { try server.browser().get("/") } }
      try FileManager.default.removeItem(atPath: "\(server.folder.path)/trap-at-launch")
      #expect(try server.browser().get("/").status == 200)
      #expect(!server.program.errors.contains("in a request that"))
    }
  }

  @Test func aWorkerThatCannotStartStartsWhenTheCauseIsGone() throws {
    try Self.running { server in
      let cause = "\(server.folder.path)/trap-at-start"
      try server.folder.write("", to: "trap-at-start")
      for worker in try Self.workers(of: server) { kill(worker, SIGKILL) }
      try waitUntil { server.program.errors.contains("before it served. It is started again in 1 s.") }
      #expect(server.program.errors.contains("the file trap-at-start exists"))
      // A client waits until the worker serves.
      let client = try server.connect()
      client.send(Self.request)
      unlink(cause)
      #expect(try client.response().status == 200)
    }
  }

  @Test func workersStopWhenTheirParentIsKilled() throws {
    var workers: [pid_t] = []
    try Server.running(program: "TrapServer", ["--port", "0", "--workers", "1"], endedBy: SIGKILL) { server in
      workers = try Self.workers(of: server)
    }
    #expect(workers.count == 1)
    // They store their sessions, and end.
    try waitUntil { workers.allSatisfy { kill($0, 0) != 0 || Self.isZombie($0) } }
  }

  @Test func aMistakeInTheSettingsEndsTheParent() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      Server.executable("TrapServer"), ["--workers", "2"], environment: Server.environment([:], in: folder))
    #expect(result.status == 2)
    #expect(result.errors.contains("--workers with more than one worker needs sessions in Redis"))
  }

  // MARK: - Development

  /// Sends the form of a button as the script of a live page does.
  private static func tapLive(_ control: String, in browser: Browser) throws -> Page {
    try browser.post(
      "/", [("page", nonce(of: "")), ("tap", control)], headers: ["Accept: text/vnd.tempura.patch"], follow: false)
  }

  /// Texts of the page, and of the line that is marked.
  @Test(arguments: [
    (trap, [": Fatal error: the updater traps", "TrapServer/AppDelegate.swift:"], "fatalError("),
    (
      "trapView.unwrapButton",
      [
        "AppDelegate.swift:", ": Fatal error: Unexpectedly found nil", "| struct Unwrap: StateUpdater {",
        "Unwrap.updateState(",
      ],
      "// the line that traps"
    ),
    ("trapView.recurseButton", ["The worker was ended by SIG", "Recurse.depth("], "depth(of:"),
    ("trapView.workButton", ["Fatal error: Index out of range", "TrapInSideEffect"], "print(none["),
  ]) func inDevelopmentAPageShowsATrapOnce(control: String, texts: [String], marked: String) throws {
    try Self.running(["--watch"]) { server in
      let browser = try server.browser()
      _ = try Self.tap(Self.add, in: browser)
      try Self.crash(browser, tapping: control, browser.get("/").text)
      let page = try browser.get("/")
      #expect(page.status == 500)
      for text in texts { #expect(page.text.contains(text), "\(page.text)") }
      let lines = page.text.split(separator: "\n")
      let line = lines.filter { $0.contains("<mark>&gt;") }
      #expect(line.count == 1 && line[0].contains(marked), "\(page.text)")
      #expect(try browser.get("/").text.contains("the counter is at 1"))
      // The terminal shows the same lines, and not all calls.
      let terminal = server.program.errors.split(separator: "\n")
      #expect(terminal.contains { $0.hasPrefix(">") && $0.contains(marked) }, "\(terminal)")
      #expect(terminal.count { $0.contains("#") } <= 3, "\(terminal)")
      #expect(page.text.contains("SessionKernel.TurnQueue.") || control == "trapView.workButton")
    }
  }

  @Test func aPageOfAServerThatIsNotInDevelopmentShowsNoSource() throws {
    try Self.running { server in
      let browser = try server.browser()
      for _ in 0..<2 { try Self.crash(browser, tapping: "trapView.unwrapButton", browser.get("/").text) }
      let refused = try Self.tap("trapView.unwrapButton", in: browser)
      #expect(refused.status == 500 && !refused.text.contains("AppDelegate.swift"))
      #expect(!server.program.errors.contains("the line that traps"))
    }
  }

  @Test func inDevelopmentAFormThatTrappedIsAnsweredWithItsTrapBeforeItIsTriedAgain() throws {
    try Self.running(["--watch"]) { server in
      let browser = try server.browser()
      try Self.crash(browser, tapping: Self.trap, browser.get("/").text)
      // Another tab has been told before. The page of a script says it.
      #expect(try browser.get("/").status == 500)
      let answer = try Self.tapLive(Self.trap, in: browser)
      #expect(answer.status == 500)
      #expect(answer.text.contains("the updater traps") && answer.text.contains("POST /, tap=\(Self.trap)"))
      try Self.crash(browser, tapping: Self.trap, browser.get("/").text)
      // It has stopped two workers.
      #expect(try Self.tap(Self.trap, in: browser).text.contains("the updater traps"))
      #expect(try Self.tap(Self.trap, in: browser).text.contains("it was not tried again"))
    }
  }

  @Test func inDevelopmentNewVisitorsSeeWhyTheAppDoesNotLaunch() throws {
    try Self.running(["--watch"]) { server in
      try server.folder.write("", to: "trap-at-launch")
      for _ in 1...2 {
        #expect(throws: (any Error).self) { try server.browser().get("/") }
        #expect(try server.browser().get("/").text.contains("the file trap-at-launch exists"))
      }
    }
  }

  @Test func aServerInDevelopmentThatCannotStartEnds() throws {
    let folder = try TemporaryFolder()
    func run() throws -> (status: Int32, errors: String) {
      let result = try Program.run(
        Server.executable("TrapServer"), ["--watch", "--port", "0"], environment: Server.environment([:], in: folder),
        workingFolder: folder.path)
      return (result.status, result.errors)
    }
    try folder.write("{{nothing}}", to: "Templates/page.html")
    let mistake = try run()
    #expect(mistake.status == 1)
    #expect(mistake.errors.contains("Templates/page.html:1"))
    try FileManager.default.removeItem(atPath: folder.path("Templates"))
    try folder.write("", to: "trap-at-start")
    let trap = try run()
    #expect(trap.status > 128)
    #expect(trap.errors.contains("the file trap-at-start exists"))
    try FileManager.default.removeItem(atPath: folder.path("trap-at-start"))
    // Another server has the file of the sessions.
    let place = "sqlite:\(folder.path)/sessions.db"
    try Server.running(program: "TrapServer", ["--watch", "--port", "0", "--sessions", place]) { _ in
      let second = try run()
      #expect(second.status == 1)
      #expect(!second.errors.contains("waiting up to"))
    }
  }

  // MARK: - Backtraces

  /// What a server logs in which a worker traps. Each line of a backtrace has to be one of the log.
  private static func log(
    _ arguments: [String] = [], ofTrap trap: (Server, Browser) throws -> Void
  ) throws -> [String] {
    let server = try Server.running(program: "TrapServer", ["--port", "0", "--workers", "1"] + arguments) { server in
      let browser = try server.browser()
      #expect(try browser.get("/").status == 200)
      try trap(server, browser)
      try waitUntil { server.program.errors.contains("was ended by SIG") }
      #expect(try server.browser().get("/").status == 200)  // by the next worker
      return server
    }
    return server.program.errors.split(separator: "\n").map(String.init)
  }

  /// Expects calls in the order in which a backtrace has them, each as parts of one line.
  private static func expect(
    _ calls: [[String]], in log: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var rest = log.filter { $0.contains("TrapServer: worker 1 #") || $0.contains("TrapServer: worker 1 …") }[...]
    for call in calls {
      rest = rest.drop { line in !call.allSatisfy { line.contains($0) } }
      if rest.isEmpty {
        Issue.record(
          "\(call) is not where it has to be in: \(log.joined(separator: "\n"))", sourceLocation: sourceLocation)
        return
      }
    }
  }

  private static let updater = ["TrapServer.Trap.updateState(", "TrapServer/AppDelegate.swift:"]
  private static let turn = ["SessionKernel.TurnQueue.", "TurnQueue.swift:"]

  @Test(arguments: [[], ["--log-format", "json"]]) func theCallsOfAnUpdaterThatTrapsAreLogged(flags: [String]) throws {
    let log = try Self.log(flags) { server, browser in
      try Self.crash(browser, tapping: Self.trap, browser.get("/").text)
    }
    Self.expect([["#0 "], Self.updater, Self.turn, ["clone"]], in: log)
    #expect(log.contains { $0.contains("#") && $0.contains("\"level\":\"error\"") } == !flags.isEmpty)
  }

  @Test func theCallsOfAScreenThatTrapsAreLogged() throws {
    let log = try Self.log { server, browser in
      _ = try Self.tap("trapView.breakButton", in: browser)
      let page = try browser.get("/")
      for worker in try Self.workers(of: server) { kill(worker, SIGKILL) }
      try Self.crash(browser, tapping: Self.add, page.text)
    }
    // It traps where the app is launched, after the session was loaded.
    let launch = ["TempuraServer.RequestContext.launch()", "RequestContext+Scene.swift:"]
    Self.expect([["TrapServer.TrapViewModel.init(state:", "AppDelegate.swift:"], launch], in: log)
  }

  @Test func theCallsOfASideEffectThatTrapsAreLogged() throws {
    let log = try Self.log { server, browser in
      try Self.crash(browser, tapping: "trapView.workButton", browser.get("/").text)
    }
    Self.expect([["TrapServer.TrapInSideEffect.sideEffect(", "AppDelegate.swift:"], ["Katana."], ["clone"]], in: log)
  }

  @Test(arguments: ["trapView.recurseButton", "trapView.recurseInSideEffectButton"])
  func theFirstAndLastCallsOfAFullStackAreLogged(control: String) throws {
    let log = try Self.log { server, browser in try Self.crash(browser, tapping: control, browser.get("/").text) }
    let recursion = ["TrapServer.Recurse.depth(", "AppDelegate.swift:"]
    Self.expect(
      [recursion, recursion, ["calls …"], ["TrapServer.Recurse.updateState(", "AppDelegate.swift:"], ["clone"]], in: log
    )
    #expect(log.count < 150)
  }

  @Test(arguments: [SIGSEGV, SIGTRAP, SIGABRT]) func theCallsOfAnIdleWorkerAreLogged(signal: Int32) throws {
    let log = try Self.log { server, _ in
      for worker in try Self.workers(of: server) { kill(worker, signal) }
    }
    // The system chooses the thread that gets the signal.
    let calls = log.filter { $0.contains("TrapServer: worker 1 #") }
    #expect(calls.contains { $0.contains("TempuraServer.Program.serve(") || $0.contains(" clone") }, "\(log)")
  }

  private static func workers(of server: Server) throws -> [pid_t] {
    let children = try String(
      contentsOfFile: "/proc/\(server.program.id)/task/\(server.program.id)/children", encoding: .utf8)
    return children.split(separator: " ").compactMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  private static func isZombie(_ process: pid_t) -> Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return stat.split(separator: ")").last?.split(separator: " ").first == "Z"
  }

  @Test(arguments: [[], ["--workers", "1"], ["--watch"]]) func aServerEndsWithItsTerminalUnlessItIgnoresThat(
    flags: [String]
  ) throws {
    let folder = try TemporaryFolder()
    // Starts servers in a terminal, and closes it. With nohup(1), the server reads changed files, and ends with SIGTERM.
    let terminal = """
      import os, pty, signal, sys
      for ignores in False, True:
          process, terminal = pty.fork()
          if process == 0:
              if ignores: signal.signal(signal.SIGHUP, signal.SIG_IGN)
              log = os.open("log", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
              os.dup2(log, 2)
              os.execv(sys.argv[1], [*sys.argv[1:]])
          text = b""
          while b" serves " not in text: text += os.read(terminal, 1000)
          os.close(terminal)
          if ignores:
              os.kill(process, signal.SIGHUP)
              while "are used from now on" not in open("log").read(): pass
              os.kill(process, signal.SIGTERM)
          print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
      """
    let result = try Program.run(
      "python3", ["-c", terminal, Server.executable("TrapServer"), "--port", "0", "--lame-duck", "0"] + flags,
      environment: Server.environment([:], in: folder), workingFolder: folder.path)
    #expect(result.output == "0\n0\n", "\(result)")
  }

  // MARK: - Sockets

  @Test(arguments: [[], ["--workers", "1"], ["--watch"]]) func aServerListensOnASocket(flags: [String]) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let environment = Server.environment([:], in: folder)
    let program = try Program(
      Server.executable("TrapServer"), ["--socket", path] + flags, environment: environment, workingFolder: folder.path)
    #expect(program.line()?.hasPrefix("TrapServer serves unix:\(path) with") == true)
    program.drain()
    let client = try RawClient(socket: path)
    client.send(Self.request)
    #expect(try client.response().status == 200)
    let health = try Program.run(
      Server.executable("TrapServer"), ["--socket", path, "--health-check"], environment: environment)
    #expect(health.status == 0)
    program.signal(SIGTERM)
    #expect(program.wait() == 0)
    #expect(access(path, F_OK) != 0)
  }

  @Test func aServerTakesTheSocketOfSystemd() throws {
    let folder = try TemporaryFolder()
    // Holds the socket, and starts one server after the other. Each finds a request that came while none was there.
    let systemd = """
      import os, socket, subprocess, sys
      listener = socket.create_server(("127.0.0.1", 0))
      port = listener.getsockname()[1]
      os.dup2(listener.fileno(), 3)
      script = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
      for flags in [], ["--workers", "1"]:
          with socket.create_connection(("127.0.0.1", port)) as client:
              client.sendall(b"GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
              server = subprocess.Popen(["sh", "-c", script, "sh", sys.argv[1], *flags], pass_fds=[3])
              print(client.recv(12).decode(), flush=True)
              server.terminate()
              print(server.wait(), flush=True)
      print(subprocess.run(["sh", "-c", script, "sh", sys.argv[1], "--port", "1"], pass_fds=[3]).returncode)
      """
    let result = try Program.run(
      "python3", ["-c", systemd, Server.executable("TrapServer")], environment: Server.environment([:], in: folder),
      workingFolder: folder.path)
    let lines = result.output.split(separator: "\n").map(String.init)
    let answers = lines.filter { $0.count < 20 }
    #expect(answers == ["HTTP/1.1 200", "0", "HTTP/1.1 200", "0", "2"], "\(result.errors)")
    #expect(result.errors.contains("--port and the socket that systemd passes on contradict each other."))
  }
}
