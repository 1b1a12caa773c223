import Dispatch

@testable import Sessions

/// Keeps the turn to write, so that changes that are added meanwhile wait.
struct HeldTurn: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ queue: WriteQueue) {
    let semaphore = semaphore
    queue.add { _ in semaphore.wait() }
  }

  func release() { semaphore.signal() }
}
