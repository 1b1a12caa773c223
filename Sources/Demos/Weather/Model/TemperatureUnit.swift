/// The unit of the temperatures on the screen.
enum TemperatureUnit: String, Codable, CaseIterable, Sendable {
  case fahrenheit
  case celsius

  var symbol: String { self == .celsius ? "°C" : "°F" }

  var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }
}
