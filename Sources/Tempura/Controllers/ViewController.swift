internal import Basics
public import Foundation
public import Hydra
public import Katana
public import TempuraUI

/// A view controller with a root view of a known type.
public protocol AnyViewController {
  /// The type of the root view.
  associatedtype V: ViewControllerModellableView & UIView

  var rootView: V { get }
}

/// Manages a screen: updates its view from the store, and dispatches when the view reports events.
///
/// While the controller is connected, each change of the state makes a view model and updates the root view with it. By
/// default the controller connects when it appears, and disconnects when it disappears.
open class ViewController<V: ViewControllerModellableView & UIView>: UIViewController, AnyViewController {
  /// Whether the controller is updated when the state changes. Connecting updates it once.
  open var connected: Bool {
    get { unsubscribe != nil }
    set {
      guard newValue != connected else { return }
      updateConnect(to: newValue)
    }
  }

  /// The source of updates.
  public var store: PartialStore<V.VM.S>

  /// The state of the store at this moment.
  public var state: V.VM.S { store.state }

  /// Whether the controller connects when it is about to appear.
  public var shouldConnectWhenVisible = true

  /// Whether the controller disconnects when it is about to disappear.
  public var shouldDisconnectWhenInvisible = true

  /// The latest view model. Every assignment updates the view if it is loaded.
  public var viewModel: V.VM? {
    get { latestModel }
    // Inlined, because each function that handles a model of any type looks its type up.
    @inline(__always)
    set {
      willUpdate(new: newValue)
      let old = latestModel
      latestModel = newValue
      if isViewLoaded { rootView.model = newValue }
      didUpdate(old: old)
    }
  }
  private var latestModel: V.VM?

  /// The controller's view.
  open var rootView: V {
    guard let view = view as? V else {
      fatalError("The view of \(type(of: self)) must be a \(V.self). Did loadView assign another one?")
    }
    return view
  }

  /// Ends the subscription to the store; nil while not connected.
  var unsubscribe: StoreUnsubscribe?

  /// - Parameters:
  ///   - store: The source of updates.
  ///   - connected: Whether to connect now. Else the controller connects when it appears.
  public init(store: PartialStore<V.VM.S>, connected: Bool = false) {
    self.store = store
    super.init(nibName: nil, bundle: nil)
    setup()
    self.connected = connected
  }

  /// Never called: a server has no nibs.
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

  /// Called after the view is loaded and updated. Set its interactions here.
  open func setupInteraction() {}

  /// Called before each update, while `viewModel` is still the previous one.
  open func willUpdate(new _: V.VM?) {}

  /// Called after each update.
  open func didUpdate(old _: V.VM?) {}

  /// Called before the controller disconnects.
  open func willUnsubscribe() {}

  // MARK: - Dispatching

  /// Dispatches, and ignores the promise.
  open func dispatch(_ dispatchable: any Dispatchable) { _ = store.anyDispatch(dispatchable) }

  /// Dispatches a state updater. Logic belongs in a side effect: use this only in old code.
  @discardableResult
  open func __unsafeDispatch<T: StateUpdater>(_ dispatchable: T) -> Promise<Void> { store.dispatch(dispatchable) }

  /// Dispatches a side effect. Logic belongs in a side effect: use this only in old code.
  @discardableResult
  open func __unsafeDispatch<T: SideEffect>(_ dispatchable: T) -> Promise<Void> { store.dispatch(dispatchable) }

  /// Dispatches a side effect that returns a value. Logic belongs in a side effect: use this only in old code.
  @discardableResult
  open func __unsafeDispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    store.dispatch(dispatchable)
  }

  // MARK: - Connecting

  /// - Parameter silent: Whether connecting does not update.
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
    // The listener reads the state from the store: an update after a change of the local state may have used a newer state
    // than the one that the listener gets. The reference is not one to this class, which each update would look up.
    let reference = WeakReference<UIViewController>(self)
    unsubscribe = store.addListener { _, _ in
      mainThread {
        guard let object = reference.wrappedValue else { return }
        let controller = unsafeDowncast(object, to: ViewController.self)  // Safe because it is that.
        controller.storeDidChange(newState: controller.store.state)
      }
    }
    if !silent { update(with: state) }
  }

  func storeDidChange(newState: V.VM.S) { update(with: newState) }

  /// Makes a new view model.
  func update(with state: V.VM.S) { viewModel = V.VM(state: state) }

  func warmUp() {
    if shouldConnectWhenVisible { connected = true }
  }

  func tearDown() {
    if shouldDisconnectWhenInvisible { connected = false }
  }
}

/// Runs `block` in a turn of the app instance's main executor and returns its result. Runs it now if the caller is in one.
func mainThread<T>(_ block: () throws -> T) rethrows -> T { try Main.executor.sync(block) }
