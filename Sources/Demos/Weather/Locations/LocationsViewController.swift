import Katana
import Tempura
import UIKit

final class LocationsViewController: ViewController<LocationsView> {
  override func setup() { title = NSLocalizedString("Locations", comment: "Title of the screen") }

  override func setupInteraction() {
    rootView.didChoose = { [unowned self] id in
      dispatch(VisitCity(id: id))
      dispatch(Hide())
    }
  }
}

extension LocationsViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.locations.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.locations): .dismissModally(behaviour: .hard)]
  }
}
