public import Tempura
public import TempuraUI

/// Tests of how screens look: pictures of them, taken by a browser and compared with those of before.
public enum UITests {
  /// What a screen is shown in.
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

  /// A moment in the life of a screen at which a view test may do something.
  public enum Hook: Int {
    /// For `Container.navigationController` alone. The view has its model by then.
    case navigationControllerHasBeenCreated
    /// The view has no model yet.
    case viewDidLoad
    case viewWillAppear, viewDidAppear, viewDidLayoutSubviews
  }

  /// What is done at such a moment, with the view.
  public typealias HookClosure<V: ViewControllerModellableView> = (V) -> Void
}
