import Dispatch
import Foundation
import Hydra
import Katana
import TestSupport
import Testing

@Suite struct LifetimeTests {
  @Test func aStoreCanBeReleasedBeforeItIsReady() {
    let held = Held()
    weak var store: AppStore?
    do {
      let made = AppStore(
        interceptors: [], stateInitializer: AppState.init, configuration: .init(stateInitializerAsyncProvider: held))
      store = made
    }
    #expect(store == nil)
    held.release()
  }

  @Test func pendingDispatchesFinishAfterTheStoreIsReleased() async throws {
    let last = Promise<Int>()
    let effect = Perform { context in
      try Hydra.await(context.dispatch(Increment()))
      last.resolve(context.getState().counter)
    }
    let update: Promise<Void>
    do {
      let store = AppStore()
      for _ in 0..<100 { store.dispatch(Increment()) }
      update = store.dispatch(Increment())
      store.dispatch(effect)
    }
    try await update.value()
    #expect(try await last.value() >= 1)
  }

  @Test func aDispatchInAReleasedStoreIsRejected() async throws {
    var store: AppStore? = AppStore(immediate: [])
    let dependencies = try #require(store?.dependencies)
    try await store?.dispatch(Increment()).value()
    store = nil
    #expect(
      await failure(of: dependencies.dispatch(Increment())) as? StoreError == .storeReleased("KatanaTests.Increment"))
    #expect((dependencies.getState() as? AppState)?.counter == 1)
  }

  @Test func aSettledDispatchRetainsNothing() async throws {
    let center = NotificationCenter()
    let started = EventLog<Int>()
    let resources = EventLog<Int>()
    final class Resource: Sendable {
      let log: EventLog<Int>
      init(_ log: EventLog<Int>) { self.log = log }
      deinit { log.add(1) }
    }
    for _ in 0..<50 {
      var store: AppStore? = AppStore(immediate: [
        ObserverInterceptor.observe([.onNotification(Posted.name, [Posted.self])], notificationCenter: center),
        { [resource = Resource(resources)] _ in
          { next in
            { item in
              withExtendedLifetime(resource) { _ = started.add(1) }
              try next(item)
            }
          }
        },
      ])
      try await store?.dispatch(Increment()).value()
      try await store?.dispatch(Perform()).value()
      _ = await failure(of: store!.dispatch(Perform { _ in throw Oops() }))
      let before = resources.count
      let handled = started.count
      store = nil
      #expect(resources.count == before + 1)
      center.post(name: Posted.name, object: nil)
      #expect(started.count == handled)
    }
  }

  @Test func unsubscribingAfterTheStoreIsReleasedDoesNothing() {
    var store: AppStore? = AppStore(immediate: [])
    let unsubscribe = store?.addListener { _, _ in }
    store = nil
    unsubscribe?()
  }

  private struct Posted: NotificationObserverDispatchable, AppStateUpdater {
    static let name = Notification.Name("LifetimeTests")
    init?(notification _: Notification) {}
    func updateState(_ state: inout AppState) { state.counter += 1 }
  }
}
