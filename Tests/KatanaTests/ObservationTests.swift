import Foundation
import Hydra
import Katana
import TestSupport
import Testing

/// The arguments of observers, and the end of their subscriptions.
@Suite struct ObservationTests {
  private struct Seen: Sendable, Equatable {
    var what: String
    var old = 0
    var new = 0
  }

  /// Records the arguments of observing items, and makes no items.
  private struct Spy: AppStateUpdater, DispatchObserverDispatchable, NotificationObserverDispatchable {
    init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State) {
      let (old, new) = ((prevState as? AppState)?.counter ?? -1, (currentState as? AppState)?.counter ?? -1)
      let name = (dispatchedItem as? any Tagged)?.tag ?? String(describing: type(of: dispatchedItem))
      (dispatchedItem as? any Logging)?.log.add(Seen(what: name, old: old, new: new))
      return nil
    }

    init?(notification: Notification) {
      guard let log = notification.userInfo?["log"] as? EventLog<Seen> else { return nil }
      let thread = notification.object as? Thread === Thread.current ? "same thread" : "another thread"
      log.add(Seen(what: "\(notification.name.rawValue) \(thread)"))
      return nil
    }

    func updateState(_: inout AppState) {}
  }

  private protocol Logging: Dispatchable {
    var log: EventLog<Seen> { get }
  }

  private protocol Tagged {
    var tag: String { get }
  }

  private class Base: AnySideEffect, Logging {
    let log: EventLog<Seen>
    init(_ log: EventLog<Seen>) { self.log = log }
    func anySideEffect(_ context: any AnySideEffectContext) throws -> Any { () }
  }

  private final class Derived: Base {}

  private struct Add: AppStateUpdater, Logging, Tagged {
    let log: EventLog<Seen>
    let tag: String
    func updateState(_ state: inout AppState) { state.counter += 1 }
  }

  private struct AddTwice: AppSideEffect, Logging {
    let log: EventLog<Seen>
    func sideEffect(_ context: AppContext) throws {
      for _ in 0..<2 { try Hydra.await(context.dispatch(Increment())) }
    }
  }

  private func store(observing type: any Dispatchable.Type, _ others: [StoreInterceptor] = []) -> AppStore {
    AppStore(immediate: [ObserverInterceptor.observe([.onDispatch(type, [Spy.self])])] + others)
  }

  @Test func onlyItemsOfExactlyTheListedTypesAreObserved() async throws {
    let log = EventLog<Seen>()
    let store = store(observing: Base.self)
    try await store.dispatch(Derived(log)).value()
    try await store.dispatch(Base(log)).value()
    try await log.reached(1)
    #expect(log.entries == [Seen(what: "Base")])
  }

  @Test func anObserverOfASideEffectGetsTheStatesBeforeAndAfterIt() async throws {
    let log = EventLog<Seen>()
    try await store(observing: AddTwice.self).dispatch(AddTwice(log: log)).value()
    try await log.reached(1)
    #expect(log.entries == [Seen(what: "AddTwice", old: 0, new: 2)])
  }

  @Test func anObserverGetsTheItemAndNotALaterReplacement() async throws {
    let log = EventLog<Seen>()
    let replacing: StoreInterceptor = { _ in
      { next in { item in try next(item is Add ? Add(log: log, tag: "replacement") : item) } }
    }
    try await store(observing: Add.self, [replacing]).dispatch(Add(log: log, tag: "original")).value()
    try await log.reached(1)
    #expect(log.entries == [Seen(what: "original", old: 0, new: 1)])
  }

  @Test func aNotificationIsHandledOnThePostingThread() {
    let center = NotificationCenter()
    let log = EventLog<Seen>()
    let store = AppStore(immediate: [
      ObserverInterceptor.observe(
        [.onNotification(Notification.Name("posted"), [Spy.self])], notificationCenter: center)
    ])
    center.post(name: Notification.Name("posted"), object: Thread.current, userInfo: ["log": log])
    #expect(log.entries == [Seen(what: "posted same thread")])
    withExtendedLifetime(store) {}
  }

  @Test func aReleasedStoreHasNoSubscriptions() async throws {
    let center = NotificationCenter()
    let log = EventLog<Seen>()
    let name = Notification.Name("posted")
    var store: AppStore? = AppStore(immediate: [
      ObserverInterceptor.observe(
        [.onNotification(name, [Spy.self]), .onNotification(name, [Spy.self])], notificationCenter: center)
    ])
    try await store?.dispatch(Increment()).value()
    center.post(name: name, object: nil, userInfo: ["log": log])
    #expect(log.count == 2)
    weak let dropped = store
    store = nil
    #expect(dropped == nil)
    center.post(name: name, object: nil, userInfo: ["log": log])
    #expect(log.count == 2)
  }

  @Test func notificationsPostedBeforeTheStoreIsReadyAreMissed() async throws {
    let center = NotificationCenter()
    let log = EventLog<Seen>()
    let held = Held()
    let name = Notification.Name("posted")
    let store = AppStore(
      interceptors: [ObserverInterceptor.observe([.onNotification(name, [Spy.self])], notificationCenter: center)],
      stateInitializer: AppState.init, configuration: .init(stateInitializerAsyncProvider: held))
    center.post(name: name, object: nil, userInfo: ["log": log])
    #expect(log.count == 0)
    held.release()
    center.post(name: name, object: nil, userInfo: ["log": log])
    #expect(log.count == 1 && store.isReady)
  }

  private struct Follow: AppStateUpdater, StateObserverDispatchable, OnStartObserverDispatchable {
    var text = "start"
    init?() {}
    init?(prevState: any State, currentState: any State) { text = "changed" }
    func updateState(_ state: inout AppState) { state.todos.append(text) }
  }

  @Test func itemsOfOnStartRunAfterEarlierDispatches() async throws {
    let held = Held()
    let store = AppStore(
      interceptors: [ObserverInterceptor.observe([.onStart([Follow.self])])], stateInitializer: AppState.init,
      configuration: .init(stateInitializerAsyncProvider: held))
    let early = store.dispatch(AddTodo("early"))
    held.release()
    try await early.value()
    try await store.dispatch(Nothing()).value()
    #expect(store.state.todos == ["early", "start"])
  }

  @Test func aTypeThatIsListedTwiceIsDispatchedTwice() async throws {
    let changed = ObserverInterceptor.ObserverType.typedStateChange { (old: AppState, new: AppState) in
      old.counter != new.counter
    }
    let store = AppStore(immediate: [
      ObserverInterceptor.observe([.onStateChange(changed, [Follow.self, Follow.self])])
    ])
    let log = EventLog<Int>()
    let unsubscribe = store.addListener { _, new in
      if new.todos.count > log.count { log.add(new.todos.count) }
    }
    try await store.dispatch(Increment()).value()
    try await log.reached(2)
    #expect(store.state.todos == ["changed", "changed"])
    unsubscribe()
  }
}
