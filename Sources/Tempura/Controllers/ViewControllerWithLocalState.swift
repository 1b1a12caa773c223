public import Foundation
internal import Hydra
public import Katana
public import TempuraUI

/// A view controller whose view model is made from the state and from state of its own.
open class ViewControllerWithLocalState<V: ViewControllerModellableView & UIView>: ViewController<V>
where V.VM: ViewModelWithLocalState {
  /// The state of this screen. Each assignment makes one update.
  public var localState: V.VM.LS {
    didSet {
      isLocalStateChanged = true
      mainThread { updateFromLocalState() }
      didUpdateLocalState()
      (Main.scoped as? any LocalStateHost)?.localStateDidChange()
    }
  }

  /// Whether the local state was assigned since the controller was made.
  package private(set) final var isLocalStateChanged = false

  /// The state at the time of disconnecting, which updates use while the controller is not connected.
  public var lastKnownState: V.VM.S?

  /// - Parameters:
  ///   - store: where updates come from.
  ///   - localState: the screen's state to begin with.
  ///   - connected: whether to connect at once, rather than when the controller appears.
  public init(store: PartialStore<V.VM.S>, localState: V.VM.LS, connected: Bool = false) {
    self.localState = localState
    super.init(store: store, connected: connected)
    if !self.connected { updateFromLocalState() }
  }

  /// Hidden: there would be no local state.
  override private init(store _: PartialStore<V.VM.S>, connected _: Bool = false) {
    fatalError("A ViewControllerWithLocalState is made with init(store:localState:connected:).")
  }

  /// Never called: there are no nibs on a server.
  public required init?(coder _: NSCoder) {
    fatalError("A ViewControllerWithLocalState is made with init(store:localState:connected:).")
  }

  /// Called after each change of the local state, when the view is up to date.
  open func didUpdateLocalState() {}

  /// Remembers the state for updates while not connected. Call `super` if you override it.
  override open func willUnsubscribe() { lastKnownState = state }

  override func warmUp() {
    if shouldConnectWhenVisible { updateConnect(to: true, silent: true) }
    updateFromLocalState()
  }

  override func update(with state: V.VM.S) { viewModel = V.VM(state: state, localState: localState) }

  private func updateFromLocalState() {
    viewModel = V.VM(state: connected ? state : lastKnownState, localState: localState)
  }
}
