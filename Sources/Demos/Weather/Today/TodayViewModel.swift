import Tempura

struct TodayViewModel: ViewModelWithState, Equatable {
  /// A line about the observation.
  struct Detail: Equatable {
    let name: String
    let value: String
  }

  let place: String
  let unit: TemperatureUnit
  /// nil while there is no observation.
  let weather: WeatherViewModel?
  let details: [Detail]
  let sky: Sky
  let isFetching: Bool
  let problem: String?

  init(state: WeatherState) {
    place = state.place.name
    unit = state.unit
    weather = state.observation.map { WeatherViewModel(with: $0, unit: state.unit) }
    details = state.observation.map { Self.details(of: $0, unit: state.unit) } ?? []
    sky = state.observation.map { Sky(weather: $0.weather) } ?? .unknown
    isFetching = state.isFetching
    problem = state.problem
  }

  private static func details(of observation: Observation, unit: TemperatureUnit) -> [Detail] {
    let (shown, station) = (observation.displayLocation, observation.observationLocation)
    let coordinates = [shown.latitude, shown.longitude].compactMap { $0.flatMap(Double.init) }
    return [
      Detail(
        name: unit == .celsius ? "In Fahrenheit" : "In Celsius",
        value: observation.formattedTemperature(in: unit.other)),
      Detail(name: "Observed at", value: station.fullCityName),
      coordinates.count == 2
        ? Detail(
          name: "Coordinates",
          value: degrees(coordinates[0], "N", "S") + ", " + degrees(coordinates[1], "E", "W")) : nil,
      shown.elevation.flatMap(Double.init).map { Detail(name: "Elevation", value: "\(Int($0.rounded())) m") },
    ].compactMap(\.self)
  }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    String(format: "%.2f° ", abs(value)) + (value < 0 ? negative : positive)
  }
}
