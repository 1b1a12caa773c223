import Foundation
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
    return [
      Detail(
        name: unit == .celsius ? "In Fahrenheit" : "In Celsius",
        value: observation.formattedTemperature(in: unit.other)),
      Detail(name: "Observed at", value: station.fullCityName),
      coordinates(of: shown).map { Detail(name: "Coordinates", value: $0) },
      // The highest place is below 9 km, the lowest above the Dead Sea's bed.
      number(shown.elevation, in: -1000...9000).map { Detail(name: "Elevation", value: "\(Int($0.rounded())) m") },
    ].compactMap(\.self)
  }

  private static func coordinates(of location: Location) -> String? {
    guard let latitude = number(location.latitude, in: -90...90),
      let longitude = number(location.longitude, in: -180...180)
    else { return nil }
    return degrees(latitude, "N", "S") + ", " + degrees(longitude, "E", "W")
  }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    String(format: "%.2f° ", abs(value)) + (value < 0 ? negative : positive)
  }

  private static func number(_ text: String?, in range: ClosedRange<Double>) -> Double? {
    text.flatMap(Double.init).flatMap { range.contains($0) ? $0 : nil }
  }
}
