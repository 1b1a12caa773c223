internal import XCTest

extension XCTestCase {
  /// Shows screens, and reports failures to XCTest, at the line of the call of `uiTest`.
  func show(
    _ cases: [ScreenTest.Case], oneByOne: Bool, sharesNames: Bool = false, file: StaticString, line: UInt
  ) {
    switch ScreenTest(name: name).show(cases, oneByOne: oneByOne, sharesNames: sharesNames) {
    case .done(let problems): for problem in problems { XCTFail(problem, file: file, line: line) }
    case .skipped(let reason): testRun?.skip(because: reason)
    }
  }
}
