/// Where a store reads its state, and where its listeners are: a container, or a key path in one's state.
protocol StateSource<Value>: AnyObject, Sendable {
  associatedtype Value: State

  var state: Value { get }

  /// Calls `listener` after every updater of the container.
  ///
  /// - Parameters:
  ///   - owner: The subscription ends at the latest with `removeListeners(of:)`.
  ///   - executor: Where an ordinary store calls its listeners. Nil for a hosted store.
  func listen(
    _ listener: @escaping StoreListener<Value>, owner: ObjectIdentifier, on executor: (any Executor)?
  ) -> StoreUnsubscribe

  func removeListeners(of owner: ObjectIdentifier)

  func scoped<Inner: State>(to path: WritableKeyPath<Value, Inner>) -> any ScopedState<Inner>
}

/// The state of a feature, inside a whole state whose type is not known.
protocol ScopedState<Value>: StateSource {
  /// The key path from the whole state to the feature's.
  var path: AnyKeyPath { get }

  /// The feature's state in a whole one; nil if that has another type.
  func value(in whole: any State) -> Value?

  /// Returns the whole state after an updater of the feature.
  func updated(_ whole: any State, by updater: any AnyStateUpdater) -> any State
}

final class StateAtPath<Whole: State, Value: State>: ScopedState, @unchecked Sendable {
  // Safe because it is immutable, and so are key paths.
  private let container: StateContainer<Whole>
  private let keyPath: WritableKeyPath<Whole, Value>

  init(_ container: StateContainer<Whole>, at keyPath: WritableKeyPath<Whole, Value>) {
    self.container = container
    self.keyPath = keyPath
  }

  var path: AnyKeyPath { keyPath }

  var state: Value { container.state[keyPath: keyPath] }

  func listen(
    _ listener: @escaping StoreListener<Value>, owner: ObjectIdentifier, on executor: (any Executor)?
  ) -> StoreUnsubscribe {
    container.listen(
      { [keyPath] in listener($0[keyPath: keyPath], $1[keyPath: keyPath]) }, owner: owner, on: executor)
  }

  func removeListeners(of owner: ObjectIdentifier) { container.removeListeners(of: owner) }

  func scoped<Inner: State>(to path: WritableKeyPath<Value, Inner>) -> any ScopedState<Inner> {
    StateAtPath<Whole, Inner>(container, at: keyPath.appending(path: path))
  }

  func value(in whole: any State) -> Value? { (whole as? Whole)?[keyPath: keyPath] }

  func updated(_ whole: any State, by updater: any AnyStateUpdater) -> any State {
    guard var whole = whole as? Whole else { return UnexpectedState(expected: Whole.self, actual: type(of: whole)) }
    let updated = updater.updatedState(currentState: whole[keyPath: keyPath])
    guard let value = updated as? Value else {
      return updated as? UnexpectedState ?? UnexpectedState(expected: type(of: updated), actual: Value.self)
    }
    whole[keyPath: keyPath] = value
    return whole
  }
}

extension StateContainer: StateSource {
  func listen(
    _ listener: @escaping StoreListener<S>, owner: ObjectIdentifier, on executor: (any Executor)?
  ) -> StoreUnsubscribe {
    let subscription = Listener(listener, owner: owner)
    guard let executor else {
      add(subscription)
      return { [weak self] in self?.remove(subscription) }
    }
    executor.executeSync { self.add(subscription) }
    return { [weak self] in
      guard self != nil else { return }
      executor.executeSync { self?.remove(subscription) }
    }
  }

  func scoped<Inner: State>(to path: WritableKeyPath<S, Inner>) -> any ScopedState<Inner> {
    StateAtPath(self, at: path)
  }
}
