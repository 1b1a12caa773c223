import Synchronization
import Todo
import UIKit

@main
final class AppDelegate: TodoAppDelegate {
  /// The name of the list that all users share; nil without the flag `--shared`.
  private static let listName = Mutex<String?>(nil)

  override class var serverConfiguration: ServerConfiguration {
    var configuration = super.serverConfiguration
    configuration.flags = [
      ServerFlag(
        name: "shared", placeholder: "NAME", help: "All users share the list of this name (default: each has a list)."
      ) { name in
        guard !name.isEmpty else { return false }
        listName.withLock { $0 = name }
        return true
      }
    ]
    return configuration
  }
}

extension AppDelegate: SharedState {
  static var sharedParts: [SharedPart<AppState>] {
    guard let name = listName.withLock(\.self) else { return [] }
    return [.part(\.items, named: "items", of: { _ in name }, present: \.people)]
  }
}
