public import Foundation
package import Hydra
public import Katana
public import TempuraUI

/// A view controller whose view model is made from the state and from a local state.
open class ViewControllerWithLocalState<V: ViewControllerModellableView & UIView>: ViewController<V>
where V.VM: ViewModelWithLocalState {
  /// The state of this screen. Each assignment updates the view once.
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

  /// The state when the controller disconnected. Updates use it while the controller is not connected.
  public var lastKnownState: V.VM.S?

  /// - Parameters:
  ///   - store: The source of updates.
  ///   - localState: The screen's first local state.
  ///   - connected: Whether to connect now. Else the controller connects when it appears.
  public init(store: PartialStore<V.VM.S>, localState: V.VM.LS, connected: Bool = false) {
    self.localState = localState
    super.init(store: store, connected: connected)
    if !self.connected { updateFromLocalState() }
  }

  /// Hidden, because the controller needs a local state.
  override private init(store _: PartialStore<V.VM.S>, connected _: Bool = false) {
    fatalError("A ViewControllerWithLocalState is made with init(store:localState:connected:).")
  }

  /// Never called: a server has no nibs.
  public required init?(coder _: NSCoder) {
    fatalError("A ViewControllerWithLocalState is made with init(store:localState:connected:).")
  }

  /// Called after each change of the local state and the update of the view.
  open func didUpdateLocalState() {}

  /// Remembers the state for updates without a connection. Overrides must call `super`.
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

// MARK: - Storing local states

/// An app instance that stores local states.
package protocol LocalStateHost: MainExecutor {
  func localStateDidChange()
}

/// A view controller with a local state of any type. An app instance stores it while the controller does not exist.
package protocol LocalStateHolder: UIViewController {
  /// The type of the local state.
  var localStateType: any LocalState.Type { get }

  /// Whether the local state was assigned since the controller was made.
  var isLocalStateChanged: Bool { get }

  /// The local state as Swift prints it while debugging.
  var localStateDescription: String { get }

  /// Returns the local state as JSON, or nil if its type is not `Codable`.
  ///
  /// - Throws: The errors of the app's conformance.
  func encodedLocalState() throws -> String?

  /// Assigns a stored local state. Does nothing if the type is not `Codable`.
  ///
  /// - Parameter decode: Gets the present local state, and returns the stored one, of the same type.
  /// - Throws: The errors of `decode`.
  func restoreLocalState(_ decode: (any Codable) throws -> any Codable) throws
}

extension ViewControllerWithLocalState: LocalStateHolder {
  package final var localStateType: any LocalState.Type { V.VM.LS.self }

  package final var localStateDescription: String { String(reflecting: localState) }

  package final func encodedLocalState() throws -> String? {
    guard let value = localState as? any Codable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys  // So that equal states have equal texts.
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  package final func restoreLocalState(_ decode: (any Codable) throws -> any Codable) throws {
    guard let present = localState as? any Codable, let value = try decode(present) as? V.VM.LS else { return }
    localState = value
  }
}
