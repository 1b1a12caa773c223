import Tempura
import Todo
import UIKit

/// Launches the app: `Todo` again, with views that are laid out by frames, as on iOS.
open class FrameTodoAppDelegate: TodoAppDelegate {
  override open func makeRoot() -> UIViewController {
    ListViewController<FrameTodoCell, FrameListView, FrameChildView, FrameAddItemView>(
      store: store, localState: ListLocalState())
  }

  // There is no style sheet.
  override open class var serverConfiguration: ServerConfiguration {
    var configuration = super.serverConfiguration
    configuration.stylesheets = []
    configuration.languages = ["en"]
    return configuration
  }
}
