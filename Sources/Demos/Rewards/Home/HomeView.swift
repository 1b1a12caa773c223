import UIKit

/// The containers of the app's three views: side by side if there is room.
final class HomeView: BaseView {
  let cardContainer = SectionView()
  let rewardsContainer = SectionView()
  let tryOutContainer = SectionView()

  override func initialize() {
    backgroundColor = Palette.page
    for view in [cardContainer, rewardsContainer, tryOutContainer] { addSubview(view) }
  }
}

/// A container of a view controller's view.
final class SectionView: UIView {}
