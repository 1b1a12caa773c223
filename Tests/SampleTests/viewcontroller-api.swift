// swift-format-ignore-file
// The samples are laid out as in the document.

// The samples of `viewcontroller-api.txt`, in its order.
//
// "Mended" says what a typo was.

import Hydra
import Katana
import Tempura
import UIKit

struct CounterState: State {
  var counter: Int = 0
}
// Mended: struct IncrementCounter: Action { func updatedState(inout currentState: CounterState) { currentState.counter += 1 } };
// Katana has had state updaters in the place of actions since its version 2, and Swift another place for `inout`.
struct IncrementCounter: StateUpdater {
  func updateState(_ currentState: inout CounterState) {
    currentState.counter += 1
  }
}
// Mended: as above.
struct DecrementCounter: StateUpdater {
  func updateState(_ currentState: inout CounterState) {
    currentState.counter -= 1
  }
}
struct CounterViewModel: ViewModelWithState {
  var countDescription: String

  init(state: CounterState) {
    self.countDescription = "the counter is at \(state.counter)"
  }
}
class CounterView: UIView, ViewControllerModellableView {

  // subviews
  var counterLabel = UILabel()
  var addButton = UIButton(type: .custom)
  var subButton = UIButton(type: .custom)

  // interactions
  var didTapAdd: Interaction?
  var didTapSub: Interaction?

  // setup
  func setup() {
    self.addButton.on(.touchUpInside) { [unowned self] button in
      self.didTapAdd?()
    }
    self.subButton.on(.touchUpInside) { [unowned self] button in
      self.didTapSub?()
    }
    self.addSubview(self.counterLabel)
    self.addSubview(self.subButton)
    self.addSubview(self.addButton)
  }

  // style
  func style() {
    self.backgroundColor = .white
    self.addButton.setTitle("Add", for: .normal)
    self.subButton.setTitle("Sub", for: .normal)
  }

  // update
  func update(oldModel: CounterViewModel?) {
    self.counterLabel.text = self.model?.countDescription
    self.setNeedsLayout()
  }

  // layout
  override func layoutSubviews() {
    self.counterLabel.sizeToFit()
    self.addButton.frame = CGRect(x: 0, y: 100, width: 100, height: 44)
    self.subButton.frame = CGRect(x: 100, y: 100, width: 100, height: 44)
  }
}
class CounterViewController: ViewController<CounterView> {

  override func setupInteraction() {
    self.rootView.didTapAdd = { [unowned self] in
      self.dispatch(IncrementCounter())
    }
    self.rootView.didTapSub = { [unowned self] in
      self.dispatch(DecrementCounter())
    }
  }
}  // Mended: the sample ends before it.

// MARK: - Declarations

// Every member that the document lists, overridden or used with the signature that it gives.

class EveryMemberViewController: ViewController<CounterView> {
  private(set) var calls: [String] = []

  override var connected: Bool {
    get { super.connected }
    set {
      super.connected = newValue
      calls.append("connected \(newValue)")
    }
  }

  override var rootView: CounterView { return super.rootView }

  override func loadView() {
    super.loadView()
    calls.append("loadView")
  }

  override func setup() { calls.append("setup") }

  override func dispatch(_ dispatchable: Dispatchable) {
    calls.append("dispatch")
    super.dispatch(dispatchable)
  }

  @discardableResult
  override func __unsafeDispatch<T>(_ dispatchable: T) -> Promise<Void> where T: StateUpdater {
    calls.append("unsafe updater")
    return super.__unsafeDispatch(dispatchable)
  }

  @discardableResult
  override func __unsafeDispatch<T>(_ dispatchable: T) -> Promise<Void> where T: SideEffect {
    calls.append("unsafe side effect")
    return super.__unsafeDispatch(dispatchable)
  }

  @discardableResult
  override func __unsafeDispatch<T>(_ dispatchable: T) -> Promise<T.ReturnValue> where T: ReturningSideEffect {
    calls.append("unsafe returning side effect")
    return super.__unsafeDispatch(dispatchable)
  }

  override func viewWillAppear(_ animated: Bool) {
    calls.append("viewWillAppear")
    super.viewWillAppear(animated)
  }

  override func viewWillDisappear(_ animated: Bool) {
    calls.append("viewWillDisappear")
    super.viewWillDisappear(animated)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    calls.append("viewDidLoad")
  }

  override func willUpdate(new: CounterViewModel?) { calls.append("willUpdate") }
  override func didUpdate(old: CounterViewModel?) { calls.append("didUpdate") }
  override func setupInteraction() { calls.append("setupInteraction") }
  override func willUnsubscribe() { calls.append("willUnsubscribe") }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }
}
