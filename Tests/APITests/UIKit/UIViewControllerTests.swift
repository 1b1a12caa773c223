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

// MARK: - What an app declares for a phone

private final class PhoneController: UIViewController, UIViewControllerTransitioningDelegate,
  UIGestureRecognizerDelegate
{
  var touches = 0

  override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
  override var prefersStatusBarHidden: Bool { true }
  override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .slide }
  override var childForStatusBarStyle: UIViewController? { children.first }
  override var prefersHomeIndicatorAutoHidden: Bool { true }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }
  override var shouldAutorotate: Bool { false }
  override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  override var inputAccessoryView: UIView? { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    setNeedsStatusBarAppearanceUpdate()
    edgesForExtendedLayout = [.top, .bottom]
    extendedLayoutIncludesOpaqueBars = true
    preferredContentSize = CGSize(width: 100, height: 100)
    transitioningDelegate = self
    restorationIdentifier = "phone"
    navigationItem.rightBarButtonItem = editButtonItem
    navigationController?.interactivePopGestureRecognizer?.delegate = self
    navigationController?.hidesBarsOnSwipe = true
  }

  override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    title = editing ? "editing" : "done"
  }

  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    super.viewWillTransition(to: size, with: coordinator)
    coordinator.animate(alongsideTransition: { _ in }, completion: { _ in })
  }

  override func didReceiveMemoryWarning() { super.didReceiveMemoryWarning() }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    self.touches += touches.count
    _ = touches.first?.location(in: view)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? { FadeAnimator() }

  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    touch.view === view
  }
}

private final class FadeAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval { 0.3 }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    guard let to = transitionContext.viewController(forKey: .to), let from = transitionContext.view(forKey: .from)
    else { return transitionContext.completeTransition(false) }
    transitionContext.containerView.addSubview(to.view)
    UIView.animateKeyframes(
      withDuration: 0.3, delay: 0, options: [.calculationModeLinear],
      animations: {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { from.alpha = 0 }
      },
      completion: { _ in transitionContext.completeTransition(!transitionContext.transitionWasCancelled) })
  }
}

@MainActor @Suite struct PhoneTests {
  @Test func whatAnAppDeclaresForAPhoneCompiles() {
    let controller = PhoneController()
    let navigation = UINavigationController(rootViewController: controller)
    _ = controller.view
    controller.setEditing(true, animated: true)
    #expect(controller.title == "editing" && controller.isEditing && controller.editButtonItem.title == "Done")
    #expect(controller.editButtonItem.style == .done)
    controller.editButtonItem.action?(controller.editButtonItem)
    #expect(!controller.isEditing && controller.editButtonItem.title == "Edit")
    #expect(controller.editButtonItem.style == .plain)
    controller.show(UIViewController(), sender: nil)
    #expect(navigation.viewControllers.count == 2)
    let driven = UIPercentDrivenInteractiveTransition()
    driven.update(0.5)
    driven.cancel()
    driven.finish()
  }

  @Test func barsHaveAppearances() {
    let appearance = UINavigationBarAppearance()
    appearance.configureWithOpaqueBackground()
    appearance.backgroundColor = .red
    appearance.shadowColor = .clear
    appearance.titleTextAttributes = [.foregroundColor: UIColor.white]
    appearance.largeTitleTextAttributes = [.foregroundColor: UIColor.white]
    appearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.white]
    let bar = UINavigationBar()
    bar.standardAppearance = appearance
    bar.scrollEdgeAppearance = bar.standardAppearance
    bar.compactAppearance = appearance
    bar.titleTextAttributes = [.foregroundColor: UIColor.white]
    bar.setBackgroundImage(UIImage(), for: .default)
    bar.shadowImage = UIImage()
    bar.barStyle = .black
    UINavigationBar.appearance().tintColor = .white
    UINavigationBar.appearance().barTintColor = .blue
    UITabBar.appearance().unselectedItemTintColor = .gray
    UIBarButtonItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.red], for: .normal)
    let tabs = UITabBarAppearance()
    tabs.stackedLayoutAppearance.normal.iconColor = .gray
    tabs.stackedLayoutAppearance.selected.titleTextAttributes = [.foregroundColor: UIColor.red]
    UITabBar().standardAppearance = tabs
    UIToolbar().standardAppearance = UIToolbarAppearance()
    let (window, later) = (UIWindow(frame: .zero), UINavigationBar())
    window.addSubview(later)
    #expect(later.barTintColor == .blue && bar.scrollEdgeAppearance === appearance && bar.barStyle == .black)
    UINavigationBar.appearance().barTintColor = nil
  }

  @Test func animatorsEndAtOnce() {
    let view = UIView()
    let animator = UIViewPropertyAnimator(duration: 0.3, curve: .easeInOut) { view.alpha = 0.5 }
    var end: UIViewAnimatingPosition?
    animator.addCompletion { end = $0 }
    animator.startAnimation()
    #expect(view.alpha == 0.5 && end == .end && !animator.isRunning)
    let spring = UISpringTimingParameters(dampingRatio: 0.8, initialVelocity: CGVector(dx: 0, dy: 1))
    UIViewPropertyAnimator(duration: 1, timingParameters: spring).startAnimation(afterDelay: 1)
    UIViewPropertyAnimator.runningPropertyAnimator(withDuration: 1, delay: 0, options: [.curveEaseIn]) {
      view.alpha = 1
    }
    #expect(view.alpha == 1)
    let blur = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
    blur.contentView.addSubview(UIVisualEffectView(effect: UIVibrancyEffect(blurEffect: UIBlurEffect(style: .dark))))
    #expect(blur.subviews == [blur.contentView])
  }
}
