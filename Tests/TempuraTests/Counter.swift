import Hydra
import Katana
import TempuraUI

@testable import Tempura

struct AppState: State {
  var counter = 0
}

struct Increment: StateUpdater {
  func updateState(_ state: inout AppState) { state.counter += 1 }
}

final class Dependencies: NavigationProvider {
  let navigator = Navigator()
  init(dispatch _: @escaping AnyDispatch, getState _: @escaping GetState) {}
}

typealias AppStore = Store<AppState, Dependencies>

/// Makes a store that is ready at once and calls its listeners before a dispatch is done.
func makeStore() -> AppStore {
  AppStore(
    interceptors: [], stateInitializer: AppState.init,
    configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: Immediate()))
}

func text(_ number: Int?) -> String { number.map(String.init) ?? "nil" }

struct CounterModel: ViewModelWithState {
  let count: Int
  /// Fails above nine.
  init?(state: AppState) {
    guard state.counter < 10 else { return nil }
    count = state.counter
  }
  init(count: Int) { self.count = count }
}

class CounterView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let container = ContainerView()
  var didTap: Interaction?

  func setup() {
    addSubview(label)
    addSubview(container)
    record("view setup \((viewController as? CounterController)?.isViewLoaded == false)")
  }

  func style() { record("view style") }

  func update(oldModel: CounterModel?) {
    label.text = model.map { "\($0.count)" }
    record("view \(text(oldModel?.count)) -> \(text(model?.count))")
  }
}

class CounterController: ViewController<CounterView> {
  override func setup() { record("setup \(connected)") }
  override func viewDidLoad() {
    record("viewDidLoad")
    super.viewDidLoad()
  }
  override func setupInteraction() { record("setupInteraction") }
  override func willUpdate(new: CounterModel?) {
    record("willUpdate \(text(viewModel?.count)) -> \(text(new?.count))")
  }
  override func didUpdate(old: CounterModel?) {
    record("didUpdate \(text(old?.count)) -> \(text(viewModel?.count))")
  }
  override func willUnsubscribe() { record("willUnsubscribe \(connected)") }
}
