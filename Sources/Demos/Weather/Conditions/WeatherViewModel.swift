import Tempura

/// An observation as text: the city, the weather and the temperature.
struct WeatherViewModel: ViewModel, Equatable {
  let observation: Observation
  let city: String
  let weather: String
  let temperature: String

  init(with observation: Observation, unit: TemperatureUnit = .fahrenheit) {
    self.observation = observation
    city = observation.displayLocation.fullCityName
    weather = observation.weather
    temperature = observation.formattedTemperature(in: unit)
  }
}

extension WeatherViewModel: WeatherViewControllerDisplayable {
  var location: String { city }
  var temperatureCelcius: Double { observation.temperatureCelcius }
  var temperatureFahrenheit: Double { observation.temperatureFahrenheit }
  var formattedTemperature: String { temperature }
}
