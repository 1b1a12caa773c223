import Sessions
import Synchronization
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
    #expect(options.threads == nil)
    #expect(options.publicFolder == nil && options.templateFolder == nil)
    #expect(options.bodyLimit == 1_048_576)
    #expect(options.connections == 10_000)
    #expect(!options.trustsProxy && options.logsRequests)
    #expect(options.sessions == nil && options.durability == .crash)
    #expect(options.sessionsPerAddress == 10_000)
    #expect(options.sessionMemory == 512 * 1024 * 1024)
    #expect(options.drain == 10)
    #expect(options.command == .serve)
  }

  @Test func everyFlagIsTaken() throws {
    var expected = try options()
    expected.host = "::"
    expected.port = 0
    expected.threads = 3
    expected.publicFolder = "p"
    expected.templateFolder = "t=x"
    expected.bodyLimit = 1024
    expected.connections = 1
    expected.sessions = .sqlite(path: "a=b")
    expected.durability = .power
    expected.sessionsPerAddress = 0
    expected.sessionMemory = 1_048_576
    expected.drain = 0
    expected.trustsProxy = true
    expected.logsRequests = false
    #expect(
      try options(
        "--host", "::", "--port", "0", "--threads", "3", "--public", "p", "--templates=t=x", "--body-limit=1024",
        "--connections=1", "--sessions=sqlite:a=b", "--durability", "power", "--sessions-per-address", "0",
        "--session-memory", "1", "--drain=0", "--trust-proxy", "--no-access-log") == expected)
    #expect(
      try options(environment: [
        "HOST": "::", "PORT": "0", "THREADS": "3", "PUBLIC": "p", "TEMPLATES": "t=x", "BODY_LIMIT": "1024",
        "CONNECTIONS": "1", "SESSIONS": "sqlite:a=b", "DURABILITY": "power", "SESSIONS_PER_ADDRESS": "0",
        "SESSION_MEMORY": "1", "DRAIN": "0", "TRUST_PROXY": "yes", "NO_ACCESS_LOG": "1", "OTHER": "x",
      ]) == expected)
  }

  @Test func flagsComeBeforeTheEnvironment() throws {
    #expect(try options("--port", "1", "--port", "2", environment: ["PORT": "3"]).port == 2)
    #expect(try options("--trust-proxy=off", environment: ["TRUST_PROXY": "true"]).trustsProxy == false)
  }

  @Test func commandsAreTaken() throws {
    #expect(try options("--help").command == .help)
    #expect(try options("-h").command == .help)
    #expect(try options("--health-check", "--port", "9").command == .healthCheck)
  }

  @Test(arguments: [
    (["--port", "65536"], "--port cannot be \"65536\"; --help says what it can be."),
    (["--port", "-1"], "--port cannot be \"-1\"; --help says what it can be."),
    (["--port="], "--port cannot be \"\"; --help says what it can be."),
    (["--port", "--threads"], "--port cannot be \"--threads\"; --help says what it can be."),
    (["--threads", "0"], "--threads cannot be \"0\"; --help says what it can be."),
    (["--body-limit", "1023"], "--body-limit cannot be \"1023\"; --help says what it can be."),
    (
      ["--body-limit", "99999999999999999999"],
      "--body-limit cannot be \"99999999999999999999\"; --help says what it can be."
    ),
    (["--connections", "many"], "--connections cannot be \"many\"; --help says what it can be."),
    (["--durability", "full"], "--durability cannot be \"full\"; --help says what it can be."),
    (["--sessions-per-address", "-1"], "--sessions-per-address cannot be \"-1\"; --help says what it can be."),
    (["--session-memory", "0"], "--session-memory cannot be \"0\"; --help says what it can be."),
    (["--drain", "3601"], "--drain cannot be \"3601\"; --help says what it can be."),
    (["--sessions"], "--sessions needs a value; --help says which."),
    (
      ["--sessions", "sqlite:"],
      "The value of --sessions is not valid. The file for sessions has no name. Write sqlite:PATH, such as "
        + "sqlite:/var/lib/app/sessions.db."
    ),
    (["--host="], "--host cannot be \"\"; --help says what it can be."),
    (["--trust-proxy=perhaps"], "--trust-proxy cannot be \"perhaps\"; --help says what it can be."),
    (["--port"], "--port needs a value; --help says which."),
    (["--public"], "--public needs a value; --help says which."),
  ])
  func aValueThatIsWrongIsNamed(arguments: [String], expected: String) {
    #expect(mistake(arguments) == expected)
  }

  private func unknown(_ flag: String) -> String {
    "There is no flag \(flag). There are --host, --port, --public, --templates, --threads, --connections, "
      + "--connections-per-address, --body-limit, --files-per-form, --answer-memory, --sessions, --durability, "
      + "--sessions-per-address, --session-memory, --lame-duck, --drain, --trust-proxy, --no-access-log; --help says what they do."
  }

  @Test(arguments: ["--prot", "port", "-p", "", "--", "--Port"])
  func anUnknownFlagIsNamed(flag: String) { #expect(mistake([flag]) == unknown(flag)) }

  @Test(arguments: [
    ("--help=x", "--help=…"), ("--session=redis://:secret@host", "--session=…"), ("redis://:secret@host", "redis:…"),
  ])
  func theValueOfAnUnknownFlagIsNotRepeated(argument: String, named: String) {
    #expect(mistake([argument]) == unknown(named))
  }

  @Test func aPlaceWithAMistakeIsNotRepeated() {
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
    #expect(mistake([], ["BODY_LIMIT": "x"]) == "BODY_LIMIT cannot be \"x\"; --help says what it can be.")
  }

  @Test func theHelpNamesEveryFlag() {
    let help = CommandLineOptions.help(program: "Shop")
    #expect(help.hasPrefix("Usage: Shop [flags]\n"))
    #expect(help.contains("Shop sessions "))
    for flag in [
      "--host ADDRESS", "--port PORT", "--public FOLDER", "--templates FOLDER", "--threads NUMBER",
      "--connections NUMBER", "--body-limit BYTES", "--sessions PLACE", "--durability crash|power",
      "--sessions-per-address NUMBER", "--session-memory MB", "--drain SECONDS", "--trust-proxy", "--no-access-log",
      "--health-check", "--help",
    ] {
      #expect(help.contains("\n  \(flag) "), "\(flag)")
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  // MARK: - The app's own flags

  /// What an app's flag was told.
  private final class Told: Sendable {
    private let told = Mutex<[String]>([])
    var values: [String] { told.withLock(\.self) }

    func flag(_ name: String = "shop-url") -> ServerFlag {
      ServerFlag(name: name, placeholder: "URL", help: "Where the shop is.") { text in
        self.told.withLock { $0.append(text) }
        return text.hasPrefix("http")
      }
    }
  }

  @Test func anAppsFlagIsToldItsValue() throws {
    let told = Told()
    let options = try CommandLineOptions(
      arguments: ["--shop-url", "http://a", "--port", "9", "--shop-url=http://b"],
      environment: ["SHOP_URL": "http://c"], appFlags: [told.flag()])
    #expect(options.port == 9)
    #expect(told.values == ["http://c", "http://a", "http://b"])
    #expect(CommandLineOptions.help(program: "Shop", appFlags: [told.flag()]).contains("  --shop-url URL "))
  }

  @Test func anAppsFlagRefusesABadValue() {
    #expect(throws: CommandLineError.badValue("--shop-url", "x")) {
      try CommandLineOptions(arguments: ["--shop-url", "x"], environment: [:], appFlags: [Told().flag()])
    }
    #expect(throws: CommandLineError.missingValue("--shop-url")) {
      try CommandLineOptions(arguments: ["--shop-url"], environment: [:], appFlags: [Told().flag()])
    }
  }

  @Test func anAppsFlagCannotHaveTheNameOfAnotherOne() {
    let told = Told()
    for flags in [[told.flag("port")], [told.flag(), told.flag()]] {
      do {
        _ = try CommandLineOptions(arguments: [], environment: ["PORT": "9"], appFlags: flags)
        Issue.record("A second flag --\(flags[0].name) was taken.")
      } catch {
        #expect(
          error.description == "There are two flags --\(flags[0].name): give the app's, in "
            + "ServerConfiguration.flags, another name.")
      }
    }
    #expect(told.values.isEmpty)
  }
}
