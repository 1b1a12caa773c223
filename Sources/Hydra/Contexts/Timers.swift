private import Dispatch

/// Calls closures after a while, on a thread of its own: code that blocks libdispatch's shared threads delays none.
package final class Timers: @unchecked Sendable {
  // Safe because all mutable state is only touched under `lock`.
  package static let shared = Timers()

  private struct Entry: @unchecked Sendable {
    // Safe because the closure is run once, and its submitter keeps no use of it.
    let time: DispatchTime
    let body: () -> Void
  }

  private let lock = Lock()
  private let changes = DispatchSemaphore(value: 0)
  /// The last one is due first.
  private var entries: [Entry] = []
  private var hasThread = false

  /// Calls `body` `seconds` from now. It must not block, nor run app code.
  package func after(_ seconds: Double, _ body: @escaping () -> Void) {
    let entry = Entry(time: .now() + seconds, body: body)
    let (isFirst, needsThread) = lock.withLock {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].time > entry.time { low = middle + 1 } else { high = middle }
      }
      entries.insert(entry, at: low)
      defer { hasThread = true }
      return (low == entries.count - 1, !hasThread)
    }
    if needsThread { start() } else if isFirst { changes.signal() }
  }

  private func start() {
    guard !ThreadPool.detach(stackSize: 1 << 18, run) else { return }
    // The system has no thread left, perhaps for the moment.
    let waiting = lock.withLock {
      hasThread = false
      defer { entries = [] }
      return entries
    }
    for entry in waiting { DispatchQueue.global().asyncAfter(deadline: entry.time) { entry.body() } }
  }

  private func run() {
    while true {
      let (due, next) = lock.withLock { () -> ([Entry], DispatchTime) in
        let now = DispatchTime.now()
        let first = entries.lastIndex { $0.time > now }.map { $0 + 1 } ?? 0
        let due = Array(entries[first...].reversed())
        entries.removeSubrange(first...)
        return (due, entries.last?.time ?? .distantFuture)
      }
      for entry in due { entry.body() }
      if due.isEmpty { _ = changes.wait(timeout: next) }
    }
  }
}
