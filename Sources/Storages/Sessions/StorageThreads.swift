package import Basics

/// The threads of a storage.
package final class StorageThreads: Sendable {
  private let threads = Locked<[SystemThread]>([])

  package init() {}

  package func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let thread = try SystemThread(body)
    threads.withLock { $0.append(thread) }
  }

  /// Releases the threads, which are about to end.
  ///
  /// - Parameter waits: Whether to wait for their ends. One of them cannot wait for itself.
  package func end(waits: Bool) {
    let ended = threads.withLock { exchange(&$0, with: []) }
    if waits {
      precondition(!ended.contains(where: \.isCurrent), "An answer must not close the storage that it comes from.")
    }
    for thread in ended {
      if waits { thread.join() } else { thread.detach() }
    }
  }
}
