public import Foundation
public import Tempura
public import TempuraUI

extension UITests {
  /// Views with their models, without a store and without the app's controllers.
  public struct ScreenSnapshot<V: ViewControllerModellableView> {
    private let container: Container
    private let models: [String: V.VM]
    private let hooks: [Hook: HookClosure<V>]
    private let size: CGSize

    public init(
      type: V.Type, container: Container, models: [String: V.VM], hooks: [Hook: HookClosure<V>] = [:],
      size: CGSize = UIScreen.main.bounds.size
    ) {
      viewName = "\(type)"
      self.container = container
      self.models = models
      self.hooks = hooks
      self.size = size
    }

    /// The name of the view's type.
    public let viewName: String

    /// A new container, and the controller of the view in it, for each model.
    public var renderingViewControllers: [String: (container: UIViewController, contained: UIViewController)] {
      models.mapValues { model in
        let controller = HookableViewController<V>(hooks: hooks)
        controller.rootView.model = model
        let container = container.container(for: controller)
        if case .navigationController = self.container {
          hooks[.navigationControllerHasBeenCreated]?(controller.rootView)
        }
        container.view.setFlowingFrame(CGRect(origin: .zero, size: size))
        return (container, controller)
      }
    }
  }
}

/// A controller that calls the hooks of a view test.
final class HookableViewController<V: ViewControllerModellableView>: UIViewController {
  private let hooks: [UITests.Hook: UITests.HookClosure<V>]

  init(hooks: [UITests.Hook: UITests.HookClosure<V>]) {
    self.hooks = hooks
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  var rootView: V {
    guard let view = view as? V else { fatalError("\(V.self) must be a UIView.") }
    return view
  }

  private func call(_ hook: UITests.Hook) { hooks[hook]?(rootView) }

  override func loadView() {
    guard let type = V.self as? UIView.Type else { fatalError("\(V.self) must be a UIView.") }
    let made = UIResponder.make(type)
    guard var view = made as? V else { return }
    view.viewController = self
    view.setup()
    view.style()
    self.view = made
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    call(.viewDidLoad)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    call(.viewWillAppear)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    call(.viewDidAppear)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    call(.viewDidLayoutSubviews)
  }
}
