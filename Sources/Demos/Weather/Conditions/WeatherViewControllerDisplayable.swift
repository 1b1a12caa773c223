import Foundation

/// Content of a `WeatherViewController`. Implement the temperature in one unit or in both: the other one is computed.
protocol WeatherViewControllerDisplayable: Equatable {
  var location: String { get }
  var weather: String { get }
  var temperatureCelcius: Double { get }
  var temperatureFahrenheit: Double { get }
  /// The temperature as text. Default: in degrees Fahrenheit.
  var formattedTemperature: String { get }
}

// Each is computed from the other. A conforming type implements at least one.
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
    return String(format: "%.0f°", degrees == 0 ? 0 : degrees)  // not "-0°"
  }
}
