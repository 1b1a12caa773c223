import UIKit

/// The places of what the app's only page consists of: beside one another if there is room.
final class HomeView: BaseView {
  let cardContainer = PlaceView()
  let rewardsContainer = PlaceView()
  let tryOutContainer = PlaceView()

  override func initialize() {
    backgroundColor = Palette.page
    for view in [cardContainer, rewardsContainer, tryOutContainer] { addSubview(view) }
  }
}

/// A place for the view of a view controller.
final class PlaceView: UIView {}
