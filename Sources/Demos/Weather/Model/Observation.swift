/// The weather at a station.
struct Observation: Equatable, Codable, Sendable {
  let displayLocation: Location
  let observationLocation: Location
  let weather: String
  let temperatureCelcius: Double
  let temperatureFahrenheit: Double
}

extension Observation: JSONDeserializable {
  init?(dictionary: JSONDictionary) {
    guard let display = dictionary["display_location"] as? JSONDictionary,
      let displayLocation = Location(dictionary: display),
      let observation = dictionary["observation_location"] as? JSONDictionary,
      let observationLocation = Location(dictionary: observation),
      let weather = dictionary.text("weather"),
      let temperatureCelcius = dictionary.number("temp_c"),
      let temperatureFahrenheit = dictionary.number("temp_f")
    else { return nil }
    self.displayLocation = displayLocation
    self.observationLocation = observationLocation
    self.weather = weather
    self.temperatureCelcius = temperatureCelcius
    self.temperatureFahrenheit = temperatureFahrenheit
  }
}

extension Observation: WeatherViewControllerDisplayable {
  var location: String { displayLocation.fullCityName }
}
