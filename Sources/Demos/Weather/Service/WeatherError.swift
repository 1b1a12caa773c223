/// Why there is no weather to show, in words for whoever waits for it.
enum WeatherError: Error, Equatable, CustomStringConvertible {
  /// The service could not be reached.
  case unreachable
  case timedOut
  /// The service answered with another HTTP status than 200.
  case status(Int)
  /// The answer is not an observation.
  case unreadable

  var description: String {
    switch self {
    case .unreachable: "The weather service cannot be reached. Try again in a moment."
    case .timedOut: "The weather service took too long to answer. Try again in a moment."
    case .status(404): "The weather service does not know this place. Choose another one."
    case .status(let status):
      "The weather service has a problem of its own (status \(status)). Try again in a moment, or choose another place."
    case .unreadable:
      "The weather service said something that makes no sense. Try again later, or choose another place."
    }
  }
}
