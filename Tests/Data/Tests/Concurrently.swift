import Foundation
import Testing

/// Runs a body on several threads at the same time, and waits for all.
func concurrently(_ count: Int, _ body: () throws -> Void) {
  // Safe because this waits for all calls.
  nonisolated(unsafe) let body = body
  DispatchQueue.concurrentPerform(iterations: count) { _ in #expect(throws: Never.self) { try body() } }
}
