import Basics
import DevelopmentPanel
import Foundation
import Recordings
import TempuraServer
import TempuraTesting
import Testing

/// One at a time, because an app has one source in a process.
@Suite(.serialized) struct PanelTests {
  private let source = FakeSource.todo()

  init() {
    let source = source
    PanelDelegate.source.withLock { $0 = source }
  }

  private func panel(_ url: String = "/steps") throws -> AppDriver {
    let app = try AppDriver(PanelDelegate.self)
    try app.open(url)
    return app
  }

  // For people: shows the panel until the process is ended.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PANEL_PORT"] != nil))
  func servesThePanelForPeople() throws {
    let environment = ProcessInfo.processInfo.environment
    if let steps = environment["PANEL_STEPS"].flatMap(Int.init) {
      let recording = TodoRecording(taps: steps)
      source.change { $0.recordings["one"] = recording.recording }
    }
    let port = environment["PANEL_PORT"].flatMap(UInt16.init) ?? 0
    let server = try AppServer.inMemory(
      PanelDelegate.self, configuration: PanelDelegate.serverConfiguration, port: port)
    try server.start()
    while true { sleep(60) }
  }

  @Test func theLineOfTimeShowsWhatHappened() throws {
    let app = try panel()
    #expect(try app.text(of: "list.4.button").contains("AddItem"), "\(app)")
  }
}
