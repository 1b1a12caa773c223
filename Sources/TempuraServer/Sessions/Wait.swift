internal import Basics

/// An answer that comes later. The caller waits for it without a thread.
final class Wait<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(@Sendable () -> Void)
    case over(Value)
  }

  private let state = Locked(State.open)

  /// Ends the wait, once.
  func end(with value: Value) {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state = .over(value) }
      if case .awaited(let body) = state { return body }
      return nil
    }
    body?()
  }

  /// Calls `body` when the answer is there.
  ///
  /// - Returns: False if it is there already: then `body` is not called.
  func whenOver(_ body: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if case .over = state { return false }
      state = .awaited(body)
      return true
    }
  }

  /// The answer, if it is there.
  var value: Value? {
    state.withLock { state in if case .over(let value) = state { value } else { nil } }
  }
}
