import UIKit

/// The reason why there is no weather to show, in words for the user.
enum WeatherError: Error, Equatable, Codable, CustomStringConvertible {
  /// The service could not be reached.
  case unreachable
  case timedOut
  /// The service answered with an HTTP status other than 200.
  case status(Int)
  /// The answer is not an observation.
  case unreadable

  var description: String {
    switch self {
    case .unreachable:
      NSLocalizedString("The weather service cannot be reached. Try again in a moment.", comment: "A problem")
    case .timedOut:
      NSLocalizedString("The weather service took too long to answer. Try again in a moment.", comment: "A problem")
    case .status(404):
      NSLocalizedString("The weather service does not know this place. Choose another one.", comment: "A problem")
    case .status(let status):
      String(
        localized:
          "The weather service has a problem of its own (status \(status)). Try again in a moment, or choose another place.",
        comment: "A problem")
    case .unreadable:
      NSLocalizedString(
        "The weather service said something that makes no sense. Try again later, or choose another place.",
        comment: "A problem")
    }
  }
}
