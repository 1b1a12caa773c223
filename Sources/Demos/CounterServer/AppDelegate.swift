import CounterDemo
import UIKit

@main
final class AppDelegate: CounterAppDelegate {}

// What only a server needs: here, the app's own style sheet.
extension AppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Counter"
    configuration.stylesheets = ["/counter.css"]
    return configuration
  }
}
