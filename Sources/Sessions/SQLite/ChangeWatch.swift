internal import Dispatch
internal import Basics

/// Notices, about once a second, that another process changed sessions: an operator.
final class ChangeWatch: @unchecked Sendable {
  // Safe because sources are used by any thread, and everything else is locked or constant.
  typealias Observer = @Sendable (SessionKey?) -> Void

  /// Ends a subscription when it is released.
  private final class Subscription: Sendable {
    private let end: @Sendable () -> Void
    init(end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var next = 0
  }

  private let state = Locked(State())
  private let timer: any DispatchSourceTimer

  init(_ queue: WriteQueue) {
    timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
    timer.setEventHandler { [weak self] in
      guard let self, !self.state.withLock(\.observers.isEmpty) else { return }
      queue.add { if $0.hasOtherChanges() { self.tellAll() } }
    }
    timer.activate()
  }

  deinit { timer.cancel() }

  func subscribe(_ observer: @escaping Observer) -> AnyObject {
    let number = state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
    return Subscription { [weak self] in self?.state.withLock { $0.observers[number] = nil } }
  }

  private func tellAll() {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(nil) }
  }
}
