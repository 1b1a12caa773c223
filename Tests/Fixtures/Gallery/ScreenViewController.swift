import Katana
import Tempura
import UIKit

/// The controller of a screen of the gallery. Screens that lead to others have subclasses.
class ScreenViewController<Screen: ExampleView>: ViewController<Screen>, RoutableWithConfiguration {
  let entry: Entry

  required init(_ entry: Entry, store: PartialStore<GalleryState>) {
    self.entry = entry
    super.init(store: store)
    title = entry.title
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func setupInteraction() {
    rootView.didHappen = { [unowned self] event in dispatch(NoteEvent(event: event)) }
  }

  var routeIdentifier: RouteElementIdentifier { entry.id }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [.hide(entry.id): .pop] }
}
