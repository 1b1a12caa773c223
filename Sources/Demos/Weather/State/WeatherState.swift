import Katana

/// The state of the app.
public struct WeatherState: State, Codable {
  var cityID = City.all[0].id
  var unit = TemperatureUnit.fahrenheit

  /// The last observation in the city; nil before the first.
  var observation: Observation?

  /// Whether a fetch is running.
  var isFetching = false

  /// The reason why the last fetch failed; nil if it succeeded.
  var problem: WeatherError?

  public init() {}
}

extension WeatherState {
  /// The chosen city.
  var city: City { City.all.first { $0.id == cityID } ?? City.all[0] }
}
