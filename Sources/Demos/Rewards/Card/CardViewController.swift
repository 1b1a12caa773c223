import Tempura

final class CardViewController: ViewController<CardView> {
  override func setupInteraction() {
    rootView.didSetBlocked = { [unowned self] isBlocked in
      dispatch(SetCardStatus(status: isBlocked ? .blocked : .active))
    }
  }
}
