/// Why a store itself rejected a dispatch. The strings are names of types.
public enum StoreError: Error, Equatable {
  /// The item is neither a state updater nor a side effect.
  case notDispatchable(String)
  /// The item is both a state updater and a side effect.
  case ambiguous(String)
  /// An interceptor stopped the side effect, so there is no value.
  case sideEffectNotRun(String)
  /// The side effect, or an interceptor's replacement for it, has a value of another type.
  case unexpectedValue(sideEffect: String, expected: String, actual: String)
  /// The updater takes or returns another type of state than the store's.
  case wrongState(updater: String, expected: String, actual: String)
  /// The side effect takes other types of state and dependencies than the store's.
  case wrongContext(sideEffect: String, expected: String, actual: String)
  /// An updater waits for the dispatch of another one.
  case nestedUpdate(String)
  /// No thread is left for the side effect, because too many others wait.
  case tooManySideEffects(String)
  /// The store was released.
  case storeReleased(String)
  /// The app instance of the store was released.
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
      "An interceptor stopped \(effect), so it has no value: call next in the interceptor, or throw an error."
    case .unexpectedValue(let effect, let expected, let actual):
      "\(effect) has a value of type \(actual), where \(expected) is expected."
    case .wrongState(let updater, let expected, let actual):
      "\(updater) works with \(actual), but the store's state is \(expected)."
    case .wrongContext(let effect, let expected, let actual):
      "\(effect) works with \(expected), but the store's context is \(actual)."
    case .nestedUpdate(let updater):
      "\(updater) was not run, because the updater that is running waits for it: dispatch it elsewhere, and do not wait in "
        + "updaters."
    case .tooManySideEffects(let effect):
      "\(effect) was not run: too many side effects wait, and no thread is left. Dispatch fewer at once, or await fewer in "
        + "each other."
    case .storeReleased(let item):
      "\(item) was dispatched in a store that no longer exists: keep a reference to the store while you use it."
    case .hostReleased(let item):
      "\(item) was dispatched in a store whose app instance has ended."
    }
  }
}
