/// The unit of the temperatures on the screen.
enum TemperatureUnit: String, Codable, CaseIterable, Sendable {
  case fahrenheit
  case celsius

  var symbol: String {
    switch self {
    case .fahrenheit: "°F"
    case .celsius: "°C"
    }
  }

  var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }
}
