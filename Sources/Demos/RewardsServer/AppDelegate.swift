import RewardsDemo
import UIKit

@main
final class AppDelegate: RewardsAppDelegate {}

// What only a server needs: here, the app's own style sheet.
extension AppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Rewards"
    configuration.stylesheets = ["/rewards.css"]
    configuration.languages = ["en", "ar"]
    return configuration
  }
}
