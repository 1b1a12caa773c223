internal import Recordings

struct ExportContent: Codable, Equatable, Sendable {
  var summary = ""
  /// The source of the test; nil if none was asked for.
  var test: String?
  /// The step up to which the test goes; nil for all.
  var step: Int?
  /// Such as "todo.recording".
  var fileName = ""

  init() {}

  init(_ question: Question) {
    guard let recording = question.recording else { return }
    step = question.choices.step
    let count = recording.lines.reduce(0) { $0 + $1.steps.count }
    summary =
      "\(recording.app) \(recording.release), \(Format.count(count)) steps"
      + (recording.lines.count > 1 ? " in \(recording.lines.count) lines" : "")
    fileName = "\(recording.app.split(separator: " ").joined(separator: "-").lowercased()).recording"
    if question.choices.showsTest { test = recording.appTest(upTo: step) }
  }
}
