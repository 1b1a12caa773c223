import Sessions
import Testing

@testable import TempuraServer

/// What is understood after `sessions` on the command line.
@Suite struct SessionsCommandTests {
  private func command(_ line: String, _ environment: [String: String] = [:]) throws -> SessionsCommand {
    try SessionsCommand(line.split(separator: " ").map(String.init), environment: environment)
  }

  @Test(
    arguments: [
      ("--help", .help), ("-h", .help), ("list --help", .help),
      ("list", .list(limit: nil, onlyUsed: false, onlySetAside: false)),
      ("list --limit 3 --used", .list(limit: 3, onlyUsed: true, onlySetAside: false)),
      ("list --set-aside --limit=1", .list(limit: 1, onlyUsed: false, onlySetAside: true)),
      ("show abcdef", .show("abcdef")), ("show ABCDEF012345…", .show("abcdef012345")), ("stats", .stats),
      ("export file", .export(file: "file", keys: [])),
      ("export file abcdef 012345", .export(file: "file", keys: ["abcdef", "012345"])),
      ("export - --full-ids", .export(file: nil, keys: [])),
      ("import file", .import(file: "file", replaces: false)),
      ("import --replace -", .import(file: nil, replaces: true)),
      ("delete abcdef 012345", .delete(["abcdef", "012345"])), ("delete --all --yes", .deleteAll),
    ] as [(String, SessionsCommand.Action)])
  func everyActionIsTaken(line: String, action: SessionsCommand.Action) throws {
    #expect(try command(line).action == action)
  }

  @Test func thePlaceIsThatOfTheServer() throws {
    #expect(try command("list").place == nil)
    #expect(try command("list", ["SESSIONS": "sqlite:a"]).place == .sqlite(path: "a"))
    #expect(try command("list --sessions sqlite:b", ["SESSIONS": "sqlite:a"]).place == .sqlite(path: "b"))
    #expect(try command("list --sessions=sqlite:b").place == .sqlite(path: "b"))
    #expect(try command("list").showsFullIDs == false)
    #expect(try command("show abcdef --full-ids").showsFullIDs)
  }

  private static let what =
    "sessions needs one of list, show, stats, export, import and delete behind it; sessions --help says what they do."
  private static func noKey(_ word: String) -> String {
    "\"\(word)\" is no key of a session: that is 6 to 32 digits from 0 to f, as sessions list writes them."
  }

  @Test(arguments: [
    ("", what), ("--limit 1", what), ("lsit", what),
    (
      "list --yes",
      "sessions list has no flag --yes. It has --sessions, --limit, --used, --set-aside, --full-ids; sessions --help says "
        + "what they do."
    ),
    (
      "stats --used",
      "sessions stats has no flag --used. It has --sessions, --full-ids; sessions --help says what they do."
    ),
    (
      "delete --all=secret --yes",
      "sessions delete has no flag --all. It has --sessions, --all, --yes; sessions --help says what they do."
    ),
    ("list --limit", "--limit needs a value; sessions --help says which."),
    ("list --limit 0", "--limit cannot be \"0\": it is a number from 1 on."),
    ("list --limit many", "--limit cannot be \"many\": it is a number from 1 on."),
    ("list more", "sessions list has no use for \"more\"; sessions --help says for what."),
    ("stats redis://:secret@host", "sessions stats has no use for \"redis:…\"; sessions --help says for what."),
    ("show", "sessions show needs a KEY; sessions --help says which."),
    ("show abcdef 012345", "sessions show has no use for \"012345\"; sessions --help says for what."),
    ("show abcde", noKey("abcde")), ("show abcdeg", noKey("abcdeg")),
    ("show 0123456789abcdef0123456789abcdef0", noKey("0123456789abcdef0123456789abcdef0")),
    ("delete abcdef redis://:secret@host", noKey("redis:…")),
    ("export", "sessions export needs a FILE; sessions --help says which."),
    (
      "export -",
      "What is exported has whole keys and contents, which would be on the screen now. Name a file, or add --full-ids."
    ),
    ("import", "sessions import needs a FILE; sessions --help says which."),
    ("delete", "sessions delete needs a KEY; sessions --help says which."),
    ("delete --yes", "sessions delete needs a KEY; sessions --help says which."),
    ("delete --all", "This deletes all sessions: add --yes if that is meant."),
    ("delete --all --yes abcdef", "sessions delete --all has no use for \"abcdef\"; sessions --help says for what."),
    (
      "list --sessions memory:",
      "Sessions in memory are only seen by the server that has them. Name another place with --sessions if there is one."
    ),
    (
      "list --sessions redis://user:secret@",
      "The value of --sessions is not valid. The URL of Redis has no valid host. Write redis://HOST:PORT, and an IPv6 "
        + "address in brackets."
    ),
  ])
  func whatIsNotUnderstoodIsSaid(line: String, expected: String) {
    let error = #expect(throws: SessionsCommandError.self) { try command(line) }
    #expect(error?.description == expected)
    #expect(!expected.contains("secret"))
    #expect(error.map(SessionsCommand.status) == 2)
  }

  @Test func thePlaceInTheEnvironmentIsNamedAsSuch() {
    let error = #expect(throws: SessionsCommandError.self) { try command("list", ["SESSIONS": "sqlite:"]) }
    #expect(
      error?.description.hasPrefix("The value of SESSIONS is not valid. The file for sessions has no name.") == true)
  }

  @Test func theHelpNamesEveryActionAndFlag() {
    let help = SessionsCommand.help(program: "Shop")
    #expect(help.hasPrefix("Usage: Shop sessions ACTION"))
    for word in [
      "list", "show KEY", "stats", "export FILE", "import FILE", "delete KEY", "--all", "--yes", "--limit N", "--used",
      "--set-aside", "--full-ids", "--replace", "--sessions PLACE",
    ] { #expect(help.contains(word), "\(word)") }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }
}
