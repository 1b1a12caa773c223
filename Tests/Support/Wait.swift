internal import Foundation

/// Waits until a condition is true, which another thread or process changes. It is looked at every millisecond, so that the core is
/// free for the others.
///
/// - Throws: A `TestError` after a minute.
package func waitUntil(_ condition: () throws -> Bool) throws {
  let deadline = Date.now + 60
  while try !condition() {
    guard Date.now < deadline else { throw TestError("The condition was not true within 60 s.") }
    usleep(1_000)
  }
}

/// Waits until a condition is true, which another task changes, or the task is cancelled.
package func waitUntil(_ condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
}
