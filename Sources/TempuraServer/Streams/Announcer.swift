internal import Basics

/// Tells of changes in batches, because each page that is told sends a request. What changes again before its batch is told once.
final class Announcer<Element: Hashable & Sendable>: Sendable {
  private struct State {
    var due: Set<Element> = []
    /// Whether a time is set for the next batch.
    var isRunning = false
  }

  private let state = Locked(State())
  private let batchSize: Int
  private let after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void
  private let tell: @Sendable ([Element]) -> Void

  /// The seconds from one batch to the next.
  static var interval: Double { 0.1 }

  /// - Parameters:
  ///   - batchSize: The most elements of a batch. By default the pages of 1,000 sessions are told in a second.
  ///   - after: Calls a closure after a time.
  ///   - tell: Tells a batch.
  init(
    batchSize: Int = 100, after: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void,
    tell: @escaping @Sendable ([Element]) -> Void
  ) {
    (self.batchSize, self.after, self.tell) = (batchSize, after, tell)
  }

  /// Tells the first elements at once, unless others were told within the interval.
  func announce(_ elements: some Sequence<Element>) {
    let isFirst = state.withLock { state in
      state.due.formUnion(elements)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { tellNext() }
  }

  private func tellNext() {
    let batch = state.withLock { state in
      let batch = Array(state.due.prefix(batchSize))
      state.due.subtract(batch)
      state.isRunning = !batch.isEmpty
      return batch
    }
    if batch.isEmpty { return }
    tell(batch)
    after(Self.interval) { [weak self] in self?.tellNext() }
  }
}
