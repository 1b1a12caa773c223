/// Why a store rejected a dispatch by itself. The strings are names of types.
public enum StoreError: Error, Equatable {
  /// The item is neither a state updater nor a side effect.
  case notDispatchable(String)
  /// The item is both a state updater and a side effect.
  case ambiguous(String)
  /// An interceptor kept the side effect from running, so there is no value.
  case sideEffectNotRun(String)
  /// The side effect, or what an interceptor put in its place, has a value of another type.
  case unexpectedValue(sideEffect: String, expected: String, actual: String)
  /// The updater is for, or returned, another type of state than the store's.
  case wrongState(updater: String, expected: String, actual: String)
  /// The side effect is for other types of state and dependencies than the store's.
  case wrongContext(sideEffect: String, expected: String, actual: String)
  /// Too many side effects wait for one another or for something else: there is no thread for another one.
  case tooManySideEffects(String)
  /// The store is gone.
  case storeReleased(String)
  /// The app instance that the store belongs to is gone.
  case hostReleased(String)
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notDispatchable(let item):
      "\(item) is neither a state updater nor a side effect."
    case .ambiguous(let item):
      "\(item) is both a state updater and a side effect: make it one of them."
    case .sideEffectNotRun(let effect):
      "An interceptor kept \(effect) from running, so it has no value: have it call next, or throw."
    case .unexpectedValue(let effect, let expected, let actual):
      "\(effect) has a value of type \(actual), where \(expected) is expected."
    case .wrongState(let updater, let expected, let actual):
      "\(updater) works with \(actual), while the store's state is \(expected)."
    case .wrongContext(let effect, let expected, let actual):
      "\(effect) works with \(expected), while the store's context is \(actual)."
    case .tooManySideEffects(let effect):
      "\(effect) was not run: too many side effects wait, and no thread is left. Dispatch fewer at once, or await fewer in "
        + "each other."
    case .storeReleased(let item):
      "\(item) was dispatched in a store that is gone: keep the store for as long as it is used."
    case .hostReleased(let item):
      "\(item) was dispatched in a store whose app instance has ended."
    }
  }
}
