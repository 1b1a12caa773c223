import Hydra
import Katana
import TempuraTesting

/// An app whose side effects wait.
struct WeatherState: State {
  var isLoading = false
  var degrees: Int?
  var alarms: [String] = []
}

/// The dependencies of the side effects, which a test controls.
final class WeatherDependencies: SideEffectDependencyContainer {
  let clock = TestClock()
  let forecast = Promise<Int>()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

typealias WeatherContext = SideEffectContext<WeatherState, WeatherDependencies>

struct SetLoading: StateUpdater {
  let isLoading: Bool

  func updateState(_ state: inout WeatherState) { state.isLoading = isLoading }
}

struct SetDegrees: StateUpdater {
  let degrees: Int

  func updateState(_ state: inout WeatherState) {
    state.degrees = degrees
    state.isLoading = false
  }
}

struct AddAlarm: StateUpdater {
  let text: String

  func updateState(_ state: inout WeatherState) { state.alarms.append(text) }
}

/// Fetches the forecast and warns of heat.
struct FetchWeather: SideEffect {
  func sideEffect(_ context: WeatherContext) throws {
    context.dispatch(SetLoading(isLoading: true))
    let degrees = try Hydra.await(context.dependencies.forecast)
    try Hydra.await(context.dispatch(SetDegrees(degrees: degrees)))
    if degrees > 30 { context.dispatch(Warn(after: 60)) }
  }
}

/// Warns after a number of seconds.
struct Warn: SideEffect {
  let after: Int

  func sideEffect(_ context: WeatherContext) throws {
    try Hydra.await(context.dependencies.clock.wait(for: .seconds(after)))
    context.dispatch(AddAlarm(text: "It is hot"))
  }
}

struct AskDegrees: ReturningSideEffect {
  func sideEffect(_ context: any AnySideEffectContext) throws -> Int { throw NoAnswer() }
}

struct NoAnswer: Error {}
