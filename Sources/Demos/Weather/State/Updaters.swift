import Katana

struct ChooseUnit: StateUpdater {
  let unit: TemperatureUnit

  func updateState(_ state: inout WeatherState) { state.unit = unit }
}

/// Chooses a place, whose weather is not known then. The place that is chosen already stays as it is.
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

/// Notes that an observation is on its way.
struct BeginFetch: StateUpdater {
  let placeID: String

  func updateState(_ state: inout WeatherState) {
    guard placeID == state.placeID else { return }
    state.isFetching = true
    state.problem = nil
  }
}

/// Takes what a fetch brought, unless another place was chosen meanwhile.
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
    case .failure(let error): state.problem = error.description
    }
  }
}
