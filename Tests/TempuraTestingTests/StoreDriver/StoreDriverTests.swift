import Hydra
import Katana
import Tempura
import Testing

@testable import TempuraTesting
@testable import Todo

/// The driver, with the updaters of the todo demo.
@Suite struct StoreDriverTests {
  private final class Failures: @unchecked Sendable {
    // Safe because only the test's calls of the driver add to it.
    var texts: [String] = []
    var lines: [UInt] = []
  }

  private let failures = Failures()

  private func todos() -> StoreDriver<AppState, DependenciesContainer> {
    let driver = StoreDriver<AppState, DependenciesContainer>()
    collect(from: driver)
    return driver
  }

  private func weather() -> StoreDriver<WeatherState, WeatherDependencies> {
    let driver = StoreDriver<WeatherState, WeatherDependencies>()
    collect(from: driver)
    return driver
  }

  private func collect<S: State, D: SideEffectDependencyContainer>(from driver: StoreDriver<S, D>) {
    driver.report = { [failures] failure, site in
      failures.texts.append(failure.description)
      failures.lines.append(site.line)
    }
  }

  // MARK: - Updaters

  @Test func expectedChangesPass() async {
    let driver = todos()
    let first = driver.state.items[0].id
    await driver.dispatch(ToggleItem(itemID: first)) { $0.items[0].completed = true }
    await driver.dispatch(ToggleArchiveItems(ids: [first])) { $0.items[0].archived = true }
    await driver.dispatch(DeleteArchivedItems()) { $0.items.removeFirst() }
    await driver.dispatch(DeleteItem(id: "?"))
    await driver.dispatch(AddItem(text: "Buy milk")) { state in
      // Its identifier is random.
      state.items.insert(driver.state.items[0], at: 0)
    }
    #expect(driver.state.items[0].text == "Buy milk")
    await driver.finish()
    #expect(failures.texts == [])
  }

  @Test func aWrongExpectationIsReportedPropertyByProperty() async {
    let driver = todos()
    let id = driver.state.items[3].id
    await driver.dispatch(EditItem(id: id, text: "Visit Venus")) {
      $0.items[3].text = "Visit venus"
      $0.items[3].completed = true
    }
    #expect(
      failures.texts == [
        """
        EditItem(id: "\(id)", text: "Visit Venus") did not change the state as expected:
          items[3].text: expected "Visit venus", is "Visit Venus"
          items[3].completed: expected true, is false
        """
      ])
  }

  @Test func anUnexpectedChangeFails() async {
    let driver = todos()
    let item = driver.state.items[1]
    await driver.dispatch(DeleteItem(id: item.id))
    let text =
      #"Todo(id: "\#(item.id)", text: "Become a doctor.\nChange last name to Acula", completed: false, archived: false)"#
    #expect(
      failures.texts == [
        """
        DeleteItem(id: "\(item.id)") changed the state unexpectedly:
          items[1]: expected \(text), is not there
        """
      ])
  }

  @Test func failuresAreReportedAtTheLineOfTheCall() async {
    let driver = todos()
    let line: UInt = #line + 1
    await driver.dispatch(ToggleItem(itemID: driver.state.items[0].id))
    #expect(failures.lines == [line])
  }

  @Test func theTestGoesOnAfterAFailure() async {
    let driver = todos()
    let id = driver.state.items[0].id
    await driver.dispatch(ToggleItem(itemID: id))
    await driver.dispatch(ToggleItem(itemID: id)) { $0.items[0].completed = false }
    #expect(failures.texts.count == 1)
  }

  @Test func anErrorInAnExpectationFails() async {
    let driver = todos()
    await driver.dispatch(DeleteItem(id: "?")) { _ in throw NoAnswer() }
    #expect(failures.texts == [#"The expectation of DeleteItem(id: "?") threw an error: NoAnswer()"#])
  }

  @Test func anUpdaterThatAnInterceptorRejectsFails() async {
    let guarding: StoreInterceptor = { _ in { _ in { _ in throw NoAnswer() } } }
    let driver = StoreDriver<AppState, DependenciesContainer>(interceptors: [guarding])
    collect(from: driver)
    await driver.dispatch(DeleteArchivedItems())
    #expect(failures.texts == ["DeleteArchivedItems() was rejected: NoAnswer()"])
  }

  @Test func aReceivedUpdaterThatAnInterceptorRejectsFails() async {
    let guarding: StoreInterceptor = { _ in
      { next in
        { item in
          if item is SetLoading { throw NoAnswer() }
          try next(item)
        }
      }
    }
    let driver = StoreDriver<WeatherState, WeatherDependencies>(interceptors: [guarding])
    collect(from: driver)
    await driver.dispatch(FetchWeather())
    await driver.receive(SetLoading.self) { $0.isLoading = true }
    #expect(failures.texts == ["SetLoading(isLoading: true) was rejected: NoAnswer()"])
    driver.store.dependencies.forecast.resolve(20)
    await driver.receive(SetDegrees.self) { $0.degrees = 20 }
    #expect(failures.texts.count == 1)
  }

  @Test func theStateIsThatOfTheStoreIfAnInterceptorThrowsAfterNext() async {
    let throwing: StoreInterceptor = { _ in
      { next in
        { item in
          try next(item)
          throw NoAnswer()
        }
      }
    }
    let driver = StoreDriver<WeatherState, WeatherDependencies>(interceptors: [throwing])
    collect(from: driver)
    await driver.dispatch(SetLoading(isLoading: true)) { $0.isLoading = true }
    #expect(failures.texts == ["SetLoading(isLoading: true) was rejected: NoAnswer()"])
    #expect(driver.state.isLoading)
    try? await driver.store.dispatch(AddAlarm(text: "now")).value()
    await driver.receive(AddAlarm.self) { $0.alarms = ["now"] }
    #expect(failures.texts.last == "AddAlarm(text: \"now\") was rejected: NoAnswer()")
    #expect(driver.state.alarms == ["now"])
  }

  @Test func anUpdaterOfTheStoreThatAnInterceptorRejectsFails() async {
    let guarding: StoreInterceptor = { _ in { _ in { _ in throw NoAnswer() } } }
    let driver = StoreDriver<WeatherState, WeatherDependencies>(interceptors: [guarding])
    collect(from: driver)
    try? await driver.store.dispatch(SetLoading(isLoading: true)).value()
    await driver.receive(SetLoading.self) { $0.isLoading = true }
    #expect(failures.texts == ["SetLoading(isLoading: true) was rejected: NoAnswer()"])
  }

  @Test func failuresAreReportedToSwiftTesting() async {
    let driver = StoreDriver<AppState, DependenciesContainer>()
    let id = driver.state.items[0].id
    await withKnownIssue {
      await driver.dispatch(ToggleItem(itemID: id))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("items[0].completed: expected false, is true") }
    }
  }

  @MainActor @Test func theDriverWorksOnTheMainActor() async {
    let driver = todos()
    var count = 0
    await driver.dispatch(DeleteArchivedItems()) { _ in count += 1 }
    #expect(count == 1)
  }

  // MARK: - Side effects

  @Test func itemsOfASideEffectAreReceivedInOrder() async {
    let driver = weather()
    await driver.dispatch(FetchWeather())
    await driver.receive(SetLoading.self) { $0.isLoading = true }
    driver.store.dependencies.forecast.resolve(35)
    await driver.receive(SetDegrees(degrees: 35)) {
      $0.degrees = 35
      $0.isLoading = false
    }
    let warning = await driver.receive(Warn.self)
    #expect(warning?.after == 60)
    await driver.store.dependencies.clock.advance(by: .seconds(60))
    await driver.receive(AddAlarm.self) { $0.alarms = ["It is hot"] }
    await driver.finish()
    #expect(failures.texts == [])
  }

  @Test func anotherItemThanTheExpectedOneFails() async {
    let driver = weather()
    await driver.dispatch(FetchWeather())
    #expect(await driver.receive(SetDegrees.self) == nil)
    #expect(
      failures.texts == ["Expected SetDegrees to be dispatched next, but it was SetLoading(isLoading: true)."])
    driver.store.dependencies.forecast.resolve(20)
    await driver.receive(SetDegrees(degrees: 21)) {
      $0.degrees = 20
      $0.isLoading = false
    }
    #expect(
      failures.texts.last == "SetDegrees was dispatched with other values than expected:\n  degrees: expected 21, is 20"
    )
  }

  @Test func anItemThatIsNotReceivedFails() async {
    let driver = weather()
    driver.store.dependencies.forecast.resolve(20)
    try? await driver.dispatch(FetchWeather()).value()
    await driver.dispatch(AddAlarm(text: "now")) { $0.alarms = ["now"] }
    #expect(
      failures.texts == [
        """
        These were dispatched and not received before AddAlarm(text: "now"):
          SetLoading(isLoading: true)
          SetDegrees(degrees: 20)
        """
      ])
    try? await driver.store.dispatch(AddAlarm(text: "then")).value()
    await driver.finish()
    #expect(failures.texts.last == "These were dispatched and not received before the end:\n  AddAlarm(text: \"then\")")
  }

  @Test func receivingNothingFailsAndListsRunningSideEffects() async {
    let driver = weather()
    await driver.receive(SetLoading.self, within: 0)
    await driver.dispatch(Warn(after: 1))
    await driver.receive(AddAlarm.self, within: 0)
    #expect(
      failures.texts == [
        "Expected SetLoading to be dispatched, but it was not within 0.0 seconds. No side effect is running.",
        "Expected AddAlarm to be dispatched, but it was not within 0.0 seconds. Still running:\n  Warn(after: 1)",
      ])
    await driver.store.dependencies.clock.advance(by: .seconds(1))
    await driver.receive(AddAlarm.self) { $0.alarms = ["It is hot"] }
  }

  @Test func expectingAChangeOfASideEffectFails() async {
    let driver = weather()
    driver.store.dependencies.forecast.resolve(40)
    await driver.dispatch(FetchWeather())
    await driver.receive(SetLoading.self) { $0.isLoading = true }
    await driver.receive(SetDegrees.self) {
      $0.degrees = 40
      $0.isLoading = false
    }
    await driver.receive(Warn.self) { $0.alarms = ["It is hot"] }
    #expect(
      failures.texts == [
        """
        Warn(after: 60) did not change the state as expected:
          alarms[0]: expected "It is hot", is not there
        """
      ])
    await driver.store.dependencies.clock.advance(by: .seconds(60))
    await driver.receive(AddAlarm.self) { $0.alarms = ["It is hot"] }
    #expect(failures.texts.count == 1)
  }

  @Test func aSideEffectIsReceivedAfterSkippedItems() async {
    let driver = weather()
    driver.isExhaustive = false
    driver.store.dependencies.forecast.resolve(40)
    await driver.dispatch(FetchWeather())
    await driver.receive(Warn.self) { $0.degrees = 40 }
    #expect(failures.texts == [] && driver.state.degrees == 40)
    await driver.store.dependencies.clock.advance(by: .seconds(60))
    await driver.finish()
  }

  @Test func aSideEffectThatIsStillRunningFails() async {
    let driver = weather()
    driver.patience = 0
    await driver.dispatch(Warn(after: 3))
    await driver.finish()
    #expect(failures.texts == ["These are still running at the end of the test:\n  Warn(after: 3)"])
    await driver.store.dependencies.clock.advance(by: .seconds(3))
  }

  @Test func aDriverThatIsReleasedReportsItemsThatAreLeft() async {
    do {
      let driver = weather()
      driver.store.dependencies.forecast.resolve(20)
      await driver.dispatch(FetchWeather())
      await driver.receive(SetLoading.self) { $0.isLoading = true }
    }
    #expect(failures.texts == ["These were dispatched and not received before the end:\n  SetDegrees(degrees: 20)"])
  }

  @Test func anErrorThatTheTestDoesNotReadFails() async {
    let driver = weather()
    await driver.dispatch(AskDegrees())
    await #expect(throws: NoAnswer.self) { try await driver.dispatch(AskDegrees()).value() }
    await driver.finish()
    #expect(failures.texts == ["AskDegrees() failed, and the test does not read its promise: NoAnswer()"])
  }

  // MARK: - Control

  @Test func aSideEffectIsReplaced() async throws {
    let driver = weather()
    driver.override(AskDegrees.self) { _, _ in 12 }
    driver.override(Warn.self) { effect, context in
      context.dispatch(AddAlarm(text: "\(effect.after)"))
    }
    #expect(try await driver.dispatch(AskDegrees()).value() == 12)
    driver.store.dependencies.forecast.resolve(40)
    driver.isExhaustive = false
    await driver.dispatch(FetchWeather())
    await driver.receive(AddAlarm.self) { $0.alarms = ["60"] }
    await driver.finish()
    #expect(failures.texts == [])
  }

  // MARK: - Features

  private struct HouseState: State {
    var north = WeatherState()
    var south = WeatherState()
  }

  @Test func theItemsOfAFeatureAreReceivedAsTheFeatureMadeThem() async {
    let driver = StoreDriver<HouseState, EmptySideEffectDependencyContainer>()
    collect(from: driver)
    let south: Store<WeatherState, WeatherDependencies> = driver.store.scoped(to: \.south)
    south.dispatch(FetchWeather())
    await driver.receive(FetchWeather.self)
    await driver.receive(SetLoading(isLoading: true)) { $0.south.isLoading = true }
    south.dependencies.forecast.resolve(20)
    await driver.receive(SetDegrees(degrees: 20)) {
      $0.south.degrees = 20
      $0.south.isLoading = false
    }
    await driver.finish()
    #expect(failures.texts == [])
  }

  @Test func theSideEffectOfAFeatureIsHeldAndReplaced() async throws {
    let driver = StoreDriver<HouseState, EmptySideEffectDependencyContainer>()
    collect(from: driver)
    driver.isExhaustive = false
    let south: Store<WeatherState, WeatherDependencies> = driver.store.scoped(to: \.south)
    driver.override(AskDegrees.self) { _, context in context.getState().north.degrees ?? 7 }
    driver.hold(AskDegrees.self)
    let answer = south.dispatch(AskDegrees())
    await driver.receive(AskDegrees.self)
    #expect(answer.isPending)
    driver.release(AskDegrees.self)
    #expect(try await answer.value() == 7)
    await driver.finish()
    #expect(failures.texts == [])
  }

  @Test func navigationIsReplaced() async throws {
    let driver = todos()
    driver.override(Show.self) { effect, context in
      context.dispatch(AddItem(text: effect.identifiersToShow.joined()))
    }
    try await driver.dispatch(Show(Screen.addItem)).value()
    let added = await driver.receive(AddItem.self) { $0 = driver.state }
    #expect(added?.text == "addItem")
    #expect(failures.texts == [])
  }

  @Test func aSideEffectIsHeldAndReleased() async {
    let driver = weather()
    driver.store.dependencies.forecast.resolve(40)
    driver.hold(FetchWeather.self)
    await driver.dispatch(FetchWeather())
    await driver.receive(SetLoading.self, within: 0)
    #expect(failures.texts.first?.hasSuffix("Still running:\n  FetchWeather(), which is held") == true)
    driver.release(FetchWeather.self)
    await driver.receive(SetLoading.self) { $0.isLoading = true }
    #expect(failures.texts.count == 1)
    driver.isExhaustive = false
    await driver.receive(Warn.self)
    await driver.store.dependencies.clock.advance(by: .seconds(60))
  }

  // MARK: - Without exhaustion

  @Test func aDriverThatIsNotExhaustiveChecksOnlyExpectations() async {
    let driver = weather()
    driver.isExhaustive = false
    driver.store.dependencies.forecast.resolve(20)
    await driver.dispatch(FetchWeather())
    await driver.receive(SetDegrees.self) { $0.degrees = 20 }
    await driver.dispatch(AddAlarm(text: "a"))
    await driver.dispatch(AddAlarm(text: "b")) { $0.alarms = ["b"] }
    await driver.finish()
    #expect(failures.texts.count == 1)
    #expect(failures.texts.first?.contains(#"alarms[0]: not expected, is "a""#) == true)
  }
}
