internal import XCTest

extension XCTestRun {
  /// A source location, with the memory layout of XCTest's own type.
  private struct SourceLocation {
    var file: String
    var line: UInt
  }

  // In XCTest's public API a test is skipped only by an error that it throws, and `uiTest` does not throw. This is an
  // internal method of `XCTestCaseRun` (swift-corelibs-xctest). If XCTest renames it, linking fails.
  @_silgen_name("$s6XCTest0A7CaseRunC10recordSkip11description14sourceLocationySS_AA06SourceH0VSgtF")
  private func recordSkip(_ description: String, _ location: SourceLocation?)

  /// Marks the running test as skipped.
  func skip(because reason: String) { recordSkip(reason, nil) }
}
