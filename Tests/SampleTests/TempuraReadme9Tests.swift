import Hydra
import Katana
import Tempura
import Testing
import UIKit

@MainActor @Suite struct TempuraReadme9Tests {
  let handled: Handled
  let store: Store<AppState, DependenciesContainer>
  let window = UIWindow(frame: UIScreen.main.bounds)

  init() {
    let handled = Handled()
    self.handled = handled
    store = Store<AppState, DependenciesContainer>(immediate: [handled.interceptor])
  }

  /// The list screen, shown by the navigator.
  private func showList() throws -> ListViewController {
    store.dependencies.navigator.start(using: Installer(store: store, window: window), in: window, at: "list screen")
    return try #require(window.rootViewController as? ListViewController)
  }

  private struct Installer: RootInstaller {
    let store: PartialStore<AppState>
    let window: UIWindow

    func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: () -> Void) -> Bool {
      window.rootViewController = ListViewController(store: store)
      completion()
      return identifier == "list screen"
    }
  }

  private func texts(_ list: ListView) -> [String?] {
    (0..<store.state.items.count).map { list.list.cell(at: IndexPath(item: $0, section: 0))?.label.text }
  }

  @Test func theListShowsTheState() throws {
    let list = try showList().rootView
    #expect(texts(list) == store.state.items.map(\.text))
    #expect(list.list.subviews.count == 4)
    #expect(list.list.cell(at: IndexPath(item: 4, section: 0)) == nil)
  }

  @Test func theViewModelSelectsWhatTheViewNeeds() {
    #expect(ListViewModel(state: AppState()).todos == AppState().items)
  }

  @Test func tappingACellCompletesItsItem() async throws {
    let list = try showList().rootView
    let cell = try #require(list.list.cell(at: IndexPath(item: 2, section: 0)))
    cell.checkButton.sendActions(for: .touchUpInside)
    #expect(await handled.next() == "CompleteItem")
    #expect(store.state.items.map(\.completed) == [false, false, true, false])
    let buttons = (0..<4).map { list.list.cell(at: IndexPath(item: $0, section: 0))?.checkButton.isSelected }
    #expect(buttons == [false, false, true, false])
  }

  @Test func anInteractionOfTheViewDispatches() async throws {
    let list = try showList().rootView
    list.didCompleteItem?(0)
    #expect(await handled.next() == "CompleteItem")
    #expect(list.model?.todos.first?.completed == true)
  }

  @Test func showPresentsTheScreenOfTheConfiguration() async throws {
    let controller = try showList()
    #expect(window.route == ["list screen"])
    controller.rootView.todoButton.sendActions(for: .touchUpInside)
    #expect(await handled.next() == "Show")
    #expect(window.route == ["list screen", "add item screen"])
    #expect(controller.presentedViewController is AddItemViewController)
    try await store.dispatch(Hide("add item screen")).value()
    #expect(window.route == ["list screen"])
  }

  @Test func theRoutesCanBeAnEnum() async throws {
    _ = try showList()
    try await store.dispatch(Show(Screen.addItem)).value()
    #expect(window.route == ["list screen", "add item screen"])
    try await store.dispatch(Hide(Screen.addItem)).value()
    #expect(window.route == ["list screen"])
  }

  @Test func anUnknownRouteIsAnError() async throws {
    _ = try showList()
    await #expect(throws: NavigationError.self) { try await store.dispatch(Show("nowhere")).value() }
  }

  @Test func aContainedControllerIsInItsContainerAndUpdated() async throws {
    let parent = ParentViewController(store: store)
    window.rootViewController = parent
    window.makeKeyAndVisible()
    let child = try #require(parent.childVC)
    #expect(child.parent === parent)
    #expect(child.rootView.superview === parent.rootView.childView)
    #expect(child.connected)
    #expect(parent.rootView.titleView.text == "4 items")
    #expect(child.rootView.valueLabel.text == "4")
    try await store.dispatch(CompleteItem(index: 1)).value()
    #expect(child.rootView.valueLabel.text == "3")
    child.remove()
    try await store.dispatch(CompleteItem(index: 2)).value()
    #expect(child.rootView.valueLabel.text == "3")
    #expect(child.rootView.superview == nil)
  }

  @Test func theContainerGivesTheChildItsSize() {
    let parent = ParentViewController(store: store)
    parent.rootView.childView.frame = CGRect(x: 10, y: 20, width: 300, height: 200)
    parent.rootView.layoutIfNeeded()
    #expect(parent.childVC.rootView.frame == CGRect(x: 0, y: 0, width: 300, height: 200))
  }

  @Test func aTestCanSetTheViewModel() {
    let parent = ParentViewController(store: store)
    parent.viewModel = ParentViewModel(title: "A test title")
    parent.childVC.viewModel = ChildViewModel(value: 12)
    #expect(parent.rootView.titleView.text == "A test title")
    #expect(parent.childVC.rootView.valueLabel.text == "12")
    let screen = AddItemViewController(store: store)
    screen.viewModel = AddItemViewModel(editingText: "this is a test")
    #expect(screen.rootView.textField.text == "this is a test")
  }

  @Test func unsafeDispatchReturnsAPromise() async throws {
    let controller = try showList()
    try await controller.__unsafeDispatch(CompleteItem(index: 3)).value()
    #expect(store.state.items[3].completed)
    let count: Int = try await controller.__unsafeDispatch(CountItems()).value()
    #expect(count == 4)
    try await controller.__unsafeDispatch(CompleteAll()).value()
    #expect(store.state.items.allSatisfy { $0.completed })
  }

  private struct CountItems: ReturningSideEffect {
    func sideEffect(_ context: AnySideEffectContext) throws -> Int {
      (context.getAnyState() as? AppState)?.items.count ?? 0
    }
  }

  private struct CompleteAll: SideEffect {
    func sideEffect(_ context: SideEffectContext<AppState, DependenciesContainer>) throws {
      for index in context.getState().items.indices {
        try Hydra.await(context.dispatch(CompleteItem(index: index)))
      }
    }
  }
}
