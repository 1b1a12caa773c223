import Katana

/// The state of the app.
public struct WeatherState: State, Codable {
  var placeID = Place.all[0].id
  var unit = TemperatureUnit.fahrenheit

  /// The last observation at the place; nil before the first.
  var observation: Observation?

  /// Whether a fetch is running.
  var isFetching = false

  /// The reason why the last fetch failed; nil if it succeeded.
  var problem: WeatherError?

  public init() {}
}

extension WeatherState {
  /// The chosen place.
  var place: Place { Place.all.first { $0.id == placeID } ?? Place.all[0] }
}
