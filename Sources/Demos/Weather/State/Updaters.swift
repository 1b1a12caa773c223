import Katana

struct ChooseUnit: StateUpdater {
  let unit: TemperatureUnit

  func updateState(_ state: inout WeatherState) { state.unit = unit }
}

/// Chooses a city and forgets the weather of the previous one. Does nothing if the city is chosen already.
struct ChooseCity: StateUpdater {
  let id: String

  func updateState(_ state: inout WeatherState) {
    guard id != state.cityID, City.all.contains(where: { $0.id == id }) else { return }
    state.cityID = id
    state.observation = nil
    state.problem = nil
    state.isFetching = false
  }
}

/// Records that a fetch is running.
struct BeginFetch: StateUpdater {
  let cityID: String

  func updateState(_ state: inout WeatherState) {
    guard cityID == state.cityID else { return }
    state.isFetching = true
    state.problem = nil
  }
}

/// Records the result of a fetch, unless the user has chosen another city meanwhile.
struct EndFetch: StateUpdater {
  let cityID: String
  let result: Result<Observation, WeatherError>

  func updateState(_ state: inout WeatherState) {
    guard cityID == state.cityID else { return }
    state.isFetching = false
    switch result {
    case .success(let observation):
      state.observation = observation
      state.problem = nil
    case .failure(let error): state.problem = error
    }
  }
}
