import Foundation
import Hydra
import Katana
import Testing

/// Interceptors, observers and loggers.
@Suite struct InterceptorTests {
  private func logging(_ log: Box<[String]>) -> StoreInterceptor {
    return { context in
      return { next in
        return { dispatchable in
          let before = (context.getAnyState() as? AppState)?.counter ?? -1
          try next(dispatchable)
          log.value.append("\(type(of: dispatchable)) \(before)")
        }
      }
    }
  }

  @Test func anInterceptorReceivesDispatchedItems() async throws {
    let log = Box<[String]>([])
    let store = makeStore([logging(log)])
    try await store.dispatch(Increment()).value()
    try await store.dispatch(Increment()).value()
    #expect(log.value == ["Increment 0", "Increment 1"])
  }

  @Test func theTypesOfInterceptorsArePublic() async throws {
    let interceptor: StoreInterceptor = {
      (context: AnySideEffectContext) -> (_ next: @escaping StoreInterceptorNext) -> (_ item: Dispatchable) throws ->
        Void
      in
      { (next: @escaping (Dispatchable) throws -> Void) in
        { (item: Dispatchable) throws -> Void in
          if item is AddItem { throw Oops() }
          try next(item)
        }
      }
    }
    let store = makeStore([interceptor])
    #expect(await failure(of: store.dispatch(AddItem(text: "a"))) is Oops)
    #expect(store.state.items.isEmpty)
  }

  struct Follow: AppStateUpdater, NotificationObserverDispatchable, StateObserverDispatchable,
    DispatchObserverDispatchable, OnStartObserverDispatchable
  {
    let text: String

    init?() { text = "start" }

    init?(notification: Notification) {
      guard let object = notification.object as? String else { return nil }
      text = "notification \(object)"
    }

    init?(prevState: State, currentState: State) {
      guard let old = prevState as? AppState, let new = currentState as? AppState else { return nil }
      text = "state \(old.counter) \(new.counter)"
    }

    init?(dispatchedItem: Dispatchable, prevState: State, currentState: State) {
      guard dispatchedItem is IncrementTwice else { return nil }
      text = "dispatch"
    }

    func updateState(_ state: inout AppState) { state.items.append(text) }
  }

  struct Never: OnStartObserverDispatchable, AppStateUpdater {
    init?() { return nil }
    func updateState(_: inout AppState) { Issue.record("never made") }
  }

  @Test func observersDispatchTheirItems() async throws {
    let center = NotificationCenter()
    let name = Notification.Name("poked")
    let changes: ObserverInterceptor.ObserverType.TypedStateChangeObserver<AppState> = { prev, current in
      prev.counter != current.counter
    }
    let typed: (_ prev: State, _ current: State) -> Bool = ObserverInterceptor.ObserverType.typedStateChange(changes)
    let untyped: ObserverInterceptor.ObserverType.StateChangeObserver = { _, _ in false }
    let interceptor: StoreInterceptor = ObserverInterceptor.observe(
      [
        .onStart([Follow.self, Never.self, Follow.self]),
        .onNotification(name, [Follow.self]),
        .onStateChange(typed, [Follow.self]),
        .onStateChange(untyped, [Follow.self]),
        .onStateChange(
          ObserverInterceptor.ObserverType.typedStateChange { (prev: AppState, now: AppState) in false }, []),
        .onDispatch(IncrementTwice.self, [Follow.self]),
      ], notificationCenter: center)
    let store = makeStore([interceptor])
    let enough = Promise<Void>()
    let wanted = ["start", "start", "notification x", "state 0 1", "state 1 2", "dispatch"]
    let unsubscribe = store.addListener { _, new in
      if new.items.count == wanted.count { enough.resolve(()) }
    }
    center.post(name: name, object: "x")
    center.post(name: name, object: 5)
    store.dispatch(IncrementTwice())
    try await enough.value()
    unsubscribe()
    #expect(store.state.items.sorted() == wanted.sorted())
  }

  @Test func theNotificationCentreHasADefault() async throws {
    let store = makeStore([ObserverInterceptor.observe([.onStart([Follow.self])])])
    try await store.dispatch(Increment()).value()
    #expect(store.state.items == ["start"])
  }

  @Test func loggersCanBeCreated() async throws {
    let all: StoreInterceptor = DispatchableLogger.interceptor()
    let some: StoreInterceptor = DispatchableLogger.interceptor(blackList: [Increment.self, IncrementTwice.self])
    SignpostLogger.isEnabled = false
    let isEnabled: Bool = SignpostLogger.isEnabled
    #expect(!isEnabled)
    try await makeStore([all, some]).dispatch(Increment()).value()
  }
}
