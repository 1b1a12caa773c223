import Hydra
import Katana
import Tempura
import Testing
import UIKit

/// View controllers, with and without local state, and containment.
@MainActor @Suite struct ViewControllerTests {
  let store = makeStore()

  @Test func aControllerHasTheDocumentedMembers() {
    let make: (PartialStore<AppState>, Bool) -> CounterController = CounterController.init(store:connected:)
    let controller = make(store, false)
    let partial: PartialStore<AppState> = controller.store
    let state: AppState = controller.state
    #expect(partial === store && state == AppState())
    #expect(!controller.connected && controller.viewModel == nil)
    #expect(controller.shouldConnectWhenVisible && controller.shouldDisconnectWhenInvisible)
    controller.shouldConnectWhenVisible = false
    controller.shouldDisconnectWhenInvisible = false
    controller.connected = true
    let model: CounterModel? = controller.viewModel
    #expect(model == CounterModel(count: 0))
    let view: CounterView = controller.rootView
    #expect(view === controller.view)
    #expect(controller.log == ["setup", "willUpdate", "didUpdate", "didUpdate", "setupInteraction"])
    controller.viewModel = CounterModel(count: 8)
    #expect(view.label.text == "8")
    controller.connected = false
    #expect(controller.log.last == "willUnsubscribe")
    #expect(CounterController(store: store).connected == false)
  }

  @Test func aControllerDispatches() async throws {
    let controller = CounterController(store: store, connected: true)
    let dispatch: (Dispatchable) -> Void = controller.dispatch
    dispatch(Increment())
    let update: (Increment) -> Promise<Void> = controller.__unsafeDispatch
    let run: (IncrementTwice) -> Promise<Void> = controller.__unsafeDispatch
    let compute: (CountItems) -> Promise<Int> = controller.__unsafeDispatch
    try await update(Increment()).value()
    try await run(IncrementTwice()).value()
    #expect(try await compute(CountItems()).value() == 0)
    controller.__unsafeDispatch(Increment())
    controller.__unsafeDispatch(IncrementTwice())
    controller.__unsafeDispatch(CountItems())
    #expect(controller.viewModel?.count ?? 0 >= 4)
  }

  /// Overrides all open members.
  class Overriding: ViewController<CounterView> {
    var log: [String] = []
    var dispatched: [Dispatchable] = []

    override init(store: PartialStore<AppState>, connected: Bool = false) {
      super.init(store: store, connected: connected)
      log.append("init")
    }

    required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override var connected: Bool {
      get { return super.connected }
      set { super.connected = newValue }
    }

    override var rootView: CounterView { return super.rootView }

    override func loadView() {
      log.append("loadView")
      super.loadView()
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      log.append("viewDidLoad")
    }

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      log.append("viewWillAppear")
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      log.append("viewDidAppear")
    }

    override func viewWillDisappear(_ animated: Bool) {
      super.viewWillDisappear(animated)
      log.append("viewWillDisappear")
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      log.append("viewDidDisappear")
    }

    override func setup() { super.setup() }
    override func setupInteraction() { super.setupInteraction() }
    override func willUpdate(new: CounterModel?) { super.willUpdate(new: new) }
    override func didUpdate(old: CounterModel?) { super.didUpdate(old: old) }
    override func willUnsubscribe() { super.willUnsubscribe() }
    override func dispatch(_ dispatchable: Dispatchable) { dispatched.append(dispatchable) }

    override func __unsafeDispatch<T: StateUpdater>(_ dispatchable: T) -> Promise<Void> {
      super.__unsafeDispatch(dispatchable)
    }

    override func __unsafeDispatch<T: SideEffect>(_ dispatchable: T) -> Promise<Void> {
      super.__unsafeDispatch(dispatchable)
    }

    override func __unsafeDispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
      super.__unsafeDispatch(dispatchable)
    }
  }

  @Test func controllersCanOverrideAllOpenMembers() async throws {
    let controller = Overriding(store: store)
    _ = controller.view
    controller.viewWillAppear(false)
    controller.viewDidAppear(false)
    controller.dispatch(Increment())
    controller.viewWillDisappear(true)
    controller.viewDidDisappear(true)
    #expect(
      controller.log == [
        "init", "loadView", "viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear",
      ])
    #expect(controller.dispatched.count == 1)
    try await controller.__unsafeDispatch(Increment()).value()
  }

  /// A controller with its own initialiser.
  final class Titled: ViewController<CounterView>, Routable {
    let name: String

    init(store: PartialStore<AppState>, name: String) {
      self.name = name
      super.init(store: store)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    var routeIdentifier: RouteElementIdentifier { name }
  }

  private func root<C: AnyViewController>(of controller: C) -> C.V { controller.rootView }

  @Test func controllersCanHaveTheirOwnInitialisers() {
    let titled = Titled(store: store, name: "list")
    #expect(titled.routeIdentifier == "list")
    #expect(root(of: titled) === titled.view)
  }

  // MARK: - Local state

  struct Local: LocalState {
    var section = 0
    var text = ""
  }

  struct LocalModel: ViewModelWithLocalState {
    let count: Int?
    let section: Int

    init(state: AppState?, localState: Local) {
      count = state?.counter
      section = localState.section
    }
  }

  final class LocalView: UIView, ViewControllerModellableView {
    func setup() {}
    func style() {}
    func update(oldModel: LocalModel?) {}
  }

  final class LocalController: ViewControllerWithLocalState<LocalView> {
    var changes = 0

    override func didUpdateLocalState() {
      super.didUpdateLocalState()
      changes += 1
    }

    override func willUnsubscribe() { super.willUnsubscribe() }
  }

  @Test func aControllerCanHaveLocalState() {
    let make: (PartialStore<AppState>, Local, Bool) -> LocalController =
      LocalController.init(store:localState:connected:)
    let controller = make(store, Local(), false)
    #expect(controller.viewModel?.count == nil && controller.viewModel?.section == 0)
    let state: AppState? = controller.lastKnownState
    #expect(state == nil)
    controller.localState.section = 3
    controller.localState.text = "a"
    #expect(controller.changes == 2 && controller.viewModel?.section == 3)
    controller.lastKnownState = AppState(counter: 5)
    controller.localState = Local()
    #expect(controller.viewModel?.count == 5)
    #expect(LocalController(store: store, localState: Local()).connected == false)
    #expect(LocalController(store: store, localState: Local(), connected: true).viewModel?.count == 0)
  }

  // MARK: - Containment

  @Test func controllersContainOthers() async {
    let parent = CounterController(store: store)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = parent
    window.makeKeyAndVisible()
    let first = CounterController(store: store)
    let second = LocalController(store: store, localState: Local())
    let third = CounterController(store: store)
    let container = parent.rootView.container
    let add: (CounterController, ContainerView) -> Void = parent.add(_:in:)
    add(first, container)
    #expect(parent.children == [first] && first.view.superview === container && first.connected)
    await withCheckedContinuation { done in
      parent.transition(to: second, in: container, duration: 0.1, options: [.transitionCrossDissolve, .curveEaseIn]) {
        done.resume()
      }
    }
    #expect(parent.children == [second] && !first.connected)
    parent.transition(to: third, in: container)
    parent.transition(to: first, in: container, duration: 0)
    parent.transition(to: third, in: container, completion: nil)
    #expect(parent.children == [third])
    let remove: () -> Void = third.remove
    remove()
    #expect(parent.children.isEmpty && container.subviews.isEmpty && !third.connected)
  }
}
