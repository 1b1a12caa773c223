import Basics
import Hydra
import Katana
import TestSupport

/// An app instance that hosts stores.
final class TestHost: SerialApp, StoreHost, @unchecked Sendable {
  // Safe because the containers are only accessed under the lock, and the rest is immutable.
  private let lock = Lock()
  private var containers: [ObjectIdentifier: AnyObject] = [:]
  /// `start <type>`, `end <type>` and `fail <type> <error>`.
  let events = EventLog<String>()
  /// The type names of dispatched items.
  let dispatched = EventLog<String>()

  /// Waits until all submitted work has run.
  func turn() async throws {
    let promise = Promise<Void>()
    async { promise.resolve(()) }
    try await promise.value()
  }

  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
    let known = lock.withLock { containers[ObjectIdentifier(type)] as? StateContainer<S> }
    if let known { return known }
    let made = StateContainer(initial())
    lock.withLock { containers[ObjectIdentifier(type)] = made }
    return made
  }

  func willDispatch(_ item: any Dispatchable) -> (any DispatchRecord)? {
    dispatched.add("\(type(of: item))")
    return record?(item)
  }

  /// Makes what the host notes of a dispatch.
  var record: ((any Dispatchable) -> any DispatchRecord)?

  func sideEffectDidStart(_ effect: any AnySideEffect) { events.add("start \(type(of: effect))") }

  func sideEffectDidEnd(_ effect: any AnySideEffect) { events.add("end \(type(of: effect))") }

  func dispatchDidFail(_ dispatchable: any Dispatchable, _ error: any Error) {
    events.add("fail \(type(of: dispatchable)) \(error)")
  }

  func store(_ interceptors: [StoreInterceptor] = []) -> AppStore { sync { AppStore(interceptors: interceptors) } }
}
