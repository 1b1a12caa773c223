import Foundation

/// What a `WeatherViewController` can show. Say the temperature in one unit or in both: the other one follows.
protocol WeatherViewControllerDisplayable: Equatable {
  var location: String { get }
  var weather: String { get }
  var temperatureCelcius: Double { get }
  var temperatureFahrenheit: Double { get }
  /// The temperature that is shown: in degrees Fahrenheit, unless said otherwise.
  var formattedTemperature: String { get }
}

// Each in terms of the other: whoever conforms says one of them.
extension WeatherViewControllerDisplayable {
  var temperatureCelcius: Double { (temperatureFahrenheit - 32) / 1.8 }
  var temperatureFahrenheit: Double { temperatureCelcius * 1.8 + 32 }
}

extension WeatherViewControllerDisplayable {
  var formattedTemperatureCelcius: String { format(temperatureCelcius) }
  var formattedTemperatureFahrenheit: String { format(temperatureFahrenheit) }
  var formattedTemperature: String { formattedTemperatureFahrenheit }

  func formattedTemperature(in unit: TemperatureUnit) -> String {
    switch unit {
    case .celsius: formattedTemperatureCelcius
    case .fahrenheit: formattedTemperatureFahrenheit
    }
  }

  private func format(_ temperature: Double) -> String {
    let degrees = temperature.rounded(.toNearestOrEven)
    return String(format: "%.0f°", degrees == 0 ? 0 : degrees)  // nobody says minus zero
  }
}
