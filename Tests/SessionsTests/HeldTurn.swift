import Dispatch

@testable import SQLiteSessions
@testable import Sessions

/// Holds the turn to write, so that new changes wait in the queue.
struct HeldTurn: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ queue: WriteQueue) async {
    let semaphore = semaphore
    await withCheckedContinuation { begun in
      Task {
        await queue.run { _ in
          begun.resume()
          semaphore.wait()
        }
      }
    }
  }

  func release() { semaphore.signal() }
}
