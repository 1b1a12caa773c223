public import Tempura
public import TempuraUI

/// UI tests: snapshots of screens, which are compared with references.
public enum UITests {
  /// The container controller of a screen.
  public enum Container {
    case none, navigationController, tabBarController
    case custom((UIViewController) -> UIViewController)

    func container(for vc: UIViewController) -> UIViewController {
      switch self {
      case .none: return vc
      case .navigationController: return UINavigationController(rootViewController: vc)
      case .tabBarController:
        let tabs = UITabBarController()
        tabs.viewControllers = [vc]
        return tabs
      case .custom(let make): return make(vc)
      }
    }
  }

  /// An event of a screen that a view test can handle.
  public enum Hook: Int {
    /// Only with `Container.navigationController`. The view has its model.
    case navigationControllerHasBeenCreated
    /// The view has no model yet.
    case viewDidLoad
    case viewWillAppear, viewDidAppear, viewDidLayoutSubviews
  }

  /// Handles an event of a view.
  public typealias HookClosure<V: ViewControllerModellableView> = (V) -> Void
}

extension UITests {
  /// Which references are written.
  public enum RecordMode: String, CaseIterable, Sendable {
    /// All references, without a comparison.
    case all
    /// Missing references. Existing ones are compared.
    case missing
    /// Missing references, and those of snapshots that differ. The test still fails.
    case failed
    /// None. A missing reference is a failure.
    case never
  }
}
