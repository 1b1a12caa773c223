import HTTPServer
import Sessions
import Synchronization
import SQLiteSessions
import TempuraUI
import Testing

@testable import TempuraServer

@Suite struct CommandLineOptionsTests {
  private func options(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandLineOptions {
    try CommandLineOptions(arguments: arguments, environment: environment)
  }

  private func mistake(_ arguments: [String], _ environment: [String: String] = [:]) -> String? {
    do {
      _ = try CommandLineOptions(arguments: arguments, environment: environment)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func withoutFlagsThereAreDefaults() throws {
    let options = try options()
    #expect(options.host == "127.0.0.1")
    #expect(options.port == 8080)
    #expect(options.socket == nil && !options.sharesPort)
    #expect(options.address == .tcp(host: "127.0.0.1", port: 8080))
    #expect(options.threads == nil)
    #expect(options.publicFolder == nil && options.templateFolder == nil)
    #expect(options.bodyLimit == 1_048_576)
    #expect(options.connections == 10_000)
    #expect(!options.trustsProxy && options.logsRequests && options.logFormat == .text)
    #expect(options.sessions == nil && options.durability == .crash)
    #expect(options.sessionMemory == 512 * 1024 * 1024)
    #expect(options.drain == 10)
    #expect(options.longestWait == 500)
    #expect(options.compression == 1)
    #expect(options.requestsPerAddress == AddressRateLimit(500, per: 1, burst: 5000))
    #expect(options.newSessionsPerAddress == AddressRateLimit(1000, per: 60, burst: 1000))
    #expect(options.command == .serve)
  }

  @Test func everyFlagIsRead() throws {
    var expected = try options()
    expected.host = "::"
    expected.port = 0
    expected.basePath = "/apps/to-do_1.~"
    expected.threads = 3
    expected.publicFolder = "p"
    expected.templateFolder = "t=x"
    expected.bodyLimit = 1024
    expected.connections = 1
    expected.sessions = StorageChoice(SQLiteLocation(path: "a=b"))
    expected.durability = .power
    expected.sessionMemory = 1_048_576
    expected.drain = 0
    expected.longestWait = 250
    expected.compression = 0
    expected.requestsPerAddress = AddressRateLimit(7, per: 1, burst: 70, countsThisMachine: true)
    expected.newSessionsPerAddress = AddressRateLimit(8, per: 60, burst: 8, countsThisMachine: true)
    expected.trustsProxy = true
    expected.logsRequests = false
    expected.logFormat = .json
    expected.slowTap = 0
    expected.watchesFolders = true
    expected.otherServers.frames = ["https://a.example", "http://b:81"]
    expected.otherServers.mapTiles = "https://t/{z}/{x}/{y}"
    expected.otherServers.mapAttribution = "© A"
    #expect(
      try options(environment: [
        "HOST": "::", "PORT": "0", "BASE_PATH": "/apps/to-do_1.~", "THREADS": "3", "PUBLIC": "p", "TEMPLATES": "t=x",
        "BODY_LIMIT": "1024",
        "CONNECTIONS": "1", "SESSIONS": "sqlite:a=b", "DURABILITY": "power", "SESSIONS_PER_ADDRESS": "0",
        "SESSION_MEMORY": "1", "DRAIN": "0", "LONGEST_WAIT": "250", "COMPRESSION": "0",
        "REQUESTS_PER_ADDRESS": "7", "NEW_SESSIONS_PER_ADDRESS": "8", "TRUST_PROXY": "yes", "NO_ACCESS_LOG": "1",
        "LOG_FORMAT": "json", "SLOW_TAP": "0", "WATCH": "on", "OTHER": "x",
        "FRAMES": "https://a.example,http://b:81", "MAP_TILES": "https://t/{z}/{x}/{y}", "MAP_ATTRIBUTION": "© A",
      ]) == expected)
    expected.addressFlag = "--port"
    #expect(
      try options(
        "--host", "::", "--port", "0", "--base-path", "/apps/to-do_1.~", "--threads", "3", "--public", "p",
        "--templates=t=x", "--body-limit=1024",
        "--connections=1", "--sessions=sqlite:a=b", "--durability", "power",
        "--session-memory", "1", "--drain=0", "--longest-wait=250", "--compression", "0",
        "--requests-per-address=7", "--new-sessions-per-address=8", "--trust-proxy", "--no-access-log", "--log-format",
        "json", "--slow-tap", "0", "--watch", "--frames", "https://a.example,http://b:81",
        "--map-tiles=https://t/{z}/{x}/{y}", "--map-attribution", "© A") == expected)
  }

  @Test func flagsOverrideTheEnvironment() throws {
    #expect(try options("--port", "1", "--port", "2", environment: ["PORT": "3"]).port == 2)
    #expect(try options("--trust-proxy=off", environment: ["TRUST_PROXY": "true"]).trustsProxy == false)
  }

  @Test func aSocketTakesThePlaceOfAPort() throws {
    #expect(try options("--socket", "/run/s").address == .unix(path: "/run/s"))
    #expect(try options(environment: ["SOCKET": "/run/s"]).address == .unix(path: "/run/s"))
    // Flags override variables.
    let variables = ["HOST": "0.0.0.0", "PORT": "9", "REUSE_PORT": "1"]
    let overridden = try options("--socket", "/run/s", environment: variables)
    #expect(overridden.address == .unix(path: "/run/s") && !overridden.sharesPort)
    #expect(try options("--port", "9", environment: ["SOCKET": "/s"]).address == .tcp(host: "127.0.0.1", port: 9))
    #expect(try options("--reuse-port").sharesPort)
    #expect(try options("--socket", "/s", "--reuse-port=off").socket == "/s")
  }

  @Test(arguments: [
    (["--socket", "/s", "--port", "8080"], [:], "--socket and --port"),
    (["--host", "::", "--socket", "/s"], [:], "--socket and --host"),
    (["--socket", "/s", "--reuse-port"], [:], "--socket and --reuse-port"),
    ([], ["SOCKET": "/s", "PORT": "1"], "SOCKET and PORT"), ([], ["SOCKET": "/s", "HOST": "::"], "SOCKET and HOST"),
  ])
  func aSocketAndAPortContradictEachOther(arguments: [String], environment: [String: String], names: String) {
    #expect(mistake(arguments, environment) == "\(names) contradict each other. Leave one of them out.")
  }

  @Test(arguments: [
    "", "/", "todo", "/todo/", "/todo?a", "/todo#a", "//todo", "/a//b", "/.", "/..", "/a/../b", "/a/.", "/to do",
    "/to%20do",
    "/to%", "/ä", "/a\n", "https://a/todo",
  ])
  func aBasePathIsWrittenInOneWay(path: String) {
    #expect(
      mistake([], ["BASE_PATH": path])
        == "BASE_PATH cannot be \"\(path)\": it must be a path such as /todo or /apps/todo, without a slash at the end. Each "
        + "part has letters, digits and the characters -._~, and is not . or ...")
  }

  @Test(arguments: ["", "example.com", "https://a/", "https://a,", "*,https://a", "https://a; script-src *"])
  func framesAreOfOrigins(list: String) throws {
    #expect(
      mistake(["--frames", list])
        == "--frames cannot be \"\(list)\": it must be * or origins with commas between them.")
    #expect(try options("--frames", "*").otherServers.frames == ["*"])
  }

  @Test(arguments: [
    "", "https://a", "https://a/{z}/{x}", "ftp://a/{z}/{x}/{y}", "https://{x}/{y}/{z}", "https://a;b/{z}/{x}/{y}",
  ])
  func tilesAreOfOneServer(url: String) {
    #expect(
      mistake(["--map-tiles", url])
        == "--map-tiles cannot be \"\(url)\": it must be a URL such as https://tile.example.com/{z}/{x}/{y}.png.")
  }

  @Test func severalWorkersNeedASharedStorage() throws {
    #expect(try options().workers == nil)
    #expect(try options("--workers", "1").workers == 1)
    for place in ["redis://a", "postgres://a/b"] {
      #expect(try options("--workers", "4", "--sessions", place).workers == 4)
    }
    let expected =
      "--workers with more than one worker needs sessions in Redis or PostgreSQL. A file or memory has one process at a time. "
      + "Set --sessions redis://HOST or postgres://HOST/DATABASE, or --workers 1."
    #expect(mistake(["--workers", "2"]) == expected)
    #expect(mistake(["--workers", "2", "--sessions", "memory:"]) == expected)
    #expect(mistake(["--sessions", "sqlite:s"], ["WORKERS": "2"]) == expected)
    #expect(mistake(["--workers", "0"]) == Self.range("--workers", "0", 1, 64))
  }

  @Test func theFlagThatSaysWhereToListenIsKnown() throws {
    #expect(try options("--port", "1").addressFlag == "--port")
    #expect(try options("--socket", "/s").addressFlag == "--socket")
    #expect(try options(environment: ["PORT": "1"]).addressFlag == nil)
    var options = try options(environment: ["PORT": "1"])
    options.inheritedSocket = 3
    #expect(options.address == .inherited(descriptor: 3) && options.sharesAddress)
  }

  @Test(arguments: [("9090", "9092"), ("0.0.0.0:8079", "8080"), ("65533", "8080")])
  func noWorkerHasThePortOfThePagesForItsAdminAddress(admin: String, port: String) throws {
    let flags = ["--sessions", "redis://localhost", "--admin", admin, "--port", port]
    let first = try #require(Int(admin.split(separator: ":").last!))
    #expect(
      mistake(flags + ["--workers", "4"])
        == "Each worker has an admin port of its own: \(first) to \(first + 3). These must be ports below 65536, and not "
        + "that of --port. Choose another --admin, or fewer --workers.")
    #expect(mistake(flags + ["--workers", "1"]) == nil)
  }

  @Test func theAdminAddressMayBeAPortThatASocketOfSystemdReplaces() {
    #expect(mistake(["--admin", "8080"]) != nil)
    #expect(mistake(["--admin", "8080"], ["LISTEN_FDS": "1", "LISTEN_PID": "1"]) == nil)
  }

  @Test func thePanelBringsWhatAServerInDevelopmentHas() throws {
    let normal = try options("--watch")
    #expect(!normal.hasPanel)
    let options = try options("--dev", "--watch=off")
    #expect(options.hasPanel && options.isDevelopment)
    #expect(
      mistake(["--dev", "--workers", "1"]) == "--dev and --workers contradict each other. Leave one of them out.")
    #expect(try !self.options("--dev=off").isDevelopment)
    // Other programs have a variable of this name.
    #expect(try !self.options(environment: ["DEV": "1"]).hasPanel)
  }

  @Test func aServerInDevelopmentMayHavePublicNames() throws {
    #expect(try options("--dev-public=app.example.com,devbox").publicNames == ["app.example.com", "devbox"])
    #expect(try options("--dev-public").publicNames == [] && options("--dev-public").allowsPublicPanel)
    #expect(
      mistake(["--dev-public=a b"])
        == "--dev-public cannot be \"a b\": it must be on, off, or names of hosts with commas between them.")
  }

  @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "127.example.com", "example.com", "0"])
  func thePanelIsRefusedWhereOtherMachinesCanReachIt(host: String) {
    let url = host == "::" ? "http://[::]:8080" : "http://\(host):8080"
    #expect(
      mistake(["--dev", "--host", host])
        == "--dev shows and changes all sessions, and would do so for everyone who can reach \(url). Listen on 127.0.0.1, or "
        + "leave --dev out. If they may do that, add --dev-public.")
    #expect(mistake(["--dev-public", "--dev", "--host", host]) == nil)
    #expect(mistake(["--dev"], ["HOST": host, "DEV_PUBLIC": "1"]) == nil)
    #expect(mistake(["--dev", "--dev-public=app.example.com,devbox", "--host", host]) == nil)
  }

  @Test(arguments: [
    [], ["--host", "127.1.2.3"], ["--host", "localhost"], ["--host", "::1"], ["--socket", "/run/s"],
  ])
  func thePanelIsServedToThisMachine(flags: [String]) {
    #expect(mistake(["--dev"] + flags) == nil)
  }

  @Test func commandsAreRead() throws {
    #expect(try options("--help").command == .help)
    #expect(try options("-h").command == .help)
    #expect(try options("--health-check", "--port", "9").command == .healthCheck)
  }

  private static func range(_ name: String, _ value: String, _ least: Int, _ most: Int) -> String {
    "\(name) cannot be \"\(value)\": it must be a number from \(least) to \(most)."
  }

  @Test(arguments: [
    (["--port", "65536"], range("--port", "65536", 0, 65535)), (["--port", "-1"], range("--port", "-1", 0, 65535)),
    (["--port="], range("--port", "", 0, 65535)), (["--port", "--threads"], range("--port", "--threads", 0, 65535)),
    (["--threads", "0"], range("--threads", "0", 1, 1024)),
    (["--body-limit", "1023"], range("--body-limit", "1023", 1024, 1 << 30)),
    (["--body-limit", "99999999999999999999"], range("--body-limit", "99999999999999999999", 1024, 1 << 30)),
    (["--connections", "many"], range("--connections", "many", 1, 1_000_000)),
    (["--durability", "full"], "--durability cannot be \"full\": it must be crash or power."),
    (["--session-memory", "0"], range("--session-memory", "0", 1, 1_048_576)),
    (["--slow-tap", "-1"], range("--slow-tap", "-1", 0, 3_600_000)),
    (["--drain", "3601"], range("--drain", "3601", 0, 3600)),
    (["--sessions"], "The value is missing: --sessions LOCATION."),
    (
      ["--sessions", "sqlite:"],
      "The value of --sessions is not valid. The file for sessions has no name. Write sqlite:PATH, such as "
        + "sqlite:/var/lib/app/sessions.db."
    ),
    (["--host="], "--host cannot be \"\": it must not be empty."),
    (["--trust-proxy=perhaps"], "--trust-proxy cannot be \"perhaps\": it must be on or off."),
    (["--port"], "The value is missing: --port PORT."), (["--public"], "The value is missing: --public FOLDER."),
    (["--help=x"], "--help takes no value."), (["--health-check=x"], "--health-check takes no value."),
  ])
  func mistakesAreExplained(arguments: [String], expected: String) {
    #expect(mistake(arguments) == expected)
  }

  private func unknown(_ flag: String) -> String {
    "There is no flag \(flag). The flags are --host, --port, --socket, --reuse-port, --base-path, "
      + "--workers, --public, --templates, --frames, --map-tiles, --map-attribution, --watch, --dev, --dev-public, --build, --threads, --connections, "
      + "--streams, --connections-per-address, --requests-per-address, --new-sessions-per-address, --body-limit, "
      + "--files-per-form, --answer-memory, --longest-wait, --compression, "
      + "--sessions, --durability, --session-memory, --lame-duck, --drain, --admin, "
      + "--trust-proxy, --no-access-log, --log-format, --slow-tap, --health-check, --check-sessions, --help."
  }

  @Test(arguments: ["--prot", "port", "-p", "", "--", "--Port"])
  func anUnknownFlagIsNamed(flag: String) { #expect(mistake([flag]) == unknown(flag)) }

  @Test(arguments: [["--certificate", "a.pem"], ["--key=a.pem"], ["--redirect-port", "80"], ["--hsts=0"]])
  func aFlagOfHTTPSLeadsToAProxy(arguments: [String]) {
    let flag = String(arguments[0].prefix { $0 != "=" })
    #expect(mistake(arguments) == unknown(flag) + " HTTPS is served by a proxy: see docs/deployment.md.")
  }

  @Test(arguments: [("--session=redis://:secret@host", "--session"), ("redis://:secret@host", "redis:…")])
  func theValueOfAnUnknownFlagIsNotRepeated(argument: String, named: String) {
    #expect(mistake([argument]) == unknown(named))
  }

  @Test func helpIsPrintedInSpiteOfMistakes() throws {
    #expect(try options("--prot", "--help").command == .help)
  }

  @Test(arguments: ["HELP", "HEALTH_CHECK", "CHECK_SESSIONS"]) func commandsAreNotVariables(variable: String) throws {
    #expect(try options(environment: [variable: "1"]).command == .serve)
  }

  @Test func anInvalidPlaceIsNotRepeated() {
    for place in ["redis://user:secret@", "redi://user:secret@host", "redis://user:secret@host/x", "secret"] {
      let mistakes = [
        mistake(["--sessions", place]), mistake(["--sessions=\(place)"]), mistake([], ["SESSIONS": place]),
      ]
      #expect(mistakes[0]?.hasPrefix("The value of --sessions is not valid. The") == true)
      #expect(mistakes[1] == mistakes[0])
      #expect(mistakes[2]?.hasPrefix("The value of SESSIONS is not valid. The") == true)
      #expect(mistakes.allSatisfy { $0?.contains("secret") == false })
    }
  }

  @Test func aMistakeInTheEnvironmentNamesTheVariable() {
    #expect(mistake([], ["BODY_LIMIT": "x"]) == Self.range("BODY_LIMIT", "x", 1024, 1 << 30))
  }

  @Test func theHelpNamesEveryFlag() {
    let help = CommandLineOptions.help(program: "Shop")
    #expect(help.hasPrefix("Usage: Shop [flags]\n"))
    #expect(help.contains("Shop sessions "))
    for flag in [
      "--host ADDRESS", "--port PORT", "--socket PATH", "--reuse-port", "--public FOLDER", "--templates FOLDER",
      "--watch", "--dev", "--dev-public", "--build COMMAND", "--threads NUMBER", "--connections NUMBER",
      "--body-limit BYTES",
      "--sessions LOCATION",
      "--durability crash|power", "--session-memory MB", "--drain SECONDS",
      "--admin", "--trust-proxy", "--no-access-log", "--log-format text|json",
      "--slow-tap MILLISECONDS", "--health-check", "--check-sessions", "--help",
    ] {
      #expect(help.contains("\n  \(flag) "), "\(flag)")
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  // MARK: - Flags of the app

  /// The values of an app's flag.
  private final class FlagValues: Sendable {
    private let list = Mutex<[String]>([])
    var values: [String] { list.withLock(\.self) }

    func flag(_ name: String = "shop-url") -> ServerFlag {
      ServerFlag(name: name, placeholder: "URL", help: "Where the shop is.") { text in
        self.list.withLock { $0.append(text) }
        return text.hasPrefix("http")
      }
    }
  }

  @Test func anAppsFlagGetsItsValues() throws {
    let flagValues = FlagValues()
    let options = try CommandLineOptions(
      arguments: ["--shop-url", "http://a", "--port", "9", "--shop-url=http://b"],
      environment: ["SHOP_URL": "http://c"], appFlags: [flagValues.flag()])
    #expect(options.port == 9)
    #expect(flagValues.values == ["http://c", "http://a", "http://b"])
    #expect(CommandLineOptions.help(program: "Shop", appFlags: [flagValues.flag()]).contains("  --shop-url URL "))
  }

  @Test func anInvalidValueOfAnAppsFlagIsAnError() {
    #expect(throws: CommandLineError.invalidValue("x", of: "--shop-url", "see --help")) {
      try CommandLineOptions(arguments: ["--shop-url", "x"], environment: [:], appFlags: [FlagValues().flag()])
    }
    #expect(throws: CommandLineError.missingValue("--shop-url URL")) {
      try CommandLineOptions(arguments: ["--shop-url"], environment: [:], appFlags: [FlagValues().flag()])
    }
  }

  @Test func theStorageCanBeOneOfTheApp() throws {
    let schemes = [SessionStorageScheme("table") { _, _ in MemoryStorage() }]
    let options = try CommandLineOptions(
      arguments: ["--sessions", "table:x", "--workers", "2"], environment: [:], schemes: schemes)
    #expect(options.sessions == (try StorageChoice("table:x", schemes: schemes)))
    #expect(throws: CommandLineError.self) {
      try CommandLineOptions(arguments: ["--sessions", "table:x"], environment: [:])
    }
    let command = try SessionsCommand(["stats", "--sessions", "table:x"], schemes, environment: [:])
    #expect(command.storageChoice == options.sessions)
  }

  @Test func aSecondFlagOfTheSameNameIsAnError() {
    let flagValues = FlagValues()
    for flags in [[flagValues.flag("port")], [flagValues.flag(), flagValues.flag()]] {
      do {
        _ = try CommandLineOptions(arguments: [], environment: ["PORT": "9"], appFlags: flags)
        Issue.record("A second flag --\(flags[0].name) was accepted.")
      } catch {
        #expect(
          error.description
            == "There are two flags --\(flags[0].name). Rename the app's flag in ServerConfiguration.flags.")
      }
    }
    #expect(flagValues.values.isEmpty)
  }
}
