internal import Basics

/// An answer that comes later and that a turn waits for, on no thread.
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

  /// Has something done when the answer is there.
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

/// What a session whose work has run out does next.
enum Settling {
  /// Those who waited were told. Whether more is to be settled, which nothing else would bring about.
  case settled(hasMore: Bool)
  /// Nothing of the session runs until a storage has answered. The function is that of a ``Wait``.
  case waiting(whenOver: (@escaping @Sendable () -> Void) -> Bool)
}
