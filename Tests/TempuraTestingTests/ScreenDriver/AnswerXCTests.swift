import Foundation
import XCTest

@testable import TempuraTesting

/// Answers from other threads, on the main thread.
final class AnswerXCTests: XCTestCase {
  func testAnAnswerOfAnotherThreadIsGot() throws {
    let answer = Answer<Int>()
    Thread.detachNewThread { answer.deliver(7) }
    XCTAssertEqual(try answer.wait(seconds: 10), 7)
  }

  func testAnAnswerThatIsThereNeedsNoSignal() throws {
    let answer = Answer<Int>()
    answer.deliver(7)
    XCTAssertEqual(try answer.wait(seconds: 10), 7)
    XCTAssertEqual(try answer.wait(seconds: 10), 7)  // the signal is used up
  }

  func testNoAnswerIsSilence() {
    XCTAssertThrowsError(try Answer<Int>().wait(seconds: 0)) { error in
      XCTAssertEqual(error as? AppDriverError, .silent(seconds: 0))
    }
  }
}
