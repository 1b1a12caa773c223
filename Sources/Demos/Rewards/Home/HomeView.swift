import UIKit

/// The containers of the app's three views: side by side if there is room.
final class HomeView: BaseView {
  let cardContainer = PlaceView()
  let rewardsContainer = PlaceView()
  let tryOutContainer = PlaceView()

  override func initialize() {
    backgroundColor = Palette.page
    for view in [cardContainer, rewardsContainer, tryOutContainer] { addSubview(view) }
  }
}

/// A container of a view controller's view.
final class PlaceView: UIView {}
