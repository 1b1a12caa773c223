/// Why the file of a recording cannot be read.
package enum RecordingError: Error, Equatable, CustomStringConvertible {
  case notARecording
  case cutOff
  /// - Parameter detail: Where, as far as that is known.
  case damaged(detail: String)
  case newerFormat(Int)
  case otherApp(String, expected: String)

  package var description: String {
    switch self {
    case .notARecording: "The file is not a recording of a session."
    case .cutOff: "The file of the recording is cut off: its end is missing. Save the recording again."
    case .damaged(let detail): "The file of the recording is damaged: \(detail)."
    case .newerFormat(let format):
      "A newer release saved the recording, in format \(format). This one reads formats up to \(Recording.format)."
    case .otherApp(let app, let expected): "The recording is of the app \(app), not of \(expected)."
    }
  }
}

/// Why a text is not JSON.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  let problem: String
  /// Nil for a text of one line.
  let line: Int?

  package var description: String { "This is not JSON: \(line.map { "in line \($0), " } ?? "")\(problem)." }
}
