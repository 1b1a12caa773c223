import Basics
import Dispatch
import Hydra
import Katana

/// An app instance on a serial queue.
final class TestHost: StoreHost, @unchecked Sendable {
  // Safe because the containers are only accessed under the lock, and the rest is immutable.
  private let queue = DispatchQueue(label: "host")
  private let key = DispatchSpecificKey<Bool>()
  private let lock = Lock()
  private var containers: [ObjectIdentifier: AnyObject] = [:]
  /// `start <type>`, `end <type>` and `fail <type> <error>`.
  let events = Log<String>()
  /// The type names of dispatched items.
  let dispatched = Log<String>()

  init() { queue.setSpecific(key: key, value: true) }

  var isRunning: Bool { DispatchQueue.getSpecific(key: key) == true }

  func async(_ work: @escaping () -> Void) {
    // Safe because the closure runs once, on the queue.
    nonisolated(unsafe) let work = work
    queue.async { Main.$scoped.withValue(self) { work() } }
  }

  func sync<T>(_ work: () throws -> T) rethrows -> T {
    if isRunning { return try work() }
    return try queue.sync { try Main.$scoped.withValue(self) { try work() } }
  }

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

  func willDispatch(_ item: any Dispatchable) { dispatched.add("\(type(of: item))") }

  func sideEffectDidStart(_ effect: any AnySideEffect) { events.add("start \(type(of: effect))") }

  func sideEffectDidEnd(_ effect: any AnySideEffect) { events.add("end \(type(of: effect))") }

  func dispatchDidFail(_ dispatchable: any Dispatchable, _ error: any Error) {
    events.add("fail \(type(of: dispatchable)) \(error)")
  }

  func store(_ interceptors: [StoreInterceptor] = []) -> AppStore { sync { AppStore(interceptors: interceptors) } }
}
