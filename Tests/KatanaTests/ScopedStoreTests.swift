import Basics
import Hydra
import TestSupport
import Testing

@testable import Katana

// A feature, which knows nothing of an app.

private struct Lamp: State, Equatable {
  var brightness = 0
}

private final class LampDependencies: SideEffectDependencyContainer {
  let name: String
  let dispatch: AnyDispatch
  let getState: () -> Lamp

  init(name: String, dispatch: @escaping AnyDispatch, getState: @escaping () -> Lamp) {
    (self.name, self.dispatch, self.getState) = (name, dispatch, getState)
  }

  convenience init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.init(name: "lamp", dispatch: dispatch, getState: { getState() as! Lamp })
  }
}

private typealias LampContext = SideEffectContext<Lamp, LampDependencies>

private struct Brighten: StateUpdater {
  var by = 1
  func updateState(_ state: inout Lamp) { state.brightness += by }
}

private struct Use: SideEffect {
  let body: (LampContext) throws -> Void
  init(_ body: @escaping (LampContext) throws -> Void) { self.body = body }
  func sideEffect(_ context: LampContext) throws { try body(context) }
}

/// Brightens, and returns the brightness and the name of the lamp.
private struct Measure: ReturningSideEffect {
  func sideEffect(_ context: any AnySideEffectContext) throws -> String {
    let context = try #require(context as? LampContext)
    try Hydra.await(context.dispatch(Brighten(by: 10)))
    return "\(context.dependencies.name) \(context.getState().brightness)"
  }
}

// The app.

private struct Garden: State, Equatable {
  var lamp = Lamp()
  var visits = 0
}

private struct House: State, Equatable {
  var north = Lamp()
  var south = Lamp()
  var garden = Garden()
  var rooms: [String: Lamp] = [:]
  var log: [String] = []

  subscript(room name: String) -> Lamp {
    get { rooms[name] ?? Lamp() }
    set { rooms[name] = newValue }
  }
}

private struct Note: StateUpdater {
  let text: String
  func updateState(_ state: inout House) { state.log.append("\(text) \(state.north.brightness)") }
}

private struct Visit: StateUpdater {
  func updateState(_ state: inout Garden) { state.visits += 1 }
}

private struct Enter: SideEffect {
  func sideEffect(_ context: SideEffectContext<House, AppDependencies>) throws {}
}

private struct Stray: Dispatchable {}

private typealias LampStore = Store<Lamp, LampDependencies>
private typealias HouseStore = Store<House, AppDependencies>

extension PartialStore {
  fileprivate func lamp(at path: WritableKeyPath<S, Lamp>, named name: String = "lamp") -> LampStore {
    scoped(to: path) { LampDependencies(name: name, dispatch: $0, getState: $1) }
  }
}

private func house(_ interceptors: [StoreInterceptor] = []) -> HouseStore {
  HouseStore(
    interceptors: interceptors, stateInitializer: House.init,
    configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: Immediate()))
}

@Suite struct ScopedStoreTests {
  @Test func twoFeaturesBesideEachOtherHaveStatesAndDependenciesOfTheirOwn() async throws {
    let house = house()
    let (north, south) = (house.lamp(at: \.north, named: "north"), house.lamp(at: \.south, named: "south"))
    try await north.dispatch(Brighten()).value()
    #expect(try await north.dispatch(Measure()).value() == "north 11")
    #expect(try await south.dispatch(Measure()).value() == "south 10")
    #expect((north.state.brightness, south.state.brightness) == (11, 10))
    #expect((house.state.north, house.state.south) == (north.state, south.state))
    #expect(south.dependencies.getState() == south.state)
    _ = try await south.dependencies.dispatch(Brighten(by: 5)).value()
    #expect(south.state.brightness == 15)
  }

  @Test func theAppAndItsFeaturesHaveOneOrder() async throws {
    let house = house()
    let north = house.lamp(at: \.north)
    for number in 1...50 {
      north.dispatch(Brighten())
      house.dispatch(Note(text: "\(number)"))
    }
    try await house.dispatch(Note(text: "end")).value()
    #expect(house.state.log == (1...50).map { "\($0) \($0)" } + ["end 50"])
  }

  @Test func listenersHearOfEveryUpdaterOfTheApp() async throws {
    let house = house()
    let (north, south) = (house.lamp(at: \.north), house.lamp(at: \.south))
    let log = EventLog<String>()
    let unsubscribe = north.addListener { log.add("\($0.brightness)→\($1.brightness)") }
    try await north.dispatch(Brighten()).value()
    try await south.dispatch(Brighten()).value()
    try await house.dispatch(Note(text: "x")).value()
    unsubscribe()
    try await north.dispatch(Brighten()).value()
    #expect(log.entries == ["0→1", "1→1", "1→1"])
  }

  @Test func listenersEndWithTheirStore() async throws {
    let house = house()
    let log = EventLog<Int>()
    var north: LampStore? = house.lamp(at: \.north)
    let unsubscribe = north?.addListener { log.add($1.brightness) }
    try await north?.dispatch(Brighten()).value()
    north = nil
    try await house.lamp(at: \.north).dispatch(Brighten()).value()
    #expect(log.entries == [1])
    #expect(house.state.north.brightness == 2)
    unsubscribe?()
  }

  @Test func aSideEffectDispatchesInItsOwnPlace() async throws {
    let house = house()
    let (north, south) = (house.lamp(at: \.north), house.lamp(at: \.south))
    try await south.dispatch(
      Use { context in
        try Hydra.await(context.dispatch(Use { try Hydra.await($0.dispatch(Brighten())) }))
        #expect(try Hydra.await(context.dispatch(Measure())) == "lamp 11")
        #expect(try Hydra.await(context.anyDispatch(Measure())) as? String == "lamp 21")
        #expect((context.getAnyState() as? Lamp)?.brightness == 21)
      }
    ).value()
    #expect((north.state.brightness, south.state.brightness) == (0, 21))
  }

  @Test func theErrorOfASideEffectRejectsItsPromise() async {
    let north = house().lamp(at: \.north)
    #expect(await failure(of: north.dispatch(Use { _ in throw Oops(number: 3) })) as? Oops == Oops(number: 3))
    let inner = Use { try Hydra.await($0.dispatch(Use { _ in throw Oops(number: 4) })) }
    #expect(await failure(of: north.anyDispatch(inner)) as? Oops == Oops(number: 4))
  }

  @Test func whatIsNotOfTheFeatureIsRejectedByItsNameAndThatOfTheFeature() async {
    let house = house()
    let north = house.lamp(at: \.north)
    let (lamp, whole) = (String(reflecting: Lamp.self), String(reflecting: House.self))
    let place = "at \\.north"
    #expect(
      await failure(of: north.dispatch(Note(text: ""))) as? StoreError
        == .wrongState(updater: "\(String(reflecting: Note.self)) \(place)", expected: lamp, actual: whole))
    #expect(
      await failure(of: house.dispatch(Brighten())) as? StoreError
        == .wrongState(updater: String(reflecting: Brighten.self), expected: whole, actual: lamp))
    #expect(
      await failure(of: north.dispatch(Enter())) as? StoreError
        == .wrongContext(
          sideEffect: String(reflecting: Enter.self),
          expected: String(reflecting: SideEffectContext<House, AppDependencies>.self),
          actual: String(reflecting: LampContext.self)))
    #expect(
      await failure(of: north.anyDispatch(Stray())) as? StoreError == .notDispatchable(String(reflecting: Stray.self)))
    #expect(house.state == House())
  }

  @Test func interceptorsOfTheAppSeeTheItemAndItsPlace() async throws {
    let log = EventLog<String>()
    let house = house([
      { _ in
        { next in
          { item in
            let place = item.scope.map { $0 == \House.north ? "north" : "elsewhere" } ?? "app"
            log.add("\(type(of: item.unscoped)) \(place)")
            if (item.unscoped as? Brighten)?.by == 7 { throw Oops() }
            try next(item)
          }
        }
      }
    ])
    let (north, south) = (house.lamp(at: \.north), house.lamp(at: \.south))
    _ = try await north.dispatch(Measure()).value()
    try await south.dispatch(Brighten()).value()
    try await house.dispatch(Note(text: "")).value()
    #expect(await failure(of: south.dispatch(Brighten(by: 7))) is Oops)
    #expect(log.entries == ["Measure north", "Brighten north", "Brighten elsewhere", "Note app", "Brighten elsewhere"])
    #expect(south.state.brightness == 1)
  }

  private struct AfterBrighten: DispatchObserverDispatchable, StateUpdater {
    init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State) {
      guard dispatchedItem is Brighten else { return nil }
    }
    func updateState(_ state: inout House) { state.log.append("observed") }
  }

  @Test func anObserverOfTheAppSeesTheFeaturesItem() async throws {
    let house = house([ObserverInterceptor.observe([.onDispatch(Brighten.self, [AfterBrighten.self])])])
    let observed = Promise<Void>()
    let unsubscribe = house.addListener { if !$1.log.isEmpty { observed.resolve(()) } }
    try await house.lamp(at: \.south).dispatch(Brighten()).value()
    try await observed.value()
    unsubscribe()
    #expect(house.state.log == ["observed"])
  }

  @Test func aFeatureCanContainAFeature() async throws {
    let house = house()
    let garden: Store<Garden, EmptySideEffectDependencyContainer> = house.scoped(to: \.garden)
    let lamp = garden.lamp(at: \.lamp, named: "inner")
    let log = EventLog<String>()
    let unsubscribe = lamp.addListener { log.add("\($1.brightness)") }
    #expect(try await lamp.dispatch(Measure()).value() == "inner 10")
    try await garden.dispatch(Visit()).value()
    unsubscribe()
    #expect(log.entries == ["10", "10"])
    #expect(house.state.garden == Garden(lamp: Lamp(brightness: 10), visits: 1))
    #expect(
      await failure(of: lamp.dispatch(Visit())) as? StoreError
        == .wrongState(
          updater: "\(String(reflecting: Visit.self)) at \\.garden.lamp", expected: String(reflecting: Lamp.self),
          actual: String(reflecting: Garden.self)))
  }

  @Test func aSubscriptFindsAFeatureByItsID() async throws {
    let house = house()
    let (kitchen, bath) = (house.lamp(at: \.[room: "kitchen"]), house.lamp(at: \.[room: "bath"]))
    try await kitchen.dispatch(Brighten()).value()
    #expect(try await bath.dispatch(Measure()).value() == "lamp 10")
    #expect(house.state.rooms == ["kitchen": Lamp(brightness: 1), "bath": Lamp(brightness: 10)])
    #expect(
      await failure(of: bath.dispatch(Note(text: ""))) as? StoreError
        == .wrongState(
          updater: String(reflecting: Note.self), expected: String(reflecting: Lamp.self),
          actual: String(reflecting: House.self)))
  }

  // MARK: - Times of life

  @Test func whatIsDispatchedBeforeTheAppsStoreIsReadyWaits() async throws {
    let held = Held()
    let house = HouseStore(
      interceptors: [], stateInitializer: { House(north: Lamp(brightness: 5)) },
      configuration: .init(stateInitializerAsyncProvider: held))
    let north = house.lamp(at: \.north)
    let measured = north.dispatch(Measure())
    #expect(!north.isReady)
    held.release()
    #expect(north.isReady)
    #expect(try await measured.value() == "lamp 15")
  }

  @Test func dependenciesMayDispatchInTheirInitialiser() async throws {
    final class Eager: SideEffectDependencyContainer {
      let promise: Promise<Any>
      init(dispatch: @escaping AnyDispatch, getState _: @escaping GetState) { promise = dispatch(Ask()) }
    }
    struct Ask: ReturningSideEffect {
      func sideEffect(_ context: any AnySideEffectContext) throws -> Bool { context.anyDependencies is Eager }
    }
    let store: Store<Lamp, Eager> = house().scoped(to: \.north)
    #expect(try await store.dependencies.promise.value() as? Bool == true)
  }

  @Test func theDependenciesOfAReleasedStoreDispatchNoMore() async throws {
    let house = house()
    var north: LampStore? = house.lamp(at: \.north)
    let dependencies = try #require(north?.dependencies)
    try await north?.dispatch(Brighten()).value()
    north = nil
    #expect(
      await failure(of: dependencies.dispatch(Brighten())) as? StoreError
        == .storeReleased(String(reflecting: Brighten.self)))
    #expect(dependencies.getState().brightness == 1)
  }

  @Test func aRunningSideEffectOutlivesItsStore() async throws {
    let house = house()
    let (started, go) = (Promise<Void>(), Promise<Void>())
    let end = house.lamp(at: \.north).dispatch(
      Use { context in
        started.resolve(())
        try Hydra.await(go)
        try Hydra.await(context.dispatch(Brighten()))
      })
    try await started.value()
    go.resolve(())
    try await end.value()
    #expect(house.state.north.brightness == 1)
  }

  @Test func aScopedStoreRetainsTheAppsStoreAndNotTheOtherWayRound() async throws {
    weak var dependencies: LampDependencies?
    let north: LampStore
    do {
      let house = house()
      dependencies = house.lamp(at: \.south).dependencies
      north = house.lamp(at: \.north)
    }
    #expect(dependencies == nil)
    try await north.dispatch(Brighten()).value()
    #expect(north.state.brightness == 1)
  }

  // MARK: - In an app instance

  private struct Start: NonblockingSideEffect {
    func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> {
      Promise(resolved: "\(type(of: context.getAnyState()))")
    }
  }

  @Test func theHostCountsSideEffectsAndRunsWhatItRunsFromTheApp() async throws {
    let host = TestHost()
    let north = host.sync { HouseStore().lamp(at: \.north, named: "hosted") }
    #expect(try await north.dispatch(Measure()).value() == "hosted 10")
    #expect(try await north.anyDispatch(Start()).value() as? String == "House", "navigation is the app's")
    #expect(await failure(of: north.dispatch(Use { _ in throw Oops() })) is Oops)
    try await host.events.reached(6)
    #expect(host.events.entries.filter { $0.hasPrefix("start") }.count == 3)
    #expect(host.events.entries.filter { $0.hasPrefix("end") }.count == 3)
  }

  @Test func theUpdatersOfFeaturesRunAgainOnAnotherState() async throws {
    let host = TestHost()
    let container = host.stateContainer(House.self, initial: House.init)
    let journal = EventLog<any AnyStateUpdater>()
    container.onUpdate = { journal.add($0) }
    let (house, south) = host.sync {
      let house = HouseStore()
      return (house, house.lamp(at: \.south))
    }
    try await south.dispatch(Brighten(by: 3)).value()
    try await house.dispatch(Note(text: "x")).value()
    let problems = host.sync { container.replay(journal.entries, on: House(south: Lamp(brightness: 100))) }
    #expect(problems.isEmpty)
    #expect(south.state.brightness == 103)
    #expect(house.state.log == ["x 0"])
  }
}
