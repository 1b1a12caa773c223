import Hydra
import Katana
import Tempura
import UIKit

// Screens as apps write them.

struct CounterModel: ViewModelWithState, Equatable {
  let count: Int

  init(state: AppState) { count = state.counter }
  init(count: Int) { self.count = count }
}

class CounterView: UIView, ViewControllerModellableView {
  var didTapAdd: Interaction?
  var didChange: CustomInteraction<Int>?
  private(set) var log: [String] = []

  let label = UILabel()
  let addButton = UIButton(type: .custom)
  let container = ContainerView()

  override init(frame: CGRect = .zero) { super.init(frame: frame) }

  required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func setup() {
    log.append("setup")
    addSubview(label)
    addSubview(addButton)
    addSubview(container)
    addButton.on(.touchUpInside) { [unowned self] _ in self.didTapAdd?() }
  }

  func style() {
    log.append("style")
    backgroundColor = .white
  }

  func update(oldModel: CounterModel?) {
    log.append("update")
    label.text = model.map { "\($0.count)" }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    container.frame = bounds
  }
}

class CounterController: ViewController<CounterView> {
  private(set) var log: [String] = []

  override func setup() { log.append("setup") }

  override func setupInteraction() {
    log.append("setupInteraction")
    rootView.didTapAdd = { [unowned self] in self.dispatch(Increment()) }
    rootView.didChange = { [unowned self] amount in self.dispatch(Increment(amount: amount)) }
  }

  override func willUpdate(new: CounterModel?) { log.append("willUpdate") }
  override func didUpdate(old: CounterModel?) { log.append("didUpdate") }
  override func willUnsubscribe() { log.append("willUnsubscribe") }
}

/// A plain screen with a name.
class NamedController: UIViewController, RoutableWithConfiguration {
  let routeIdentifier: RouteElementIdentifier
  var navigationConfiguration: [NavigationRequest: NavigationInstruction]

  init(_ identifier: String, _ navigationConfiguration: [NavigationRequest: NavigationInstruction] = [:]) {
    routeIdentifier = identifier
    self.navigationConfiguration = navigationConfiguration
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

enum Screen: String {
  case list, detail, more
}

/// Installs the root that a closure makes.
final class Installer: RootInstaller {
  let window: UIWindow
  let make: (RouteElementIdentifier) -> UIViewController?

  init(window: UIWindow, make: @escaping (RouteElementIdentifier) -> UIViewController?) {
    self.window = window
    self.make = make
  }

  func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion)
    -> Bool
  {
    guard let root = make(identifier) else { return false }
    window.rootViewController = root
    completion()
    return true
  }
}
