import Katana
import Tempura
import Testing
import UIKit

@MainActor @Suite struct ViewControllerAPITests {
  let handled: Handled
  let appStore: Store<CounterState, EmptySideEffectDependencyContainer>
  let window = UIWindow(frame: UIScreen.main.bounds)

  init() {
    let handled = Handled()
    self.handled = handled
    appStore = Store<CounterState, EmptySideEffectDependencyContainer>(immediate: [handled.interceptor])
  }

  private func show(_ controller: UIViewController) {
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  @Test func theCounterCounts() async {
    let vc = CounterViewController(store: appStore)
    show(vc)
    #expect(vc.rootView.counterLabel.text == "the counter is at 0")
    vc.rootView.addButton.sendActions(for: .touchUpInside)
    #expect(await handled.next() == "IncrementCounter")
    vc.rootView.addButton.sendActions(for: .touchUpInside)
    #expect(await handled.next() == "IncrementCounter")
    #expect(vc.rootView.counterLabel.text == "the counter is at 2")
    vc.rootView.subButton.sendActions(for: .touchUpInside)
    #expect(await handled.next() == "DecrementCounter")
    #expect(vc.rootView.counterLabel.text == "the counter is at 1")
    #expect(vc.state.counter == 1)
    #expect(vc.viewModel?.countDescription == "the counter is at 1")
  }

  @Test func theLayoutSetsTheFramesOfTheButtons() {
    let vc = CounterViewController(store: appStore)
    show(vc)
    window.layoutIfNeeded()
    #expect(vc.rootView.addButton.frame == CGRect(x: 0, y: 100, width: 100, height: 44))
    #expect(vc.rootView.subButton.frame == CGRect(x: 100, y: 100, width: 100, height: 44))
    #expect(vc.rootView.addButton.currentTitle == "Add")
    #expect(vc.rootView.subButton.title(for: .normal) == "Sub")
    #expect(vc.rootView.backgroundColor == .white)
  }

  @Test func aControllerIsConnectedWhileItIsVisible() async throws {
    let vc = CounterViewController(store: appStore)
    #expect(!vc.connected)
    show(vc)
    #expect(vc.connected)
    window.rootViewController = UIViewController()
    #expect(!vc.connected)
    try await appStore.dispatch(IncrementCounter()).value()
    #expect(vc.rootView.counterLabel.text == "the counter is at 0")
    show(vc)
    #expect(vc.rootView.counterLabel.text == "the counter is at 1")
  }

  @Test func aControllerConnectsOnlyIfItShould() async throws {
    let vc = CounterViewController(store: appStore)
    vc.shouldConnectWhenVisible = false
    show(vc)
    #expect(!vc.connected && vc.viewModel == nil)
    vc.connected = true
    vc.shouldDisconnectWhenInvisible = false
    window.rootViewController = UIViewController()
    try await appStore.dispatch(IncrementCounter()).value()
    #expect(vc.rootView.counterLabel.text == "the counter is at 1")
  }

  @Test func theDocumentedCallbacksAreCalledInOrder() async throws {
    let vc = EveryMemberViewController(store: appStore)
    #expect(vc.takeCalls() == ["setup", "connected false"])
    show(vc)
    let beforeLoading = ["loadView", "setupInteraction", "viewDidLoad"]
    let connecting = ["viewWillAppear", "willUpdate", "didUpdate", "connected true"]
    #expect(vc.takeCalls() == beforeLoading + connecting)
    vc.dispatch(IncrementCounter())
    #expect(await handled.next() == "IncrementCounter")
    #expect(vc.takeCalls() == ["dispatch", "willUpdate", "didUpdate"])
    try await vc.__unsafeDispatch(IncrementCounter()).value()
    #expect(vc.takeCalls() == ["unsafe updater", "willUpdate", "didUpdate"])
    window.rootViewController = nil
    #expect(vc.takeCalls() == ["viewWillDisappear", "willUnsubscribe", "connected false"])
  }
}
