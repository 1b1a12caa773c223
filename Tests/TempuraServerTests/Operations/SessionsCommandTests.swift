import HTTPServer
import Sessions
import SQLiteSessions
import Testing

@testable import TempuraServer

/// The command line of `sessions`.
@Suite struct SessionsCommandTests {
  private func command(_ line: String, _ environment: [String: String] = [:]) throws -> SessionsCommand {
    try SessionsCommand(line.split(separator: " ").map(String.init), environment: environment)
  }

  @Test(
    arguments: [
      ("--help", .help), ("-h", .help), ("list --help", .help),
      ("list", .list(limit: nil, onlyUsed: false, onlyQuarantined: false)),
      ("list --limit 3 --used", .list(limit: 3, onlyUsed: true, onlyQuarantined: false)),
      ("list --quarantined --limit=1", .list(limit: 1, onlyUsed: false, onlyQuarantined: true)),
      ("show abcdef", .show("abcdef")), ("show ABCDEF012345…", .show("abcdef012345")), ("stats", .stats),
      ("export file", .export(file: "file", keys: [])),
      ("export file abcdef 012345", .export(file: "file", keys: ["abcdef", "012345"])),
      ("export - --full-ids", .export(file: nil, keys: [])),
      ("import file", .import(file: "file", replaces: false)),
      ("import --replace -", .import(file: nil, replaces: true)),
      ("delete abcdef 012345", .delete(["abcdef", "012345"])), ("delete --all --yes", .deleteAll),
      (
        "record abcdef file --admin 9090",
        .record("abcdef", file: "file", seconds: 600, at: .tcp(host: "127.0.0.1", port: 9090))
      ),
      (
        "record abcdef file --seconds 5 --admin unix:/run/a",
        .record("abcdef", file: "file", seconds: 5, at: .unix(path: "/run/a"))
      ),
    ] as [(String, SessionsCommand.Action)])
  func everyActionIsRead(line: String, action: SessionsCommand.Action) throws {
    #expect(try command(line).action == action)
  }

  @Test func theLocationIsReadLikeTheServers() throws {
    #expect(try command("list").storageChoice == nil)
    #expect(try command("list", ["SESSIONS": "sqlite:a"]).storageChoice == StorageChoice(SQLiteLocation(path: "a")))
    #expect(
      try command("list --sessions sqlite:b", ["SESSIONS": "sqlite:a"]).storageChoice
        == StorageChoice(SQLiteLocation(path: "b"))
    )
    #expect(try command("list --sessions=sqlite:b").storageChoice == StorageChoice(SQLiteLocation(path: "b")))
    #expect(try command("list").showsFullIDs == false)
    #expect(try command("show abcdef --full-ids").showsFullIDs)
  }

  private static let noAction =
    "sessions needs an action, such as list. See sessions --help."

  private static func noKey(_ word: String) -> String {
    "\"\(word)\" is not the key of a session. A key has 6 to 32 digits from 0 to f. sessions list prints keys."
  }

  private static func usage(_ usage: String) -> String {
    "The arguments are wrong. Write: sessions \(usage). See sessions --help."
  }

  @Test(arguments: [
    ("", noAction), ("--limit 1", noAction), ("lsit", noAction),
    (
      "list --yes",
      "sessions list has no flag --yes. The flags are --sessions, --limit, --used, --quarantined, --full-ids."
    ),
    ("stats --used", "sessions stats has no flag --used. The flags are --sessions, --full-ids."),
    ("delete --all=secret --yes", "--all takes no value."), ("list --limit", "The value is missing: --limit N."),
    ("list --limit 0", "--limit cannot be \"0\": it must be a number from 1 to 1000000000."),
    ("list --limit many", "--limit cannot be \"many\": it must be a number from 1 to 1000000000."),
    ("list more", usage("list")), ("stats redis://:secret@host", usage("stats")), ("show", usage("show KEY")),
    ("show abcdef 012345", usage("show KEY")), ("show abcde", noKey("abcde")), ("show abcdeg", noKey("abcdeg")),
    ("show 0123456789abcdef0123456789abcdef0", noKey("0123456789abcdef0123456789abcdef0")),
    ("delete abcdef redis://:secret@host", noKey("redis:…")), ("export", usage("export FILE [KEY…]")),
    (
      "export -",
      "An export contains complete keys and contents, and would be printed here. Name a file, or add --full-ids."
    ),
    ("import", usage("import FILE")), ("delete", usage("delete KEY… | --all --yes")),
    ("delete --yes", usage("delete KEY… | --all --yes")),
    ("delete --all", "This deletes all sessions. Add --yes to confirm."),
    ("delete --all --yes abcdef", usage("delete KEY… | --all --yes")),
    (
      "list --sessions memory:",
      "Sessions in memory exist only in their server's process. Name another location with --sessions."
    ),
    (
      "list --sessions redis://user:secret@",
      "The value of --sessions is not valid. The URL of Redis has no valid host. Write redis://HOST:PORT, and an IPv6 "
        + "address in brackets."
    ),
  ])
  func mistakesAreExplained(line: String, expected: String) {
    let error = #expect(throws: CommandLineError.self) { try command(line) }
    #expect(error?.description == expected)
    #expect(!expected.contains("secret"))
    #expect(error.map(SessionsCommand.status) == 2)
  }

  @Test func aMistakeInTheEnvironmentNamesTheVariable() {
    let error = #expect(throws: CommandLineError.self) { try command("list", ["SESSIONS": "sqlite:"]) }
    #expect(
      error?.description.hasPrefix("The value of SESSIONS is not valid. The file for sessions has no name.") == true)
  }

  @Test func theHelpNamesEveryActionAndFlag() {
    let help = SessionsCommand.help(.sessions, program: "Shop")
    #expect(help.hasPrefix("Usage: Shop sessions ACTION"))
    for word in [
      "list", "show KEY", "stats", "export FILE", "import FILE", "delete KEY", "--all", "--yes", "--limit N", "--used",
      "--quarantined", "--full-ids", "--replace", "--sessions LOCATION",
    ] { #expect(help.contains(word), "\(word)") }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }
}
