/// Work that is handed to another thread.
package struct Job: @unchecked Sendable {
  // Safe because a job runs once, on one thread, and its submitter does not use it any more.
  package let run: () -> Void

  package init(_ run: @escaping () -> Void) { self.run = run }
}
