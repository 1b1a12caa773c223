import Tempura
import UIKit

final class ListViewController: ViewController<ListView> {
  override func setupInteraction() {
    rootView.didTapAdd = { [unowned self] in dispatch(Show(Screen.new)) }
    rootView.didToggle = { [unowned self] id in dispatch(ToggleThing(id: id)) }
    rootView.didTapDelete = { [unowned self] id in dispatch(DeleteThing(id: id)) }
  }
}

/// Says which screens this one shows, and how.
extension ListViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.list.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.new): .presentModally { [unowned self] _ in
        NewThingViewController(store: store, localState: NewThingLocalState())
      }
    ]
  }
}
