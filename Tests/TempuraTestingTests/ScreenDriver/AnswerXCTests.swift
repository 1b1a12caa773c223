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

  /// Such a test is work of the main queue: nothing else that is submitted to that queue runs before it returns.
  @MainActor func testAnAnswerEndsTheWaitOfATestOnTheMainActor() async throws {
    let first = Answer<Int>()
    let second = Answer<Bool>()
    let hasFirst = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      first.deliver(7)
      second.deliver(hasFirst.wait(timeout: .now() + 5) == .success)
    }
    XCTAssertEqual(try first.wait(seconds: 10), 7)
    hasFirst.signal()
    XCTAssertTrue(try second.wait(seconds: 10))
  }

  func testNoAnswerIsSilence() {
    XCTAssertThrowsError(try Answer<Int>().wait(seconds: 0)) { error in
      XCTAssertEqual(error as? AppDriverError, .silent(seconds: 0))
    }
  }
}
