private import Dispatch

/// Calls closures after a time, on a thread of its own. Code that blocks libdispatch's shared threads delays none of them.
package final class Timers: @unchecked Sendable {
  // Safe because `lock` guards all mutable state.
  package static let shared = Timers()

  private struct Entry: Comparable {
    let time: DispatchTime
    let number: Int
    let job: Job

    static func < (a: Entry, b: Entry) -> Bool { a.time == b.time ? a.number < b.number : a.time < b.time }
    static func == (a: Entry, b: Entry) -> Bool { a.number == b.number }
  }

  private let lock = Lock()
  private let changes = DispatchSemaphore(value: 0)
  private var entries = Heap<Entry>()
  private var count = 0
  private var hasThread = false

  /// Calls `body` `seconds` from now. It must not block, nor run app code.
  package func after(_ seconds: Double, _ body: @escaping () -> Void) {
    let time = DispatchTime.now() + seconds
    let (isFirst, needsThread) = lock.withLock {
      count += 1
      entries.insert(Entry(time: time, number: count, job: Job(body)))
      defer { hasThread = true }
      return (entries.least?.number == count, !hasThread)
    }
    if needsThread { start() } else if isFirst { changes.signal() }
  }

  private func start() {
    if let thread = try? SystemThread(stackSize: 1 << 18, { self.run() }) { return thread.detach() }
    // The system has no thread left, perhaps only for the moment: libdispatch keeps these times.
    let waiting = lock.withLock {
      hasThread = false
      defer { entries = Heap() }
      return entries.elements
    }
    for entry in waiting { DispatchQueue.global().asyncAfter(deadline: entry.time) { entry.job.run() } }
  }

  private func run() {
    while true {
      let (due, next) = lock.withLock { () -> ([Entry], DispatchTime) in
        let now = DispatchTime.now()
        var due: [Entry] = []
        while let entry = entries.least, entry.time <= now {
          entries.removeLeast()
          due.append(entry)
        }
        return (due, entries.least?.time ?? .distantFuture)
      }
      for entry in due { entry.job.run() }
      if due.isEmpty { _ = changes.wait(timeout: next) }
    }
  }
}
