import Foundation
import HTTPServer
import Katana
import Recordings
import Sessions
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// An operator's recording of a session.
@Suite final class RecordingCommandTests {
  private final class Delegate: TestDelegate<LibraryState, NavigatorOnly>, RecordingRedaction {
    static let redactedKeys: Set<String> = ["count"]

    override func makeRoot() -> UIViewController { DevelopedController(store: store) }
  }

  private let server: AppServer
  private let browser: Browser
  private let admin: Browser
  private let folder: TemporaryFolder

  init() throws {
    let options = try CommandLineOptions(
      arguments: ["--port", "0", "--sessions", "memory:", "--no-access-log", "--admin", "0"], environment: [:])
    server = try ServerStart(
      app: Delegate.self, configuration: ServerConfiguration(), options: options, name: "Test"
    ).server()
    browser = Browser(port: try server.start())
    admin = Browser(port: try #require(server.adminAddress).port)
    folder = try TemporaryFolder()
    try browser.open("/home")
  }

  deinit { server.stop() }

  private var key: SessionKey {
    get throws { try #require(server.runtime.sessions.sessions(unusedSince: .max).first).key }
  }

  private func post(_ path: String) throws -> (status: Int, body: String) {
    let answer = try admin.send("POST", path, body: nil)
    return (answer.status, answer.body)
  }

  @Test func whatTheUserDoesIsInTheFile() throws {
    let path = "/recordings/\(try key.hexadecimal)"
    #expect(try post("\(path)?seconds=60").status == 200)
    try browser.open("/home")
    let (status, body) = try post("\(path)/end")
    #expect(status == 200)
    let recording = try Recording(file: Array(body.utf8))
    #expect(
      recording.timeline.contains { if case .request(let request) = $0.event { request.url == "/home" } else { false } }
    )
    // Nothing is recorded any more.
    #expect(try post("\(path)/end").status == 404)
    #expect(server.runtime.app.recorders?.isActive == false)
  }

  @Test func valuesThatTheAppNamesAreRedacted() throws {
    let path = "/recordings/\(try key.hexadecimal)"
    _ = try post("\(path)?seconds=60")
    let live = LivePage(browser, tab: "tab00000", at: "/home")
    try live.ask()
    try live.tap("work")
    let recording = try Recording(file: Array(try post("\(path)/end").body.utf8))
    let last = try #require(recording.timeline.last).id
    let content = try #require(recording.content(after: last).map { String(decoding: $0, as: UTF8.self) })
    var changes: [String] = []
    for step in recording.timeline {
      if case .updater(let updater) = step.event { changes += updater.changes }
    }
    #expect(Set(changes) == ["state.count = •••"])
    #expect(content.contains(#""count":0"#))
  }

  @Test func aSessionThatGetsAnotherIDIsRecordedOn() throws {
    let key = try key
    let path = "/recordings/\(key.hexadecimal)"
    _ = try post("\(path)?seconds=60")
    try browser.open("/home")
    let session = try #require(server.runtime.sessions.session(of: key))
    let recorder = try #require(session.recorder)
    session.queue.submit {
      session.rename(to: SessionIDRotation.NewID(id: .random(), claim: SessionKey(of: .random())))
    }
    // It may leave memory, and come back.
    let again = server.runtime.app.recorders?.recorder(for: recorder.key, session.mark, server.runtime)
    #expect(again === recorder)
    let (status, body) = try post("\(path)/end")
    #expect(status == 200)
    #expect(try !Recording(file: Array(body.utf8)).timeline.isEmpty)
  }

  @Test func textsOfSecureFieldsAreNowhereInTheFile() throws {
    let path = "/recordings/\(try key.hexadecimal)"
    _ = try post("\(path)?seconds=60")
    let live = LivePage(browser, tab: "tab00000", at: "/home")
    try live.ask()
    // The app has it in its state.
    try live.tap("save", ["developedView.titleField": "Milk", "developedView.passwordField": "open \"sesame"])
    let body = try post("\(path)/end").body
    #expect(body.contains("Milk"))
    #expect(!body.contains("sesame"))
    #expect(
      try Recording(file: Array(body.utf8)).timeline.contains { if case .updater = $0.event { true } else { false } })
  }

  @Test func aSessionThatWorksIsRecordedWhenThatHasEnded() throws {
    let key = try key
    let gate = "\(#function)"
    // Safe because this thread does not use it meanwhile.
    nonisolated(unsafe) let live = LivePage(browser, tab: "tab00000", at: "/home")
    try live.ask()
    let tap = Thread { _ = try? live.tap("wait", ["developedView.titleField": gate]) }
    tap.start()
    try waitUntil { server.runtime.longWork.count == 1 }
    let answer = try post("/recordings/\(key.hexadecimal)?seconds=60")
    #expect(answer.body == "The session is recorded when its work has ended.\n")
    Gates.of(gate).signal()
    try waitUntil { tap.isFinished }
    server.runtime.endOverdueRecordings()
    try waitUntil { server.runtime.sessions.session(of: key) == nil }
    try browser.open("/home")
    #expect(server.runtime.app.recorders?.all.count == 1)
  }

  @Test func aSessionThatIsNotUsedHasNoFile() throws {
    let path = "/recordings/\(try key.hexadecimal)"
    _ = try post("\(path)?seconds=60")
    let (status, body) = try post("\(path)/end")
    #expect(status == 404)
    #expect(body == "The session was not used meanwhile.\n")
  }

  @Test(arguments: [
    ("/recordings/", 404, "Name a session by the 32 digits of its key.\n"),
    ("/recordings/abc?seconds=5", 404, "Name a session by the 32 digits of its key.\n"),
    ("/recordings/00000000000000000000000000000000/stop", 404, "Name a session by the 32 digits of its key.\n"),
    ("/recordings/00000000000000000000000000000000", 400, "Say for how many seconds: 1 to 86400.\n"),
    ("/recordings/00000000000000000000000000000000?seconds=0", 400, "Say for how many seconds: 1 to 86400.\n"),
    ("/recordings/00000000000000000000000000000000/end", 404, "This session is not recorded.\n"),
  ])
  func aRequestThatIsWrongIsRefused(path: String, status: Int, sentence: String) throws {
    let answer = try post(path)
    #expect(answer.status == status)
    #expect(answer.body == sentence)
  }

  @Test func onlyPostBeginsARecording() throws {
    #expect(try admin.get("/recordings/\(try key.hexadecimal)?seconds=5").status == 405)
    #expect(server.runtime.app.recorders?.isActive == false)
  }

  @Test func fewSessionsAreRecordedAtOnce() throws {
    for number in 0..<8 {
      #expect(try post("/recordings/0000000000000000000000000000000\(number)?seconds=5").status == 200)
    }
    #expect(try post("/recordings/\(try key.hexadecimal)?seconds=5").status == 409)
  }

  @Test func aRecordingThatNobodyEndsEnds() throws {
    let recorders = try #require(server.runtime.app.recorders)
    #expect(recorders.want(try key, until: server.runtime.now - 61))
    server.runtime.endOverdueRecordings()
    #expect(!recorders.isActive)
  }

  /// Takes a second, because the command waits for that.
  @Test func theCommandWritesTheFile() throws {
    let file = folder.path("bug.recording")
    let command = RecordingCommand(key: try key, file: file, seconds: 1, admin: try #require(server.adminAddress))
    var lines: [String] = []
    try command.run { line in
      lines.append(line)
      if lines.count == 1 { _ = try? browser.get("/home") }
    }
    let recording = try Recording(file: Array(Data(contentsOf: URL(fileURLWithPath: file))))
    #expect(!recording.timeline.isEmpty)
    #expect(lines.count == 2)
    #expect(throws: FileError.self) { try command.run { _ in } }
  }

  @Test func withoutARecordingThereIsNoFile() throws {
    let file = folder.path("none.recording")
    let command = RecordingCommand(key: try key, file: file, seconds: 1, admin: .unix(path: folder.path("nowhere")))
    #expect(throws: RecordingCommandError.noServer) { try command.run { _ in } }
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
