internal import Dispatch
internal import Foundation
internal import Basics

/// Captures snapshots on other threads than the tests, in several tabs at a time.
final class SnapshotQueue: Sendable {
  static let shared = SnapshotQueue()

  private typealias Finish = @Sendable (Result<SnapshotJob.Capture, any Error>) -> Void

  private struct State {
    var waiting: [(job: SnapshotJob, finish: Finish)] = []
    var threads = 0
    /// The open tabs that are not in use.
    var tabs: [ChromiumTab] = []
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "SnapshotQueue", attributes: .concurrent)

  /// More tabs than cores would not be faster, because drawing a page uses more than one core.
  private static let tabCount = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// Captures a snapshot, and calls `finish` on some thread.
  func add(_ job: SnapshotJob, then finish: @escaping @Sendable (Result<SnapshotJob.Capture, any Error>) -> Void) {
    let starts = state.withLock { state in
      state.waiting.append((job, finish))
      guard state.threads < Self.tabCount else { return false }
      state.threads += 1
      return true
    }
    if starts { queue.async { [self] in work() } }
  }

  /// Captures snapshots until the queue is empty. At most `tabCount` threads run it.
  private func work() {
    while let (job, finish) = next() { finish(Result { try capture(job) }) }
  }

  private func next() -> (job: SnapshotJob, finish: Finish)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.threads -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func capture(_ job: SnapshotJob) throws -> SnapshotJob.Capture {
    let kept = state.withLock { state in
      state.tabs.removeAll { !$0.isOpen }  // tabs of a browser that has ended
      return state.tabs.popLast()
    }
    let tab = try kept ?? Chromium.shared().openTab()
    do {
      let capture = try job.capture(in: tab)
      state.withLock { $0.tabs.append(tab) }
      return capture
    } catch {
      tab.close()
      throw error
    }
  }
}
