import Katana
import Tempura
import Testing
import UIKit

/// View models and views.
@MainActor @Suite struct ViewTests {
  final class Badge: UIView, Tempura.View {
    var phases: [String] = []

    override init(frame: CGRect) {
      super.init(frame: frame)
      setup()
      style()
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    func setup() { phases.append("setup") }
    func style() { phases.append("style") }
    func update() { phases.append("update") }
    override func layoutSubviews() { phases.append("layout") }
  }

  @Test func aViewConformsToTheProtocols() {
    let badge: Tempura.View = Badge(frame: .zero)
    badge.update()
    badge.layoutSubviews()
    #expect((badge as? Badge)?.phases == ["setup", "style", "update", "layout"])
  }

  struct TitleModel: ViewModel {
    let title: String
  }

  final class TitleView: UIView, ModellableView {
    typealias VM = TitleModel
    var updates: [String?] = []
    func setup() {}
    func style() {}
    func update(oldModel: TitleModel?) { updates.append(oldModel?.title) }
  }

  private func show<V: ModellableView>(_ model: V.VM?, in view: V) { view.model = model }

  @Test func aModelNeedsNoStoredProperty() {
    let view = TitleView()
    let model: TitleModel? = view.model
    #expect(model == nil)
    view.model = TitleModel(title: "a")
    view.model = TitleModel(title: "a")
    view.model = nil
    #expect(view.updates == [nil, "a", "a"])
    show(TitleModel(title: "b"), in: view)
    #expect(view.model?.title == "b")
    let update: (TitleModel?) -> Void = view.update(oldModel:)
    update(nil)
    #expect(view.updates.count == 5)
  }

  /// A view that ignores a model equal to the old one.
  final class LazyView: UIView, ModellableView {
    var shown = 0
    func setup() {}
    func style() {}
    func update(oldModel: CounterModel?) {
      guard let model = self.model, model != oldModel else { return }
      shown += 1
    }
  }

  @Test func aViewCanSkipEqualModels() {
    let view = LazyView(frame: .zero)
    for count in [1, 1, 2] { view.model = CounterModel(count: count) }
    #expect(view.shown == 2)
  }

  struct FailableModel: ViewModelWithState {
    let first: String
    init?(state: AppState) {
      guard let first = state.items.first else { return nil }
      self.first = first
    }
  }

  struct LocalModel: ViewModelWithLocalState {
    let text: String
    init?(state: AppState?, localState: Selection) {
      guard let state = state else { return nil }
      text = "\(state.counter) \(localState.index)"
    }
  }

  struct Selection: LocalState {
    var index = 0
  }

  struct AlwaysThere: ViewModelWithLocalState {
    let count: Int?
    init(state: AppState?, localState: Selection) { count = state?.counter }
  }

  private func make<VM: ViewModelWithState>(_ type: VM.Type, from state: VM.S) -> VM? { VM(state: state) }

  private func make<VM: ViewModelWithLocalState>(_ type: VM.Type, from state: VM.S?, _ local: VM.LS) -> VM? {
    VM(state: state, localState: local)
  }

  @Test func viewModelsAreMadeFromStates() {
    #expect(make(FailableModel.self, from: AppState())?.first == nil)
    #expect(make(FailableModel.self, from: AppState(items: ["a"]))?.first == "a")
    #expect(make(CounterModel.self, from: AppState(counter: 3))?.count == 3)
    #expect(make(LocalModel.self, from: nil, Selection()) == nil)
    #expect(make(LocalModel.self, from: AppState(), Selection(index: 2))?.text == "0 2")
    #expect(make(AlwaysThere.self, from: nil, Selection())?.count == nil)
    let initializer: (AppState) -> CounterModel = CounterModel.init(state:)
    #expect(initializer(AppState()).count == 0)
  }

  @Test func aRootViewHasItsControllerAndBar() {
    let view = CounterView()
    let controller = UIViewController()
    let navigation = UINavigationController(rootViewController: controller)
    #expect(view.viewController == nil && view.navigationBar == nil && view.navigationItem == nil)
    view.viewController = controller
    let bar: UINavigationBar? = view.navigationBar
    let item: UINavigationItem? = view.navigationItem
    #expect(bar === navigation.navigationBar && item === controller.navigationItem)
    let any: AnyViewControllerModellableView = view
    let known: UIViewController? = any.viewController
    #expect(known === controller)
  }

  @Test func interactionsAreClosures() {
    var log: [String] = []
    let plain: Interaction = { log.append("plain") }
    let custom: CustomInteraction<(Int, String)> = { log.append("\($0.0) \($0.1)") }
    plain()
    custom((1, "a"))
    #expect(log == ["plain", "1 a"])
  }

  @Test func aContainerGivesItsWholeSizeToItsView() {
    let container: UIView = ContainerView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    let view = UIView()
    container.addSubview(view)
    container.layoutIfNeeded()
    #expect(view.frame == container.bounds)
  }
}
