import Basics

@testable import HTTPServer

/// A stream that counts its events.
final class CountingStream: EventStream, @unchecked Sendable {
  // Safe because the count is locked.
  private let count = Locked(0)

  init() { super.init(for: nil) { _ in } }

  var eventCount: Int { count.withLock(\.self) }

  override func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    count.withLock { $0 += 1 }
    return true
  }
}
