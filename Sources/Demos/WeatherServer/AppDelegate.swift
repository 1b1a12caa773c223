import Synchronization
import UIKit
import WeatherDemo

@main
final class AppDelegate: WeatherAppDelegate {
  /// The service that the flag `--weather-url` names; nil without the flag.
  private static let flaggedService = Mutex<WeatherService?>(nil)

  override class var weatherService: WeatherService { flaggedService.withLock(\.self) ?? .fixtures }

  override class var serverConfiguration: ServerConfiguration {
    var configuration = super.serverConfiguration
    configuration.flags = [
      ServerFlag(
        name: "weather-url", placeholder: "URL",
        help: "The URL of the weather; {location} in it is the city (default: a recorded day)."
      ) { text in
        guard let service = WeatherService.http(text) else { return false }
        flaggedService.withLock { $0 = service }
        return true
      }
    ]
    return configuration
  }
}
