import Hydra
import Katana
import TestSupport
import Testing

@Suite struct InterceptorTests {
  /// The innermost closure of an interceptor.
  private func each(
    _ body: @escaping (_ context: AppContext, _ item: any Dispatchable, _ next: StoreInterceptorNext) throws -> Void
  ) -> StoreInterceptor {
    { context in { next in { item in try body(context as! AppContext, item, next) } } }
  }

  /// Replaces items of type `T` by `replacement`.
  private func replacing<T: Dispatchable>(_: T.Type, by replacement: any Dispatchable) -> StoreInterceptor {
    each { _, item, next in try next(item is T ? replacement : item) }
  }

  /// Runs `body` instead of handling items of type `T`.
  private func instead<T: Dispatchable>(
    of _: T.Type, _ body: @escaping (StoreInterceptorNext, T) throws -> Void
  ) -> StoreInterceptor {
    each { _, item, next in
      if let item = item as? T { try body(next, item) } else { try next(item) }
    }
  }

  @Test func interceptorsSeeTheOldStateBeforeNextAndTheNewOneAfterIt() async throws {
    let log = EventLog<String>()
    let store = AppStore(interceptors: [
      each { context, item, next in
        log.add("\(item is Increment) \(context.getState().counter)")
        try next(item)
        log.add("\(context.getState().counter)")
      }
    ])
    try await store.dispatch(Increment()).value()
    #expect(log.entries == ["true 0", "1"])
  }

  @Test func interceptorsRunInTheListedOrderAndReturnInReverse() async throws {
    let log = EventLog<String>()
    let interceptors = (1...3).map { number in
      each { _, item, next in
        log.add("before \(number)")
        try next(item)
        log.add("after \(number)")
      }
    }
    let store = AppStore(interceptors: interceptors)
    _ = store.addListener { _, _ in }
    try await store.dispatch(Increment()).value()
    #expect(log.entries == ["before 1", "before 2", "before 3", "after 3", "after 2", "after 1"])
  }

  @Test func theOutermostClosureIsCalledOncePerStoreAndTheOthersOncePerItem() async throws {
    let log = EventLog<String>()
    let store = AppStore(interceptors: [
      { _ in
        log.add("store")
        return { next in
          log.add("item")
          return next
        }
      }
    ])
    try await store.dispatch(Increment()).value()
    try await store.dispatch(Perform()).value()
    #expect(log.entries == ["store", "item", "item"])
  }

  @Test func dispatchesOfTheOutermostClosureRunAfterEarlierDispatches() async throws {
    let held = Held()
    let done = EventLog<Int>()
    let store = AppStore(
      interceptors: [
        { context in
          context.dispatch(AddTodo("interceptor")).then { _ = done.add(1) }
          return { $0 }
        }
      ], stateInitializer: AppState.init, configuration: .init(stateInitializerAsyncProvider: held))
    store.dispatch(AddTodo("earlier"))
    held.release()
    try await done.reached(1)
    #expect(store.state.todos == ["earlier", "interceptor"])
  }

  @Test func anInterceptorThatThrowsKeepsTheState() async {
    let heard = EventLog<Int>()
    let store = AppStore(immediate: [each { _, _, _ in throw Oops() }, each { _, _, _ in heard.add(1) }])
    _ = store.addListener { _, _ in heard.add(2) }
    #expect(await failure(of: store.dispatch(Increment())) is Oops)
    #expect(await failure(of: store.dispatch(Perform { _ in heard.add(3) })) is Oops)
    #expect(store.state.counter == 0)
    #expect(heard.count == 0)
  }

  @Test func anInterceptorOfASideEffectCanAwaitAnUpdater() async throws {
    let store = AppStore(interceptors: [
      each { context, item, next in
        if item is any AnySideEffect { try Hydra.await(context.dispatch(Increment())) }
        try next(item)
      }
    ])
    #expect(try await store.dispatch(Compute { $0.getState().counter }).value() == 1)
  }

  // MARK: Returning without calling next

  @Test func aStoppedUpdaterResolvesAndChangesNothing() async throws {
    let heard = EventLog<Int>()
    let store = AppStore(immediate: [instead(of: Increment.self) { _, _ in }])
    _ = store.addListener { _, _ in heard.add(1) }
    try await store.dispatch(Increment()).value()
    #expect(store.state.counter == 0)
    #expect(heard.count == 0)
  }

  @Test func aStoppedSideEffectIsRejectedIfItsValueIsNeeded() async throws {
    let store = AppStore(immediate: [
      instead(of: Perform.self) { _, _ in }, instead(of: Compute<Int>.self) { _, _ in },
    ])
    let perform = Perform()
    #expect(
      await failure(of: store.dispatch(perform)) as? StoreError == .sideEffectNotRun(perform.debugDescription))
    let compute = Compute { _ in 1 }
    #expect(
      await failure(of: store.dispatch(compute)) as? StoreError == .sideEffectNotRun(compute.debugDescription))
    #expect(try await store.anyDispatch(perform).value() is Void)
  }

  @Test func catchingTheErrorResolvesAnUpdaterAndRejectsASideEffect() async throws {
    let store = AppStore(immediate: [
      each { _, item, next in try? next(item) }, each { _, _, _ in throw Oops() },
    ])
    try await store.dispatch(Increment()).value()
    #expect(await failure(of: store.dispatch(Perform())) is StoreError)
  }

  // MARK: Passing another item on

  @Test func aReplacementOfTheSameKindIsHandledAndSettlesThePromise() async throws {
    let store = AppStore(immediate: [
      replacing(AddTodo.self, by: Increment(by: 5)), replacing(Compute<Int>.self, by: Compute { _ in 7 }),
    ])
    try await store.dispatch(AddTodo("x")).value()
    #expect(store.state == AppState(counter: 5))
    #expect(try await store.dispatch(Compute { _ in 1 }).value() == 7)
  }

  @Test func aReplacementWithAnotherTypeOfValueIsRejectedIfTheValueIsNeeded() async throws {
    let store = AppStore(immediate: [
      replacing(Compute<Int>.self, by: Compute { _ in "text" }), replacing(Perform.self, by: Compute { _ in 1 }),
    ])
    let error = await failure(of: store.dispatch(Compute { _ in 1 })) as? StoreError
    guard case .unexpectedValue(_, "Swift.Int", "Swift.String")? = error else {
      Issue.record("not rejected: \(error as Any)")
      return
    }
    try await store.dispatch(Perform()).value()
  }

  @Test func aSideEffectThatReplacesAnUpdaterIsDispatchedAgain() async throws {
    let log = EventLog<String>()
    let gate = Promise<Void>()
    let store = AppStore(immediate: [
      replacing(
        Increment.self,
        by: Perform { _ in
          try Hydra.await(gate)
          log.add("effect")
        }),
      each { _, item, next in
        log.add("\(type(of: item))")
        try next(item)
      },
    ])
    try await store.dispatch(Increment()).value()
    gate.resolve(())
    try await log.reached(3)
    #expect(log.entries == ["Perform", "Perform", "effect"])
    #expect(store.state.counter == 0)
  }

  @Test func aSideEffectReplacedByAnUpdaterResolvesIfItsValueIsNotNeeded() async throws {
    let done = EventLog<Int>()
    let store = AppStore(immediate: [
      replacing(Perform.self, by: Increment()), replacing(Compute<Int>.self, by: Increment()),
    ])
    _ = store.addListener { done.add($1.counter) }
    try await store.dispatch(Perform()).value()
    try await done.reached(1)
    #expect(await failure(of: store.dispatch(Compute { _ in 1 })) is StoreError)
    try await done.reached(2)
  }

  @Test func aReplacementThatIsNeitherUpdaterNorSideEffectIsRejected() async {
    struct Neither: Dispatchable {}
    let store = AppStore(immediate: [each { _, _, next in try next(Neither()) }])
    let error = StoreError.notDispatchable(Neither().debugDescription)
    #expect(await failure(of: store.dispatch(Increment())) as? StoreError == error)
    #expect(await failure(of: store.dispatch(Perform())) as? StoreError == error)
  }

  @Test func callingNextTwiceHandlesTheItemTwiceAndKeepsTheLastValue() async throws {
    let runs = EventLog<Int>()
    let store = AppStore(immediate: [
      each { _, item, next in
        try next(item)
        try next(item)
      }
    ])
    try await store.dispatch(Increment()).value()
    #expect(store.state.counter == 2)
    #expect(try await store.dispatch(Compute { _ in runs.add(1) }).value() == 2)
  }
}
