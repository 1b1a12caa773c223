import Foundation
import XCTest

@testable import TempuraTesting

/// Waiting on the main thread for values of other threads.
final class PendingValueXCTests: XCTestCase {
  func testAValueOfAnotherThreadArrives() throws {
    let value = PendingValue<Int>()
    Thread.detachNewThread { value.deliver(7) }
    XCTAssertEqual(try value.wait(seconds: 10), 7)
  }

  func testAValueCanBeReadTwice() throws {
    let value = PendingValue<Int>()
    value.deliver(7)
    XCTAssertEqual(try value.wait(seconds: 10), 7)
    XCTAssertEqual(try value.wait(seconds: 10), 7)  // without another signal
  }

  /// A test on the main actor is work of the main queue: no other work of that queue runs before the test returns.
  @MainActor func testAValueEndsTheWaitOfATestOnTheMainActor() async throws {
    let first = PendingValue<Int>()
    let second = PendingValue<Bool>()
    let hasFirst = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      first.deliver(7)
      second.deliver(hasFirst.wait(timeout: .now() + 5) == .success)
    }
    XCTAssertEqual(try first.wait(seconds: 10), 7)
    hasFirst.signal()
    XCTAssertTrue(try second.wait(seconds: 10))
  }

  func testWaitingEndsWithAnErrorIfThereIsNoValue() {
    XCTAssertThrowsError(try PendingValue<Int>().wait(seconds: 0)) { error in
      XCTAssertEqual(error as? AppDriverError, .silent(seconds: 0))
    }
  }
}
