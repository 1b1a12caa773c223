import Tempura

class CounterViewController: ViewController<CounterView> {

  override func setupInteraction() {
    self.rootView.didTapAdd = { [unowned self] in
      self.dispatch(IncrementCounter())
    }
    self.rootView.didTapSub = { [unowned self] in
      self.dispatch(DecrementCounter())
    }
  }
}
