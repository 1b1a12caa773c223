import Hydra
import Katana
import TempuraUI
import Testing

@testable import Tempura

@Suite(.app) struct ViewControllerTests {
  let store = makeStore()

  @Test func aControllerIsSetUpBeforeItConnects() {
    let controller = CounterController(store: store)
    #expect(take() == ["setup false"])
    #expect(!controller.connected && controller.viewModel == nil && !controller.isViewLoaded)
  }

  @Test func aConnectedControllerHasAModelWithoutLoadingItsView() {
    let controller = CounterController(store: store, connected: true)
    #expect(take() == ["setup false", "willUpdate nil -> 0", "didUpdate nil -> 0"])
    #expect(controller.connected && !controller.isViewLoaded)
    _ = controller.rootView
    #expect(
      take() == [
        "view setup true", "view style", "viewDidLoad", "view nil -> 0", "didUpdate nil -> 0", "setupInteraction",
      ])
  }

  @Test func loadingAViewWithoutAModelDoesNotUpdateIt() {
    let controller = CounterController(store: store)
    _ = take()
    _ = controller.view
    #expect(take() == ["view setup true", "view style", "viewDidLoad", "setupInteraction"])
    #expect(controller.rootView.viewController === controller)
  }

  @Test func appearingConnectsAndDisappearingDisconnects() async throws {
    let controller = CounterController(store: store)
    _ = controller.view
    _ = take()
    controller.viewWillAppear(false)
    #expect(controller.connected)
    #expect(take() == ["willUpdate nil -> 0", "view nil -> 0", "didUpdate nil -> 0"])
    controller.viewWillAppear(false)
    #expect(take() == [])
    try await store.dispatch(Increment()).value()
    #expect(take() == ["willUpdate 0 -> 1", "view 0 -> 1", "didUpdate 0 -> 1"])
    controller.viewWillDisappear(false)
    #expect(take() == ["willUnsubscribe true"])
    try await store.dispatch(Increment()).value()
    #expect(take() == [])
    #expect(controller.viewModel?.count == 1 && controller.state.counter == 2)
    controller.viewWillDisappear(false)
    #expect(take() == [])
    controller.viewWillAppear(false)
    #expect(take() == ["willUpdate 1 -> 2", "view 1 -> 2", "didUpdate 1 -> 2"])
  }

  @Test func connectingUpdatesOnce() {
    let controller = CounterController(store: store)
    _ = controller.view
    _ = take()
    controller.connected = true
    controller.connected = true
    #expect(take().count == 3)
    controller.connected = false
    #expect(take() == ["willUnsubscribe true"])
    controller.connected = false
    #expect(take() == [])
  }

  @Test func connectingWhenVisibleCanBeSwitchedOff() {
    let controller = CounterController(store: store)
    controller.shouldConnectWhenVisible = false
    controller.viewWillAppear(false)
    #expect(!controller.connected)
    controller.shouldConnectWhenVisible = true
    controller.viewWillAppear(false)
    #expect(controller.connected)
  }

  @Test func disconnectingWhenInvisibleCanBeSwitchedOff() async throws {
    let controller = CounterController(store: store)
    controller.shouldDisconnectWhenInvisible = false
    controller.viewWillAppear(false)
    controller.viewWillDisappear(false)
    #expect(controller.connected)
    try await store.dispatch(Increment()).value()
    #expect(controller.viewModel?.count == 1)
  }

  @Test func everyAssignmentOfAModelUpdates() {
    let controller = CounterController(store: store)
    _ = controller.view
    _ = take()
    controller.viewModel = CounterModel(count: 3)
    controller.viewModel = CounterModel(count: 3)
    #expect(
      take() == [
        "willUpdate nil -> 3", "view nil -> 3", "didUpdate nil -> 3", "willUpdate 3 -> 3", "view 3 -> 3",
        "didUpdate 3 -> 3",
      ])
  }

  @Test func aNilModelClearsTheView() async throws {
    let controller = CounterController(store: store, connected: true)
    _ = controller.view
    for _ in 0..<9 { try await store.dispatch(Increment()).value() }
    _ = take()
    try await store.dispatch(Increment()).value()
    #expect(take() == ["willUpdate 9 -> nil", "view 9 -> nil", "didUpdate 9 -> nil"])
    #expect(controller.viewModel == nil && controller.rootView.label.text == nil)
  }

  @Test func theListenerReadsTheCurrentState() async throws {
    let controller = CounterController(store: store, connected: true)
    var late: (() -> Void)?
    let held = Held { late = $0 }
    let slow = AppStore(
      interceptors: [], stateInitializer: AppState.init,
      configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: held))
    let other = CounterController(store: slow, connected: true)
    held.isHolding = true
    try await slow.dispatch(Increment()).value()
    let first = late
    try await slow.dispatch(Increment()).value()
    #expect(other.viewModel?.count == 0)
    first?()
    #expect(other.viewModel?.count == 2)
    _ = controller
  }

  @Test func aReleasedControllerUnsubscribesWithoutItsHook() async throws {
    var controller: CounterController? = CounterController(store: store, connected: true)
    weak let reference = controller
    _ = take()
    controller = nil
    #expect(reference == nil)
    try await store.dispatch(Increment()).value()
    #expect(take() == [])
  }

  @Test func aControllerDispatchesInItsStore() async throws {
    let controller = CounterController(store: store, connected: true)
    controller.dispatch(Increment())
    try await controller.__unsafeDispatch(Increment()).value()
    #expect(controller.viewModel?.count == 2)
  }

  @Test func aControllerIsUpdatedOnlyWhileItIsOnTheScreen() async throws {
    let controller = CounterController(store: store)
    let window = window(showing: controller)
    #expect(controller.connected)
    try await store.dispatch(Increment()).value()
    #expect(controller.rootView.label.text == "1")
    let modal = UIViewController()
    controller.present(modal, animated: false)
    #expect(controller.connected)
    modal.dismiss(animated: false)
    modal.modalPresentationStyle = .fullScreen
    controller.present(modal, animated: false)
    #expect(!controller.connected)
    modal.dismiss(animated: false)
    #expect(controller.connected)
    window.rootViewController = nil
    #expect(!controller.connected)
  }
}

/// Keeps closures until the test runs them.
private final class Held: Executor {
  var isHolding = false
  let hold: (@escaping () -> Void) -> Void
  init(_ hold: @escaping (@escaping () -> Void) -> Void) { self.hold = hold }
  func execute(_ closure: @escaping () -> Void) { if isHolding { hold(closure) } else { closure() } }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}
