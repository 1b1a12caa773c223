import Dispatch
import Hydra
import Katana
import TestSupport
import Testing

@Suite struct SideEffectTests {
  @Test func aSideEffectSeesTheNewStateAfterItAwaitedAnUpdater() async throws {
    let store = AppStore()
    let seen = store.dispatch(
      Compute { context in
        let before = context.getState().counter
        try Hydra.await(context.dispatch(Increment()))
        return [before, context.getState().counter]
      })
    #expect(try await seen.value() == [0, 1])
  }

  @Test func aSideEffectRunsIfItsPromiseIsNotUsed() async throws {
    let store = AppStore()
    let log = EventLog<String>()
    store.dispatch(Perform { _ in log.add("ran") })
    try await log.reached(1)
  }

  @Test func allSideEffectsGetTheSameDependencies() async throws {
    let store = AppStore()
    let first = try await store.dispatch(Compute { ObjectIdentifier($0.dependencies) }).value()
    let second = try await store.dispatch(Compute { ObjectIdentifier($0.anyDependencies) }).value()
    #expect(first == second)
    #expect(first == ObjectIdentifier(store.dependencies))
  }

  @Test func anAwaitedNestedSideEffectFinishesFirst() async throws {
    let store = AppStore()
    let log = EventLog<String>()
    let slow = Perform { _ in
      try Hydra.await(Promise(resolved: 1).defer(0.01))
      log.add("nested")
    }
    let outer = Perform { context in
      try Hydra.await(context.dispatch(slow))
      log.add("outer")
    }
    try await store.dispatch(outer).then { _ = log.add("then") }.value()
    #expect(log.entries == ["nested", "outer", "then"])
  }

  @Test func anErrorSkipsThenAndReachesCatchUnchanged() async throws {
    let store = AppStore()
    let log = EventLog<Oops>()
    try await store.dispatch(Perform { _ in throw Oops(number: 4) })
      .then { Issue.record("resolved") }
      .catch { log.add($0 as! Oops) }
      .value()
    #expect(log.entries == [Oops(number: 4)])
  }

  @Test func aReturningSideEffectHasATypedValueAlsoWithTheErasedContext() async throws {
    struct Outer: ReturningSideEffect {
      func sideEffect(_ context: any AnySideEffectContext) throws -> String {
        let number = try Hydra.await(context.dispatch(Compute { _ in 20 }))
        try Hydra.await(context.dispatch(Increment(by: number)))
        return "\((context.getAnyState() as! AppState).counter + 1)"
      }
    }
    let store = AppStore()
    #expect(try await store.dispatch(Outer()).value() == "21")
  }

  @Test func optionalValuesArePreserved() async throws {
    let store = AppStore()
    let none: Int? = try await store.dispatch(Compute { _ in Int?.none }).value()
    #expect(none == nil)
    let some: Int? = try await store.dispatch(Compute { _ in Int?.some(1) }).value()
    #expect(some == 1)
    #expect(try await store.dispatch(Compute { _ in () }).value() == ())
  }

  @Test func retryRepeatsEveryKindOfDispatch() async throws {
    let passes = EventLog<String>()
    let store = AppStore(interceptors: [
      { _ in
        { next in
          { item in
            if item is any AnySideEffect { passes.add("pass") }
            try next(item)
          }
        }
      }
    ])
    let flaky = Compute { context -> Int in
      try Hydra.await(context.dispatch(Increment()))
      let counter = context.getState().counter
      if counter % 2 == 1 { throw Oops() }
      return counter
    }
    #expect(try await store.dispatch(flaky).retry(2).value() == 2)
    #expect(passes.count == 2)
    #expect(try await store.anyDispatch(flaky).retry(2).value() as? Int == 4)
    let nested = Compute { context in try Hydra.await(context.dispatch(flaky).then(in: .background) { $0 }.retry(2)) }
    #expect(try await store.dispatch(nested).value() == 6)
    #expect(passes.count == 7)
  }

  @Test func anyDispatchReturnsTheValueItself() async throws {
    let store = AppStore()
    let value = try await store.anyDispatch(Compute { _ in 5 }).value()
    #expect(value is Int)
    #expect("\(value)" == "5")
    #expect(try await store.anyDispatch(Increment()).value() is Void)
    #expect(try await store.anyDispatch(Perform()).value() is Void)
  }

  @Test func aValueOfAPlainSideEffectIsDiscarded() async throws {
    struct Raw: AnySideEffect {
      func anySideEffect(_: any AnySideEffectContext) throws -> Any { 5 }
    }
    func run<T: AnySideEffect>(_ effect: T, in store: AppStore) -> Promise<Void> { store.dispatch(effect) }
    let store = AppStore()
    try await store.dispatch(Raw()).value()
    try await run(Compute { _ in 5 }, in: store).value()
    let erased: any AnySideEffect = Compute { _ in 5 }
    try await store.dispatch(erased).value()
  }

  @Test func aSideEffectForAnotherStoreIsRejected() async {
    struct Foreign: SideEffect {
      func sideEffect(_: SideEffectContext<AppState, EmptySideEffectDependencyContainer>) throws {}
    }
    let error = await failure(of: AppStore().dispatch(Foreign())) as? StoreError
    guard case .wrongContext? = error else {
      Issue.record("not rejected: \(error as Any)")
      return
    }
  }

  @Test func tenNestedSideEffectsThatAwaitEachOtherFinish() async throws {
    struct Nested: AppReturningSideEffect {
      typealias ReturnValue = Int
      let depth: Int
      func sideEffect(_ context: AppContext) throws -> Int {
        guard depth > 0 else { return 0 }
        return try Hydra.await(context.dispatch(Nested(depth: depth - 1))) + 1
      }
    }
    #expect(try await AppStore().dispatch(Nested(depth: 10)).value() == 10)
    #expect(try await AppStore().dispatch(Nested(depth: 200)).value() == 200)
  }

  @Test func twoThousandSideEffectsThatAwaitAnUpdaterFinish() async throws {
    let store = AppStore(immediate: [])
    let effects = (0..<2000).map { _ in store.dispatch(Perform { try Hydra.await($0.dispatch(Increment())) }) }
    _ = try await all(effects).value()
    #expect(store.state.counter == 2000)
  }

  @Test func aSideEffectCanReleaseAllThatAwaitOnePromise() async throws {
    let store = AppStore()
    let gate = Promise<Void>()
    let blocked = (0..<200).map { _ in store.dispatch(Perform { _ in try Hydra.await(gate) }) }
    try await store.dispatch(Perform { _ in gate.resolve(()) }).value()
    _ = try await all(blocked).value()
  }

  @Test func aMockedContextGetsTypedDispatches() async throws {
    struct Mock: AnySideEffectContext {
      var anyDependencies: any SideEffectDependencyContainer {
        EmptySideEffectDependencyContainer(dispatch: { _ in Promise() }, getState: { AppState() })
      }
      func getAnyState() -> any State { AppState() }
      func anyDispatch(_: any Dispatchable) -> Promise<Any> { Promise(resolved: 3) }
    }
    try await Mock().dispatch(Increment()).value()
    try await Mock().dispatch(Perform()).value()
    #expect(try await Mock().dispatch(Compute { _ in 1 }).value() == 3)
    guard case .unexpectedValue? = await failure(of: Mock().dispatch(Compute { _ in "a" })) as? StoreError else {
      Issue.record("not rejected")
      return
    }
  }
}
