import Foundation
import Testing

@testable import Recordings

@Suite struct RecordingFileTests {
  private static var recording: Recording {
    var recording = Recording.empty
    recording.note(Array(#"{"items":[]}"#.utf8), after: 0)
    var request = Step.Request(
      method: "POST", url: "/?a=1", acts: [Step.Act(.type, id: "field", label: "New “item”", value: "Milk\n\u{2028}😀")],
      isLive: true)
    (request.status, request.bytes, request.urlAfter, request.screen) = (200, 12, "/list", "ListViewController")
    let id = recording.append(time: 1.5, tab: "t", .request(request))
    var dispatch = Step.Dispatch(
      type: "App.Add", properties: [Step.Property("text", text: "Milk")], scope: #"\AppState.a"#)
    (dispatch.wait, dispatch.error, dispatch.result) = (0.25, "no", "1")
    (dispatch.changes, dispatch.views) = (["items[0] added"], ["ListView list"])
    recording.note(Array(#"{"items":["Milk"]}"#.utf8), after: recording.append(time: 2, cause: id, .updater(dispatch)))
    recording.append(time: 3, cause: id, .sideEffect(dispatch))
    recording.append(time: 4, .navigation(Step.Navigation(from: "/", to: "/a", screen: nil)))
    recording.append(time: 5, .save(Step.Save(bytes: 5, storage: "sqlite", error: "full")))
    recording.append(time: 6, .replacement(Step.Replacement(by: "another server", changes: ["a"])))
    recording.append(time: 7, .log(level: "info", text: "a"))
    recording.append(time: 8, .mail(address: "a@b", subject: "c"))
    recording.resume(from: 2)
    recording.append(time: .pi, .log(level: "error", text: "b"))
    recording.stateProblem = "no"
    return recording
  }

  @Test func aFileIsReadAsItWasWritten() throws {
    let recording = Self.recording
    let copy = try Recording(file: recording.file())
    #expect(copy.file() == recording.file())
    #expect("\(copy)" == "\(recording)")
    #expect(copy.timeline.map(\.time) == [1.5, 2, .pi])
    #expect(copy.text(after: 2) == #"{"items":["Milk"]}"#)
  }

  @Test func aFileThatIsReadGoesOnCounting() throws {
    var copy = try Recording(file: Self.recording.file())
    let id = copy.append("a")
    #expect(id == 10)
  }

  @Test func aFileThatIsCutOffIsNotRead() {
    let file = Self.recording.file()
    for count in 0..<file.count {
      let error = #expect(throws: RecordingError.self) { try Recording(file: Array(file[..<count])) }
      #expect(error == (count < 22 ? .notARecording : .cutOff), "\(count) bytes")
    }
  }

  @Test func anyDamageToAFileIsReadOrRefused() {
    let file = Self.recording.file()
    for index in stride(from: 0, to: file.count, by: 3) {
      for byte in [0, UInt8(ascii: "0"), UInt8(ascii: "\""), UInt8(ascii: "]"), 0xff] {
        var damaged = file
        damaged[index] = byte
        guard let recording = try? Recording(file: damaged) else { continue }
        for line in recording.lines.indices { _ = recording.steps(ofLine: line) }
        for step in 0...10 { _ = recording.content(after: step) }
      }
    }
  }

  @Test(arguments: [
    ("", "The file is not a recording of a session."),
    ("{\"a\":1}\n{}\n", "The file is not a recording of a session."),
    ("\u{89}PNG", "The file is not a recording of a session."),
    (
      "{\"tempuraRecording\":2}\n",
      "A newer release saved the recording, in format 2. This one reads formats up to 1."
    ),
    ("{\"tempuraRecording\":1}", "The file of the recording is cut off: its end is missing. Save the recording again."),
    ("{\"tempuraRecording\":1}\n{]\n", "The file of the recording is damaged: it is not JSON."),
    ("{\"tempuraRecording\":1}\n{}\n", "The file of the recording is damaged: “app” is missing."),
    (
      "{\"tempuraRecording\":1}\n{\"app\":1}\n",
      "The file of the recording is damaged: a value is of another type, at app."
    ),
  ])
  func aFileThatCannotBeReadSaysWhy(file: String, sentence: String) {
    let error = #expect(throws: RecordingError.self) { try Recording(file: Array(file.utf8)) }
    #expect(error?.description == sentence)
  }

  @Test(arguments: [
    (#""current":1"#, #""current":2"#), (#""line":0"#, #""line":1"#), (#""line":0"#, #""line":-1"#),
    (#""id":9"#, #""id":2"#), (#""lastID":9"#, #""lastID":3"#),
    (#""time":7"#, #""time":1e300"#), (#""wait":0.25"#, #""wait":-1e300"#),
  ])
  func linesThatDoNotFitTogetherAreNotRead(text: String, replacement: String) throws {
    let file = String(decoding: Self.recording.file(), as: UTF8.self)
    try #require(file.contains(text))
    let damaged = file.replacing(text, with: replacement)
    let error = #expect(throws: RecordingError.self) { try Recording(file: Array(damaged.utf8)) }
    #expect(error == .damaged(detail: "Lines that do not fit together, at lines"))
  }

  @Test func statesThatTakeLongToPutTogetherAreNotRead() throws {
    let file = String(decoding: Self.recording.file(), as: UTF8.self)
    let content = #"{"step":0,"text":"{\"items\":[]}"}"#
    try #require(file.contains(content))
    let difference = #",{"prefix":5,"step":0,"suffix":7,"text":""}"#
    for (count, isRead) in [(200, true), (100_000, false)] {
      let long = file.replacing(
        content, with: content + String(repeating: difference, count: count), maxReplacements: 1)
      #expect(((try? Recording(file: Array(long.utf8))) != nil) == isRead)
    }
  }

  @Test func aRecordingOfAnotherAppIsRefused() throws {
    try Self.recording.check(app: "App")
    let error = #expect(throws: RecordingError.self) { try Self.recording.check(app: "Todo") }
    #expect(error?.description == "The recording is of the app App, not of Todo.")
  }
}
