public import Foundation
public import Hydra
public import Katana
public import TempuraUI

/// Manages a screen: keeps its view up to date with the store and dispatches what the view reports.
///
/// While it is connected, each change of the state makes a view model, which the root view is updated with. It connects
/// when it appears and disconnects when it disappears, unless told otherwise.
open class ViewController<V: ViewControllerModellableView & UIView>: UIViewController, AnyViewController {
  /// Whether changes of the state reach the controller. Connecting makes one update at once.
  open var connected: Bool {
    get { unsubscribe != nil }
    set {
      guard newValue != connected else { return }
      updateConnect(to: newValue)
    }
  }

  /// The store that updates come from.
  public var store: PartialStore<V.VM.S>

  /// The state of the store at this moment.
  public var state: V.VM.S { store.state }

  /// Whether the controller connects when it is about to appear.
  public var shouldConnectWhenVisible = true

  /// Whether the controller disconnects when it is about to disappear.
  public var shouldDisconnectWhenInvisible = true

  /// The last view model. Every assignment updates the view, if it is loaded.
  public var viewModel: V.VM? {
    willSet { willUpdate(new: newValue) }
    didSet {
      if isViewLoaded { rootView.model = viewModel }
      didUpdate(old: oldValue)
    }
  }

  /// The view.
  open var rootView: V {
    guard let view = view as? V else {
      fatalError("The view of \(type(of: self)) has to be a \(V.self). Did loadView assign another one?")
    }
    return view
  }

  /// Ends the subscription to the store; nil while not connected.
  var unsubscribe: StoreUnsubscribe?

  /// - Parameters:
  ///   - store: where updates come from.
  ///   - connected: whether to connect at once, rather than when the controller appears.
  public init(store: PartialStore<V.VM.S>, connected: Bool = false) {
    self.store = store
    super.init(nibName: nil, bundle: nil)
    setup()
    self.connected = connected
  }

  /// Never called: there are no nibs on a server.
  public required init?(coder _: NSCoder) {
    fatalError("A ViewController is made with init(store:connected:).")
  }

  deinit { unsubscribe?() }

  // MARK: - Life

  override open func loadView() {
    var view = UIResponder.make(V.self)
    view.viewController = self
    view.setup()
    view.style()
    self.view = view
  }

  override open func viewDidLoad() {
    super.viewDidLoad()
    if let viewModel {
      rootView.model = viewModel
      didUpdate(old: nil)
    }
    setupInteraction()
  }

  override open func viewWillAppear(_ animated: Bool) {
    warmUp()
    super.viewWillAppear(animated)
  }

  override open func viewWillDisappear(_ animated: Bool) {
    tearDown()
    super.viewWillDisappear(animated)
  }

  /// Called at the end of the initialiser, before the controller connects.
  open func setup() {}

  /// Called when the view was loaded and updated: wire its interactions here.
  open func setupInteraction() {}

  /// Called before each update, while `viewModel` is still the old one.
  open func willUpdate(new _: V.VM?) {}

  /// Called after each update.
  open func didUpdate(old _: V.VM?) {}

  /// Called before the controller disconnects.
  open func willUnsubscribe() {}

  // MARK: - Dispatching

  /// Dispatches, and forgets about it.
  open func dispatch(_ dispatchable: any Dispatchable) { _ = store.anyDispatch(dispatchable) }

  /// Dispatches a state updater. Logic belongs in a side effect: use this in old code only.
  @discardableResult
  open func __unsafeDispatch<T: StateUpdater>(_ dispatchable: T) -> Promise<Void> { store.dispatch(dispatchable) }

  /// Dispatches a side effect. Logic belongs in a side effect: use this in old code only.
  @discardableResult
  open func __unsafeDispatch<T: SideEffect>(_ dispatchable: T) -> Promise<Void> { store.dispatch(dispatchable) }

  /// Dispatches a side effect that returns a value. Logic belongs in a side effect: use this in old code only.
  @discardableResult
  open func __unsafeDispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    store.dispatch(dispatchable)
  }

  // MARK: - Connecting

  /// - Parameter silent: whether connecting makes no update.
  func updateConnect(to connected: Bool, silent: Bool = false) {
    if connected {
      subscribe(silent: silent)
    } else if let unsubscribe {
      willUnsubscribe()
      unsubscribe()
      self.unsubscribe = nil
    }
  }

  func subscribe(silent: Bool = false) {
    guard unsubscribe == nil else { return }
    // The states that the listener is handed are not used: an update of the local state in between has read a newer
    // one already.
    unsubscribe = store.addListener { [weak self] _, _ in
      mainThread {
        guard let self else { return }
        self.storeDidChange(newState: self.store.state)
      }
    }
    if !silent { update(with: state) }
  }

  func storeDidChange(newState: V.VM.S) { update(with: newState) }

  /// Makes the view model anew.
  func update(with state: V.VM.S) { viewModel = V.VM(state: state) }

  func warmUp() {
    if shouldConnectWhenVisible { connected = true }
  }

  func tearDown() {
    if shouldDisconnectWhenInvisible { connected = false }
  }
}
