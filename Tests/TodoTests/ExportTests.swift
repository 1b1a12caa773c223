import Foundation
import Recordings
import TempuraTesting
import Testing

@testable import Todo

/// What a user does is recorded, and exported as a test. It is the file beside this one, so it compiles and runs with the
/// others. `UPDATE_EXPORTS=1` writes it anew.
@Suite struct ExportTests {
  private static func run() throws -> Recording {
    let state = """
      {"items":[{"id":"a1b2c3d4e5f6a7b8","text":"Pet my \\"unicorn\\"","completed":false,"archived":false},\
      {"id":"b1b2c3d4e5f6a7b8","text":"Visit mars","completed":false,"archived":false}]}
      """
    let app = try AppDriver(recording: TodoAppDelegate.self, storedState: Data(state.utf8))
    try app.open("/")
    try app.tap("What are you going to do today?")
    try app.type("Buy “milk”\\", into: "What are you going to do?")
    try app.tap("Done")
    try app.tap("Done: Buy “milk”\\")
    try app.tap("Visit mars")
    try app.type("Visit Venus", into: "textView")
    try app.submit()
    try app.tap("Done: Pet my \"unicorn\"")
    try app.tap("Archive completed items")
    var recording = try #require(app.recording)
    recording.release = "1"
    return recording
  }

  @Test func theExportedTestIsTheOneThatRunsHere() throws {
    let source = try Recording(file: Self.run().file()).appTest()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "RecordedRunTests.swift")
    if ProcessInfo.processInfo.environment["UPDATE_EXPORTS"] != nil {
      try source.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == source)
  }
}
