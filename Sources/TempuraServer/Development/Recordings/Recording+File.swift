internal import Basics
internal import Foundation

/// The file of a recording: two lines of JSON. The first one tells what it is, so that a release can say which files it cannot read.
extension Recording {
  /// The format of files. Counted up if an older release would misread a file.
  package static let format = 1

  private struct Head: Codable {
    var tempuraRecording: Int
  }

  package func file() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "∞", negativeInfinity: "-∞", nan: "nan")
    // Values of ours, without a number that JSON lacks.
    guard let head = try? encoder.encode(Head(tempuraRecording: Self.format)), let body = try? encoder.encode(self)
    else {
      preconditionFailure("A recording has a value that JSON lacks")
    }
    return head + [UInt8(ascii: "\n")] + body + [UInt8(ascii: "\n")]
  }

  package init(file: [UInt8]) throws(RecordingError) {
    let decoder = JSONDecoder()
    let lines = file.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = try? decoder.decode(Head.self, from: Data(lines[0])) else { throw .notARecording }
    guard head.tempuraRecording <= Self.format else { throw .newerFormat(head.tempuraRecording) }
    guard lines.count == 2, lines[1].last == UInt8(ascii: "\n") else { throw .cutOff }
    guard String(utf8: Array(lines[1])) != nil else { throw .damaged(detail: "it has bytes that are no text") }
    do {
      self = try decoder.decode(Recording.self, from: Data(lines[1]))
    } catch {
      throw .damaged(detail: Self.detail(of: error))
    }
  }

  /// Checks that the app is the one that was recorded.
  package func check(app: String) throws(RecordingError) {
    guard app == self.app else { throw .otherApp(self.app, expected: app) }
  }

  private static func detail(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it is not JSON" }
    let (context, problem): (DecodingError.Context, String) =
      switch error {
      case .keyNotFound(let key, let context): (context, "“\(key.stringValue)” is missing")
      case .typeMismatch(_, let context): (context, "a value is of another type")
      case .valueNotFound(_, let context): (context, "a value is missing")
      case .dataCorrupted(let context):
        (context, context.codingPath.isEmpty ? "it is not JSON" : context.debugDescription)
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "it cannot be read")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? problem : "\(problem), at \(path.drop { $0 == "." })"
  }
}
