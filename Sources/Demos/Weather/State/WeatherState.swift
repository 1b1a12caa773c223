import Katana

/// All that the app knows.
public struct WeatherState: State, Codable {
  var placeID = Place.all[0].id
  var unit = TemperatureUnit.fahrenheit

  /// The last observation at the place; nil before there is one.
  var observation: Observation?

  /// Whether an observation is on its way.
  var isFetching = false

  /// Why the last fetch brought nothing; nil if it did.
  var problem: String?

  public init() {}
}

extension WeatherState {
  /// The chosen place.
  var place: Place { Place.all.first { $0.id == placeID } ?? Place.all[0] }
}
