import Katana

struct ChooseUnit: StateUpdater {
  let unit: TemperatureUnit

  func updateState(_ state: inout WeatherState) { state.unit = unit }
}

/// Chooses a place and forgets the weather of the previous one. Does nothing if the place is chosen already.
struct ChoosePlace: StateUpdater {
  let id: String

  func updateState(_ state: inout WeatherState) {
    guard id != state.placeID, Place.all.contains(where: { $0.id == id }) else { return }
    state.placeID = id
    state.observation = nil
    state.problem = nil
    state.isFetching = false
  }
}

/// Records that a fetch is running.
struct BeginFetch: StateUpdater {
  let placeID: String

  func updateState(_ state: inout WeatherState) {
    guard placeID == state.placeID else { return }
    state.isFetching = true
    state.problem = nil
  }
}

/// Records the result of a fetch, unless the user has chosen another place meanwhile.
struct EndFetch: StateUpdater {
  let placeID: String
  let result: Result<Observation, WeatherError>

  func updateState(_ state: inout WeatherState) {
    guard placeID == state.placeID else { return }
    state.isFetching = false
    switch result {
    case .success(let observation):
      state.observation = observation
      state.problem = nil
    case .failure(let error): state.problem = error
    }
  }
}
