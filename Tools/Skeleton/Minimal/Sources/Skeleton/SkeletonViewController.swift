import Tempura
import UIKit

class SkeletonViewController: ViewController<SkeletonView>, Routable {
  var routeIdentifier: RouteElementIdentifier { "skeleton" }

  override func setupInteraction() {
    rootView.didTapAdd = { [unowned self] in dispatch(Increment()) }
  }
}
