internal import XCTest

extension XCTestRun {
  /// Where in a source something is; laid out as XCTest's own.
  private struct Place {
    var file: String
    var line: UInt
  }

  // XCTest has no public way to skip a test but to throw out of it, and `uiTest` throws nothing. The name is that of an
  // internal method of `XCTestCaseRun` (swift-corelibs-xctest); were it gone, this module would not be linked.
  @_silgen_name("$s6XCTest0A7CaseRunC10recordSkip11description14sourceLocationySS_AA06SourceH0VSgtF")
  private func recordSkip(_ description: String, _ place: Place?)

  /// Has the test that is running count as skipped.
  func skip(because reason: String) { recordSkip(reason, nil) }
}
