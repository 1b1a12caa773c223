import Tempura

final class TryOutViewController: ViewController<TryOutView> {
  override func setupInteraction() {
    rootView.didSetServiceDown = { [unowned self] isDown in dispatch(SetServiceDown(isDown: isDown)) }
    rootView.didStartOver = { [unowned self] in dispatch(StartOver()) }
  }
}
