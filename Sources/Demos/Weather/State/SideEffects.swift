import Hydra
import Katana

/// Fetches the weather at the chosen place.
struct FetchWeather: SideEffect {
  func sideEffect(_ context: SideEffectContext<WeatherState, DependenciesContainer>) throws {
    let place = context.getState().place
    try Hydra.await(context.dispatch(BeginFetch(placeID: place.id)))
    let result = Result { () throws(WeatherError) in try context.dependencies.weatherService.observation(at: place) }
    try Hydra.await(context.dispatch(EndFetch(placeID: place.id, result: result)))
  }
}

/// Fetches the weather at the chosen place unless there is an observation or a problem already.
struct FetchMissingWeather: SideEffect {
  func sideEffect(_ context: SideEffectContext<WeatherState, DependenciesContainer>) throws {
    let state = context.getState()
    guard state.observation == nil, state.problem == nil else { return }
    try Hydra.await(context.dispatch(FetchWeather()))
  }
}

/// Chooses a place and fetches its weather.
struct VisitPlace: SideEffect {
  let id: String

  func sideEffect(_ context: SideEffectContext<WeatherState, DependenciesContainer>) throws {
    try Hydra.await(context.dispatch(ChoosePlace(id: id)))
    try Hydra.await(context.dispatch(FetchMissingWeather()))
  }
}
