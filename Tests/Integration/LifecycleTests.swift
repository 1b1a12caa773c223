import Foundation
import Glibc
import TestSupport
import Testing

/// What a server calls of the app, and its jobs: `ServerLifecycle`.
struct LifecycleTests {
  private func events(in folder: TemporaryFolder) -> [String] {
    String(decoding: folder.read("lifecycle"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func names(of events: [String]) -> [String] {
    events.map { $0.split(separator: " ").dropLast().joined(separator: " ") }
  }

  /// Runs a server whose job waits, and stops it.
  ///
  /// - Parameter body: Called when the server is about to stop, with the path of the pipe that the job waits for.
  /// - Returns: What the app was told, and the log.
  private func stopDuringJob(_ flags: [String] = [], _ body: (_ gate: String) -> Void) throws -> (
    names: [String], log: String
  ) {
    let folder = try TemporaryFolder()
    let gate = folder.path("gate")
    try #require(mkfifo(gate, 0o600) == 0)
    return try Server.running(
      program: "TrapServer", ["--port", "0"] + flags, environment: ["JOB_GATE": gate], files: ["lifecycle": ""]
    ) { server in
      try waitUntil { events(in: server.folder).count == 2 }
      server.program.signal(SIGTERM)
      try waitUntil { server.program.errors.contains("stopping after the current requests") }
      body(gate)
      #expect(server.program.wait() == 0)
      return (names(of: events(in: server.folder)), server.program.errors)
    }
  }

  @Test(arguments: [[], ["--workers", "1"]]) func theAppIsToldInTheProcessThatServes(flags: [String]) throws {
    var (folder, process): (TemporaryFolder?, pid_t) = (nil, 0)
    try Server.running(program: "TrapServer", ["--port", "0"] + flags, files: ["lifecycle": ""]) { server in
      (folder, process) = (server.folder, server.program.id)
      _ = try server.browser().get("/")
      _ = try server.browser().get("/")
    }
    let events = events(in: try #require(folder))
    #expect(names(of: events) == ["will start", "did stop"])
    let processes = Set(events.compactMap { $0.split(separator: " ").last.flatMap { pid_t($0) } })
    #expect(processes.count == 1 && processes.contains(process) == flags.isEmpty)
  }

  @Test func anErrorEndsTheStart() throws {
    let folder = try TemporaryFolder()
    for file in ["lifecycle", "fail"] { try folder.write("", to: file) }
    let result = try Program.run(
      Server.executable("TrapServer"), ["--port", "0"], environment: Server.environment([:], in: folder),
      workingFolder: folder.path)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.contains("TrapServer: AppDelegate.serverWillStart() failed: it cannot be done\n"))
    #expect(events(in: folder).count == 1)
  }

  @Test func commandsTellTheAppNothing() throws {
    let folder = try TemporaryFolder()
    for file in ["lifecycle", "fail"] { try folder.write("", to: file) }
    for arguments in [["--help"], ["--check-sessions"], ["sessions", "list"], ["parts", "list"], ["--health-check"]] {
      let result = try Program.run(
        Server.executable("TrapServer"), arguments, environment: Server.environment([:], in: folder),
        workingFolder: folder.path)
      #expect(!result.errors.contains("serverWillStart"), "\(arguments)")
    }
    #expect(events(in: folder) == [])
  }

  @Test func aServerThatStopsWaitsForItsJob() throws {
    let (names, log) = try stopDuringJob { gate in close(open(gate, O_WRONLY)) }
    #expect(names == ["will start", "job begins", "job ends", "did stop"])
    #expect(log.contains("The job slow failed: it cannot be done"))
  }

  // Takes the second that the server waits.
  @Test func aJobThatDoesNotEndIsNamed() throws {
    let (names, log) = try stopDuringJob(["--drain", "1"]) { _ in }
    #expect(names == ["will start", "job begins"], "it may use what the app would close")
    #expect(log.contains("The job slow was still running when the server stopped."))
  }
}
