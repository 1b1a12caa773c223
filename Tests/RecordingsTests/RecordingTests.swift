import Testing

@testable import Recordings

@Suite struct RecordingTests {
  @Test func aChangeOfAStepIsFoundByItsID() {
    var recording = Recording(
      app: "App", release: "1", stateVersion: 1, stateType: "App.State", delegate: "App.AppDelegate", language: "en")
    let id = recording.append(time: 1, .log(level: "info", text: "a"))
    recording.append(time: 2, .log(level: "info", text: "b"))
    recording.update(id) { $0.duration = 3 }
    #expect(recording.lines[0].steps.map(\.duration) == [3, nil])
  }
}
