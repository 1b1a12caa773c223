internal import Testing
internal import XCTest

/// Reports failures of the running test to XCTest or Swift Testing.
enum TestFailure {
  static func record(_ text: String, at site: CallSite) {
    guard Test.current != nil else {
      XCTFail(text, file: site.file, line: site.line)
      return
    }
    let location = SourceLocation(
      fileID: site.fileID, filePath: site.file.description, line: Int(site.line), column: Int(site.column))
    Issue.record(Comment(rawValue: text), sourceLocation: location)
  }
}

/// The source location that a failure is reported at.
struct CallSite: Sendable {
  let fileID: String
  let file: StaticString
  let line: UInt
  let column: UInt
}
