import Foundation
import Glibc
import TestSupport
import Testing

/// The commands for stored sessions, while a server runs.
struct SessionsCommandTests {
  private func run(_ server: Server, _ arguments: [String], input: String = "") throws -> Program.Result {
    try Program.run(
      Server.executable(), ["sessions"] + arguments, environment: Server.environment([:], in: server.folder),
      input: Array(input.utf8), workingFolder: server.folder.path)
  }

  private func list(_ server: Server, _ flags: String...) throws -> [[String: Any]] {
    let result = try run(server, ["list"] + flags)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    return try result.output.split(separator: "\n").map { try #require(try object(String($0))) }
  }

  private func object(_ text: String) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
  }

  @Test func sessionsAreListedShownAndCounted() throws {
    try Server.running { server in
      let (looking, using) = (try server.browser(), try server.browser())
      _ = try looking.get("/list")
      #expect(try using.get("/list").add("Buy milk").texts.count == 5)
      let all = try list(server)
      #expect(all.count == 2)
      #expect(all.allSatisfy { ($0["key"] as? String)?.count == 12 && $0["quarantined"] as? Bool == false })
      let used = try #require(try list(server, "--used").first)
      #expect(used["used"] as? Bool == true)
      let key = try #require(used["key"] as? String)

      let shown = try #require(try object(run(server, ["show", key]).output))
      #expect(shown["key"] as? String == key)
      let content = try #require(shown["content"] as? [String: Any])
      let items = try #require((content["state"] as? [String: Any])?["items"] as? [[String: Any]])
      #expect(items.compactMap { $0["text"] as? String } == ["Buy milk"] + Page.seeds)

      let statistics = try #require(try object(run(server, ["stats"]).output))
      #expect(statistics["sessions"] as? Int == 2)
      #expect(statistics["used"] as? Int == 1)
      #expect(statistics["lookedAt"] as? Int == 1)
      #expect(statistics["bytes"] as? Int == all.reduce(0) { $0 + ($1["bytes"] as? Int ?? 0) })
      // The browser's id is never shown, and the whole key only on request.
      let ids = try list(server, "--full-ids").compactMap { $0["key"] as? String }
      #expect(ids.allSatisfy { $0.count == 32 })
      for id in ids + [looking.session ?? "", using.session ?? ""] {
        for action in [["list"], ["stats"], ["show", key]] { #expect(try !run(server, action).output.contains(id)) }
      }
    }
  }

  @Test func sessionsMoveToAnotherServer() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("sessions.ndjson")
    let browser = try Server.running { server in
      let browser = try server.browser()
      _ = try browser.get("/list").add("Take me along")
      let result = try run(server, ["export", file])
      #expect(result.status == 0)
      #expect(result.output.isEmpty)
      #expect(result.errors == "TodoServer: Exported sessions: 1.\n")
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
      #expect(try run(server, ["export", file]).status == 1)
      #expect(try run(server, ["export", "-"]).status == 2)
      #expect(try run(server, ["export", "-", "--full-ids"]).output == String(contentsOfFile: file, encoding: .utf8))
      return browser
    }
    try Server.running { server in
      let (first, second) = (try run(server, ["import", file]), try run(server, ["import", file]))
      #expect(first.errors.contains("Imported sessions: 1."))
      #expect(second.errors.contains("Kept because they exist: 1."))
      let list = try browser.copy(at: server).get("/list")
      #expect(list.texts == ["Take me along"] + Page.seeds)
    }
  }

  @Test func sessionsAreImportedIntoANewFile() throws {
    let folder = try TemporaryFolder()
    let place = "sqlite:\(folder.path)/new/sessions.db"
    let browser = try Server.running { server in
      let browser = try server.browser()
      _ = try browser.get("/list").add("Take me along")
      let lines = try run(server, ["export", "-", "--full-ids"]).output
      #expect(try run(server, ["import", "-", "--sessions", place], input: lines).status == 0)
      return browser
    }
    try Server.running(environment: ["SESSIONS": place]) { server in
      let list = try browser.copy(at: server).get("/list")
      #expect(list.texts == ["Take me along"] + Page.seeds)
    }
  }

  @Test func aDamagedFileChangesNothing() throws {
    try Server.running { server in
      _ = try server.browser().get("/list")
      let lines = try run(server, ["export", "-", "--full-ids"]).output
      #expect(try run(server, ["delete", "--all", "--yes"]).status == 0)
      try server.folder.write(lines + lines.dropLast(9), to: "damaged")
      let result = try run(server, ["import", "damaged"])
      #expect(result.status == 1)
      #expect(
        result.errors
          == "TodoServer: damaged:2: This line is not an exported session: it is not JSON. Nothing was imported.\n")
      #expect(try list(server).isEmpty)
    }
  }

  @Test func aDeletedSessionStartsAgain() throws {
    try Server.running { server in
      let (mine, theirs) = (try server.browser(), try server.browser())
      _ = try mine.get("/list").add("Mine")
      _ = try theirs.get("/list")
      let key = try #require(try list(server, "--used").first?["key"] as? String)
      #expect(try run(server, ["delete", key]).errors == "TodoServer: Deleted sessions: 1.\n")
      #expect(try run(server, ["delete", key]).status == 3)
      #expect(try list(server).count == 1)
      // The server has the session in memory, and notices that it was deleted.
      try waitUntil { try mine.get("/list").texts == Page.seeds }
      #expect(try mine.get("/list").texts == Page.seeds)
      #expect(try theirs.get("/list").status == 200)
    }
  }

  @Test func errorsHaveAMessageAndAnExitStatus() throws {
    try Server.running { server in
      for (arguments, status, word) in [
        (["show", "000000"], 3, "No stored session has a key that begins with 000000."),
        (["delete", "000000"], 3, "000000"),
        ([], 2, "sessions --help"), (["nothing"], 2, "sessions --help"), (["show", "x"], 2, "\"x\""),
        (["delete", "--all"], 2, "--yes"), (["list", "--sessions", "memory:"], 2, "memory"),
        (["list", "--sessions", "sqlite:nowhere/sessions.db"], 1, "nowhere/sessions.db"),
        (["import", "nowhere"], 1, "The file nowhere cannot be read"),
      ] as [([String], Int32, String)] {
        let result = try run(server, arguments)
        #expect(result.status == status, "\(arguments)")
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("TodoServer: "))
        #expect(result.errors.contains(word), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
      }
      let help = try run(server, ["--help"])
      #expect(help.status == 0)
      #expect(help.output.hasPrefix("Usage: TodoServer sessions ACTION"))
    }
  }

  @Test func sessionsAreListedWhileTheServerIsStopped() throws {
    let folder = try TemporaryFolder()
    let environment = ["SESSIONS": "sqlite:\(folder.path)/sessions.db"]
    try Server.running(environment: environment, endedBy: SIGKILL) { server in
      _ = try server.browser().get("/list").toggle(0)
    }
    let result = try Program.run(Server.executable(), ["sessions", "list"], environment: environment)
    #expect(result.status == 0)
    #expect(result.output.contains("\"used\":true"))
  }
}
