import Testing
import UIKit

/// View controllers, windows and the application.
@MainActor @Suite struct UIViewControllerTests {
  final class Recorder: UIViewController {
    var log: [String] = []

    init() { super.init(nibName: nil, bundle: nil) }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func loadView() {
      log.append("loadView")
      view = UIView(frame: UIScreen.main.bounds)
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

    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      if log.last != "viewDidLayoutSubviews" { log.append("viewDidLayoutSubviews") }
    }

    override func willMove(toParent parent: UIViewController?) {
      super.willMove(toParent: parent)
      log.append("willMove \(parent != nil)")
    }

    override func didMove(toParent parent: UIViewController?) {
      super.didMove(toParent: parent)
      log.append("didMove \(parent != nil)")
    }
  }

  @Test func aControllerGetsTheCallbacksOfItsView() {
    let controller = Recorder()
    #expect(!controller.isViewLoaded && controller.log.isEmpty)
    let view: UIView! = controller.view
    #expect(controller.isViewLoaded && view != nil)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(controller.log == ["loadView", "viewDidLoad", "viewWillAppear", "viewDidAppear"])
    window.layoutIfNeeded()
    window.rootViewController = UIViewController()
    #expect(controller.log.suffix(3) == ["viewDidLayoutSubviews", "viewWillDisappear", "viewDidDisappear"])
  }

  @Test func controllersContainOthers() {
    let (parent, child) = (UIViewController(), Recorder())
    parent.addChild(child)
    child.didMove(toParent: parent)
    let children: [UIViewController] = parent.children
    let found: UIViewController? = child.parent
    #expect(children == [child] && found === parent)
    child.willMove(toParent: nil)
    child.removeFromParent()
    #expect(child.log == ["willMove true", "didMove true", "willMove false", "didMove false"])
  }

  @Test func controllersPresentOthers() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let (root, modal) = (UIViewController(), UIViewController())
    window.rootViewController = root
    window.makeKeyAndVisible()
    modal.modalPresentationStyle = .overCurrentContext
    var done = 0
    root.present(modal, animated: true) { done += 1 }
    let presented: UIViewController? = root.presentedViewController
    let presenting: UIViewController? = modal.presentingViewController
    #expect(presented === modal && presenting === root && done == 1)
    modal.dismiss(animated: false, completion: { done += 1 })
    #expect(root.presentedViewController == nil && done == 2)
    root.present(modal, animated: false, completion: nil)
    root.dismiss(animated: false)
  }

  /// A mock of a controller.
  final class Mock: UIViewController {
    var presentations: [UIViewController] = []
    var dismissals = 0
    let navigation = UINavigationController()

    override func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
      presentations.append(controller)
      completion?()
    }

    override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { dismissals += 1 }

    override var presentedViewController: UIViewController? { return presentations.last }
    override var presentingViewController: UIViewController? { return nil }
    override var navigationController: UINavigationController? { return navigation }
    override var tabBarController: UITabBarController? { return nil }
  }

  @Test func controllersCanBeMocked() {
    let mock = Mock()
    let other = UIViewController()
    mock.present(other, animated: true)
    mock.dismiss(animated: true)
    #expect(mock.presentedViewController === other && mock.dismissals == 1)
    #expect((mock as UIViewController).navigationController === mock.navigation)
  }

  @Test func navigationControllersHaveAStack() {
    let (root, middle, top) = (UIViewController(), UIViewController(), UIViewController())
    let navigation = UINavigationController(rootViewController: root)
    navigation.pushViewController(middle, animated: true)
    navigation.pushViewController(top, animated: false)
    let bar: UINavigationBar = navigation.navigationBar
    let stack: [UIViewController] = navigation.viewControllers
    #expect(stack == [root, middle, top] && navigation.topViewController === top && !bar.isHidden)
    #expect(top.navigationController === navigation)
    top.navigationItem.title = "Top"
    top.automaticallyAdjustsScrollViewInsets = false
    #expect(!top.automaticallyAdjustsScrollViewInsets)
    let popped: UIViewController? = navigation.popViewController(animated: true)
    let poppedTo: [UIViewController]? = navigation.popToViewController(root, animated: false)
    #expect(popped === top && poppedTo == [middle])
    navigation.viewControllers = [root, top]
    let poppedToRoot: [UIViewController]? = navigation.popToRootViewController(animated: true)
    #expect(poppedToRoot == [top])
    let coordinator: UIViewControllerTransitionCoordinator? = navigation.transitionCoordinator
    coordinator?.animate(alongsideTransition: nil) { _ in }
    #expect(root.transitionCoordinator == nil)
  }

  /// A coordinator whose completion a test calls.
  final class Coordinator: UIViewControllerTransitionCoordinator {
    var completions: [(UIViewControllerTransitionCoordinatorContext) -> Void] = []

    func animate(
      alongsideTransition animation: ((UIViewControllerTransitionCoordinatorContext) -> Void)?,
      completion: ((UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
      if let completion = completion { completions.append(completion) }
      return true
    }
  }

  final class Animating: UINavigationController {
    let coordinator = Coordinator()
    override var transitionCoordinator: UIViewControllerTransitionCoordinator? { return coordinator }
  }

  @Test func theCompletionOfAPushWaitsForTheTransition() {
    let navigation = Animating(rootViewController: UIViewController())
    var isDone = false
    navigation.pushViewController(UIViewController(), animated: true, completion: { isDone = true })
    #expect(!isDone && navigation.coordinator.completions.count == 1)
  }

  @Test func tabBarControllersSelect() {
    let tabs = UITabBarController()
    let (first, second) = (UIViewController(), UIViewController())
    tabs.viewControllers = [first, second]
    #expect(tabs.selectedViewController === first && first.tabBarController === tabs)
    tabs.selectedViewController = second
    let controllers: [UIViewController]? = tabs.viewControllers
    #expect(tabs.selectedIndex == 1 && controllers == [first, second])
  }

  // MARK: - The application

  class Delegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let name: String

    override init() {
      name = "app"
      super.init()
    }

    func application(
      _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      window = UIWindow(frame: UIScreen.main.bounds)
      window?.rootViewController = UIViewController()
      window?.makeKeyAndVisible()
      return true
    }

    func applicationWillResignActive(_ application: UIApplication) {}
  }

  @Test func anAppHasADelegateAWindowAndADevice() {
    let delegate = Delegate()
    let application: UIApplication = UIApplication.shared
    #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
    let window: UIWindow? = application.keyWindow
    #expect(window === delegate.window && window?.rootViewController != nil)
    let scale: CGFloat = UIScreen.main.scale
    let bounds: CGRect = UIScreen.main.bounds
    #expect(scale > 0 && bounds.width > 0)
    let orientation: UIDeviceOrientation = UIDevice.current.orientation
    #expect([.portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown, .unknown].contains(orientation))
  }
}
