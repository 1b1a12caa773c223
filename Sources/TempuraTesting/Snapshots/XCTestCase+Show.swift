internal import XCTest

extension XCTestCase {
  /// Shows screens, and reports failures to XCTest.
  func show(_ cases: [ScreenTest.Case], oneByOne: Bool, sharesNames: Bool = false) {
    switch ScreenTest(name: name).show(cases, oneByOne: oneByOne, sharesNames: sharesNames) {
    case .done(let problems): for problem in problems { XCTFail(problem) }
    case .skipped(let reason): testRun?.skip(because: reason)
    }
  }
}
