import Tempura
import Todo
import UIKit

/// Launches the app: the todo list again, with screens that are laid out by frames, as on iOS. It shares the launch, state,
/// updaters and icons with `Todo`.
open class FrameTodoAppDelegate: TodoAppDelegate {
  override open func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.list.rawValue else { return false }
    window?.rootViewController = ListViewController(store: store, localState: ListLocalState())
    completion()
    return true
  }

  // There is no style sheet.
  override open class var serverConfiguration: ServerConfiguration {
    var configuration = super.serverConfiguration
    configuration.stylesheets = []
    configuration.languages = ["en"]
    return configuration
  }
}
