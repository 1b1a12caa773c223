import UIKit

extension AppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Skeleton"
    configuration.bundle = .module
    configuration.stylesheets = ["/skeleton.css"]
    return configuration
  }
}
