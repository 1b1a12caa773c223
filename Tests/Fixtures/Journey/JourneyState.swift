import Katana
import WeatherDemo

/// A journey: what is packed, and the weather in two places.
struct JourneyState: State, Codable {
  var hasUmbrella = false
  var home = WeatherState()
  var away = WeatherState(city: "tokyo")
}

struct PackUmbrella: StateUpdater {
  let isPacked: Bool

  func updateState(_ state: inout JourneyState) { state.hasUmbrella = isPacked }
}
