import Foundation
import Glibc
import TestSupport
import Testing

/// The edit loop with builds that only succeed, fail or hang. Tests/Browser/edit-check compiles.
struct EditLoopTests {
  /// What a build does is in a source.
  private static let build = "echo \"Sources/App.swift:1:1: error: wrong\" >said\n. Sources/App.swift\n"

  private func editing(
    endedBy signal: Int32 = SIGTERM, _ body: (Server, Browser, _ save: (String) throws -> Void) throws -> Void
  ) throws {
    try Server.running(
      program: "CounterServer", ["--port", "0", "--build", "sh ./build"],
      files: ["build": Self.build, "Sources/App.swift": ":"], endedBy: signal
    ) { server in
      try body(server, server.browser()) { try server.folder.write($0, to: "Sources/App.swift") }
    }
  }

  private func count(_ text: String, in server: Server) -> Int { server.program.errors.ranges(of: text).count }

  private func press(in browser: Browser) throws {
    _ = try browser.post("/", [("tap", "counterView.addButton"), ("page", "\(UUID())")])
  }

  @Test func aBuildReplacesTheProgramAndSessionsGoOn() throws {
    try editing { server, browser, save in
      _ = try browser.get("/")
      for number in 1...3 {
        try press(in: browser)
        try save(": \(number)")
        try waitUntil { count("the new program serves.", in: server) == number }
        #expect(try browser.get("/").text.contains("the counter is at \(number)"), "\(server.program.errors)")
      }
    }
  }

  @Test func aBuildThatFailsLeavesTheProgramInUse() throws {
    try editing { server, browser, save in
      _ = try browser.get("/")
      try press(in: browser)
      try save("cat said; exit 3")
      try waitUntil { count("The build failed", in: server) == 1 }
      #expect(count("Sources/App.swift:1:1: error: wrong\n", in: server) == 1)
      #expect(try browser.get("/").text.contains("the counter is at 1"))
      try save(":")
      try waitUntil { count("the new program serves.", in: server) == 1 }
    }
  }

  @Test func aChangeDuringABuildIsBuiltAfterIt() throws {
    try editing { server, _, save in
      try save("echo begun >begun; while [ ! -e go ]; do sleep 0.01; done; echo one >>built")
      try waitUntil { !server.folder.read("begun").isEmpty }
      try save("echo two >>built")
      // The loop has seen the change before the build ends, or sees it then.
      try server.folder.write("", to: "go")
      try waitUntil { count("the new program serves.", in: server) >= 1 }
      try waitUntil { String(decoding: server.folder.read("built"), as: UTF8.self).hasSuffix("two\n") }
    }
  }

  @Test func filesOfEditorsAreNotBuilt() throws {
    try editing { server, _, save in
      for name in [".App.swift.swp", "4913", "App.swift~", "#App.swift#"] {
        try server.folder.write("", to: "Sources/\(name)")
      }
      try save(":")
      try waitUntil { count("the new program serves.", in: server) == 1 }
      #expect(count("built in", in: server) == 1)
    }
  }

  @Test func controlCEndsABuildToo() throws {
    try editing(endedBy: SIGINT) { server, _, save in
      try save("echo $$ >process; exec sleep 1000")
      try waitUntil { Int32(String(decoding: server.folder.read("process"), as: UTF8.self).dropLast()) != nil }
      let process = try #require(Int32(String(decoding: server.folder.read("process"), as: UTF8.self).dropLast()))
      server.program.signal(SIGINT)
      #expect(server.program.wait() == 0)
      #expect(kill(process, 0) != 0)
    }
  }

  @Test func aLoopThatIsKilledLeavesNoServer() throws {
    try editing(endedBy: SIGKILL) { server, browser, _ in
      _ = try browser.get("/")
      server.program.signal(SIGKILL)
      try waitUntil { (try? server.connect()) == nil }
    }
  }

  @Test func aProgramThatCannotStartEndsTheLoop() throws {
    let folder = try TemporaryFolder()
    let program = try Program(
      Server.executable("CounterServer"), ["--port", "0", "--build", "true", "--templates", "missing"],
      environment: Server.environment([:], in: folder), workingFolder: folder.path)
    program.drain()
    #expect(program.wait() == 1)
    #expect(program.errors.contains("There is no folder missing."))
  }
}
