import Foundation
import Hydra
import Katana
import TestSupport
import Testing

/// An item that is made for every event.
private struct Follow: AppStateUpdater, StateObserverDispatchable, DispatchObserverDispatchable,
  NotificationObserverDispatchable, OnStartObserverDispatchable
{
  static let name = Notification.Name("Follow")
  var text = "start"

  init?() {}
  init?(prevState: any State, currentState: any State) {
    text = "\((prevState as! AppState).counter)→\((currentState as! AppState).counter)"
  }
  init?(dispatchedItem: any Dispatchable, prevState _: any State, currentState _: any State) {
    text = "\(type(of: dispatchedItem))"
  }
  init?(notification: Notification) { text = "\(notification.object as? String ?? "nothing")" }

  func updateState(_ state: inout AppState) { state.todos.append(text) }
}

/// An item that is never made.
private struct Never: AppStateUpdater, StateObserverDispatchable, DispatchObserverDispatchable,
  NotificationObserverDispatchable, OnStartObserverDispatchable
{
  init?() { nil }
  init?(prevState _: any State, currentState _: any State) { nil }
  init?(dispatchedItem _: any Dispatchable, prevState _: any State, currentState _: any State) { nil }
  init?(notification _: Notification) { nil }

  func updateState(_: inout AppState) {}
}

@Suite struct ObserverInterceptorTests {
  /// Waits until `Follow` has added `count` texts to a store with `items`, and returns them.
  private func follows(
    of items: [ObserverInterceptor.ObserverType], count: Int, center: NotificationCenter = NotificationCenter(),
    _ body: (AppStore) async throws -> Void = { _ in }
  ) async throws -> [String] {
    let log = EventLog<String>()
    let observed = AppStore(immediate: [
      ObserverInterceptor.observe(items, notificationCenter: center),
      { _ in
        { next in
          { item in
            try next(item)
            if let follow = item as? Follow { log.add(follow.text) }
          }
        }
      },
    ])
    try await body(observed)
    try await log.reached(count)
    // Other dispatches, if there are any, are handled before these.
    for _ in 0..<3 {
      try await async(in: .userInitiated) { _ in }.value()
      try await observed.dispatch(AddTodo("")).value()
    }
    return log.entries
  }

  @Test func oneItemMayCauseSeveralDispatches() async throws {
    let texts = try await follows(of: [.onDispatch(Increment.self, [Follow.self, Never.self, Follow.self])], count: 2) {
      try await $0.dispatch(Increment()).value()
    }
    #expect(texts == ["Increment", "Increment"])
  }

  @Test func dispatchesOfSideEffectsAreObserved() async throws {
    let texts = try await follows(of: [.onDispatch(Perform.self, [Follow.self])], count: 1) {
      try await $0.dispatch(Perform()).value()
    }
    #expect(texts == ["Perform"])
  }

  @Test func onStartDispatchesEachItemThatIsMade() async throws {
    #expect(
      try await follows(of: [.onStart([Follow.self, Never.self, Follow.self])], count: 2) == ["start", "start"])
  }

  @Test func twoObserversOfTheSameEventBothDispatch() async throws {
    let texts = try await follows(
      of: [
        .onDispatch(Increment.self, [Never.self]), .onDispatch(Increment.self, [Follow.self]),
        .onDispatch(Increment.self, [Follow.self]),
      ], count: 2
    ) { try await $0.dispatch(Increment()).value() }
    #expect(texts.count == 2)
  }

  @Test func everyUpdaterIsAStateChangeButNoSideEffectIs() async throws {
    let asked = EventLog<String>()
    let texts = try await follows(
      of: [
        .onStateChange(
          { old, new in
            asked.add("any")
            return (old as! AppState).counter != (new as! AppState).counter
          }, [Follow.self, Never.self]),
        .onStateChange(
          ObserverInterceptor.ObserverType.typedStateChange { (_: AppState, _: AppState) in
            asked.add("typed")
            return false
          }, [Follow.self]),
      ], count: 1
    ) { store in
      try await store.dispatch(Perform()).value()
      try await store.dispatch(Increment()).value()
      try await store.dispatch(Nothing()).value()
    }
    #expect(texts == ["0→1"])
    // Increment, Nothing, the dispatched item, and at most three more updaters. No side effect.
    let entries = asked.entries
    let (any, typed) = (entries.count { $0 == "any" }, entries.count { $0 == "typed" })
    #expect(any <= 6)
    // The first observer may have been asked about an updater that is still under way.
    #expect(any - typed == 0 || any - typed == 1)
  }

  @Test func predicatesAreNeverCalledForSideEffects() async throws {
    let seen = EventLog<[String]>()
    _ = try await follows(
      of: [
        .onStateChange({ seen.add(($1 as! AppState).todos + ($0 as! AppState).todos) < 0 }, [Follow.self]),
        .onStateChange(
          ObserverInterceptor.ObserverType.typedStateChange { (_: AppState, new: AppState) in seen.add(new.todos) < 0 },
          [Follow.self]),
        .onDispatch(Perform.self, [Follow.self]),
      ], count: 1
    ) { try await $0.dispatch(Perform()).value() }
    // Only the dispatched item and later ones, because there are no todos before.
    #expect(seen.count > 0)
    #expect(!seen.entries.contains([]))
  }

  @Test func aTypedPredicateIsFalseForOtherStates() {
    struct Other: State {}
    let predicate = ObserverInterceptor.ObserverType.typedStateChange { (_: Other, _: Other) in true }
    #expect(!predicate(AppState(), AppState()))
    #expect(predicate(Other(), Other()))
  }

  @Test func onlyTheGivenNotificationCenterIsUsed() async throws {
    let center = NotificationCenter()
    let texts = try await follows(
      of: [.onNotification(Follow.name, [Follow.self, Never.self, Follow.self])], count: 2, center: center
    ) { _ in
      NotificationCenter.default.post(name: Follow.name, object: "global")
      center.post(name: Notification.Name("another"), object: "another")
      center.post(name: Follow.name, object: "given")
    }
    #expect(texts == ["given", "given"])
  }

  @Test func anItemThatThrowsIsNotObserved() async throws {
    let texts = try await follows(
      of: [.onDispatch(Perform.self, [Follow.self]), .onDispatch(Increment.self, [Follow.self])], count: 1
    ) { store in
      _ = await failure(of: store.dispatch(Perform { _ in throw Oops() }))
      try await store.dispatch(Increment()).value()
    }
    #expect(texts == ["Increment"])
  }
}
