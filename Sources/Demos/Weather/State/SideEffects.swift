import Hydra
import Katana

/// Fetches the weather in the chosen city.
struct FetchWeather: SideEffect {
  func sideEffect(_ context: SideEffectContext<WeatherState, DependenciesContainer>) throws {
    let city = context.getState().city
    try Hydra.await(context.dispatch(BeginFetch(cityID: city.id)))
    let result = Result { () throws(WeatherError) in try context.dependencies.weatherService.observation(in: city) }
    try Hydra.await(context.dispatch(EndFetch(cityID: city.id, result: result)))
  }
}

/// Fetches the weather in the chosen city unless there is an observation or a problem already.
struct FetchMissingWeather: SideEffect {
  func sideEffect(_ context: SideEffectContext<WeatherState, DependenciesContainer>) throws {
    let state = context.getState()
    guard state.observation == nil, state.problem == nil else { return }
    try Hydra.await(context.dispatch(FetchWeather()))
  }
}

/// Chooses a city and fetches its weather.
struct VisitCity: SideEffect {
  let id: String

  func sideEffect(_ context: SideEffectContext<WeatherState, DependenciesContainer>) throws {
    try Hydra.await(context.dispatch(ChooseCity(id: id)))
    try Hydra.await(context.dispatch(FetchMissingWeather()))
  }
}
