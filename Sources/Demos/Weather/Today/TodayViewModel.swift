import Foundation
import Tempura
import UIKit

struct TodayViewModel: ViewModelWithState, Equatable {
  /// A fact about the observation.
  struct Detail: Equatable {
    let name: String
    let value: String
  }

  let city: String
  let unit: TemperatureUnit
  /// nil until there is an observation.
  let weather: WeatherViewModel?
  let details: [Detail]
  let sky: Sky
  let isFetching: Bool
  let problem: String?

  init(state: WeatherState) {
    city = state.city.localizedName
    unit = state.unit
    weather = state.observation.map { WeatherViewModel(with: $0, unit: state.unit) }
    details = state.observation.map { Self.details(of: $0, unit: state.unit) } ?? []
    sky = state.observation.map { Sky(weather: $0.weather) } ?? .unknown
    isFetching = state.isFetching
    problem = state.problem?.description
  }

  private static func details(of observation: Observation, unit: TemperatureUnit) -> [Detail] {
    let (shown, station) = (observation.displayLocation, observation.observationLocation)
    return [
      Detail(
        name: unit == .celsius
          ? NSLocalizedString("In Fahrenheit", comment: "The temperature")
          : NSLocalizedString("In Celsius", comment: "The temperature"),
        value: observation.formattedTemperature(in: unit.other)),
      Detail(name: NSLocalizedString("Observed at", comment: "The weather station"), value: station.fullCityName),
      coordinates(of: shown).map { Detail(name: NSLocalizedString("Coordinates", comment: "Of the city"), value: $0) },
      // The highest location is below 9 km, the lowest above the Dead Sea's bed.
      number(shown.elevation, in: -1000...9000).map {
        Detail(
          name: NSLocalizedString("Elevation", comment: "Of the city"),
          value: String(localized: "\(String(Int($0.rounded()))) m", comment: "Metres above the sea"))
      },
    ].compactMap(\.self)
  }

  private static func coordinates(of location: Location) -> String? {
    guard let latitude = number(location.latitude, in: -90...90),
      let longitude = number(location.longitude, in: -180...180)
    else { return nil }
    let (latitudeText, longitudeText) = (degrees(latitude), degrees(longitude))
    return [
      latitude < 0
        ? String(localized: "\(latitudeText)° S", comment: "Latitude")
        : String(localized: "\(latitudeText)° N", comment: "Latitude"),
      longitude < 0
        ? String(localized: "\(longitudeText)° W", comment: "Longitude")
        : String(localized: "\(longitudeText)° E", comment: "Longitude"),
    ].joined(separator: NSLocalizedString(", ", comment: "Between latitude and longitude"))
  }

  private static func degrees(_ value: Double) -> String {
    abs(value).formatted(.number.precision(.fractionLength(2)).locale(UIApplication.shared.locale))
  }

  private static func number(_ text: String?, in range: ClosedRange<Double>) -> Double? {
    text.flatMap(Double.init).flatMap { range.contains($0) ? $0 : nil }
  }
}
