import Foundation
import Glibc
import TestSupport
import Testing

/// A new build with the sessions of an older one.
struct OlderBuildTests {
  /// Uses a server, and changes what it has stored. Then calls `body` with the environment of a new server.
  private func rewriting(
    _ old: String, as new: String, _ body: (Browser, [String: String]) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let environment = ["SESSIONS": "sqlite:\(folder.path)/sessions.db"]
    let browser = try Server.running(environment: environment) { server in
      let browser = try server.browser()
      _ = try browser.get("/list").add("Water the plants").toggle(1)
      return browser
    }
    let lines = try sessions(["export", "-", "--full-ids"], environment).output
    // The content is a text in each line.
    let (old, new) = (old.replacing("\"", with: #"\""#), new.replacing("\"", with: #"\""#))
    #expect(lines.contains(old))
    let result = try sessions(["import", "-", "--replace"], environment, input: lines.replacing(old, with: new))
    #expect(result.status == 0)
    try body(browser, environment)
  }

  private func sessions(
    _ arguments: [String], _ environment: [String: String], input: String = ""
  ) throws -> Program.Result {
    try Program.run(
      Server.executable(), ["sessions"] + arguments, environment: environment, input: Array(input.utf8))
  }

  private func check(_ environment: [String: String]) throws -> Program.Result {
    try Program.run(Server.executable(), ["--check-sessions"], environment: environment)
  }

  @Test func aSessionWithoutANewPropertyContinues() throws {
    try rewriting(#""archived":false"#, as: #""isUrgent":false"#) { browser, environment in
      let result = try check(environment)
      #expect(result.status == 1, "isUrgent would be lost")
      #expect(result.output.hasPrefix("Sessions that this build can read: 1 of 1.\nCompleted: 1. "))
      #expect(result.output.contains("Todo.archived with false."))
      #expect(result.output.contains("Todo.isUrgent"))
      try Server.running(environment: environment) { server in
        let list = try browser.copy(at: server).get("/list")
        #expect(list.texts == ["Water the plants"] + Page.seeds)
        #expect(list.doneTexts == [Page.seeds[0]])
        let parts = server.program.errors.components(separatedBy: "Todo.archived with false")
        #expect(parts.count == 2, "\(server.program.errors)")
        // Beside a running server.
        #expect(try check(environment).status == 1)
      }
    }
  }

  @Test func aSessionThatCannotBeReadIsReportedBeforeItsUserComes() throws {
    try rewriting(#""completed":true"#, as: #""completed":"yes""#) { _, environment in
      let result = try check(environment)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("Sessions that this build can read: 0 of 1.\nUnreadable: 1 ("))
      #expect(result.output.contains("state.items.[].completed: Expected to decode Bool but found a string instead."))
      #expect(result.errors.isEmpty)
      try Server.running(environment: environment) { server in
        try waitUntil { server.program.errors.contains("this build cannot read 1 (") }
      }
    }
  }

  @Test func aCheckWithoutStoredSessionsFails() throws {
    let missing = try check(["SESSIONS": "sqlite:nowhere/sessions.db"])
    #expect(missing.status == 1)
    #expect(missing.errors.contains("nowhere/sessions.db"))
    #expect(try check(["SESSIONS": "memory:"]).status == 2)
  }
}
