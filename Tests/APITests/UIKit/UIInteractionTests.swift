import Testing
import UIKit

/// Touches, hits, the keyboard and its notifications as apps use them.
@MainActor @Suite struct UIInteractionTests {
  final class PassThrough: UIView {
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
      let hit = super.hitTest(point, with: event)
      return hit === self ? nil : hit
    }

    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
      super.point(inside: point, with: event) || bounds.insetBy(dx: -8, dy: -8).contains(point)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      super.touchesBegan(touches, with: event)
      if let touch = touches.first { print(touch.location(in: self), touch.tapCount, touch.phase == .began) }
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      super.touchesMoved(touches, with: event)
      if let touch = touches.first { print(touch.previousLocation(in: self)) }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      super.touchesEnded(touches, with: event)
      print(event?.allTouches?.count ?? 0)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      super.touchesCancelled(touches, with: event)
    }

    override var debugDescription: String { "pass" }
    override var description: String { "pass" }
    override func isEqual(_ object: Any?) -> Bool { super.isEqual(object) }
    override var hash: Int { super.hash }
  }

  final class Knob: UIControl {
    var angle: CGFloat = 0

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      angle = touch.location(in: self).x
      return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      super.continueTracking(touch, with: event)
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
      super.endTracking(touch, with: event)
      sendActions(for: .valueChanged)
    }

    override func cancelTracking(with event: UIEvent?) { super.cancelTracking(with: event) }
  }

  final class Screen: UIViewController, UITableViewDelegate, UITextFieldDelegate {
    var log: [String] = []
    let table = UITableView()
    let field = UITextField()
    let notes = UITextView()
    private var observers: [NSObjectProtocol] = []

    func tapped(_ sender: UIButton, forEvent event: UIEvent) { log.append("tap \(event.type == .touches)") }

    override func viewDidLoad() {
      super.viewDidLoad()
      table.delegate = self
      let toolbar = UIToolbar()
      toolbar.items = [UIBarButtonItem(title: "Done") { [weak self] _ in self?.view.endEditing(true) }]
      field.inputView = UIPickerView()
      field.inputAccessoryView = toolbar
      notes.inputView = nil
      notes.inputAccessoryView = UIView()
      notes.textContainerInset = .zero
      notes.textContainer.lineFragmentPadding = 0
      field.reloadInputViews()
      let names: [NSNotification.Name] = [
        UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
        UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
        UIResponder.keyboardWillChangeFrameNotification, UIApplication.willResignActiveNotification,
        UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
        UIApplication.willTerminateNotification, UIContentSizeCategory.didChangeNotification,
      ]
      for name in names {
        observers.append(
          NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { notification in
            _ = notification.userInfo?[UIResponder.keyboardFrameBeginUserInfoKey] as? CGRect
            _ = (notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue
            _ = notification.userInfo?[UIResponder.keyboardAnimationDurationUserInfoKey] as? Double
            _ = notification.userInfo?[UIResponder.keyboardAnimationCurveUserInfoKey] as? UInt
            _ = notification.userInfo?[UIResponder.keyboardIsLocalUserInfoKey] as? Bool
          })
      }
    }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 44 }

    override func preferredContentSizeDidChange(forChildContentContainer container: UIContentContainer) {
      super.preferredContentSizeDidChange(forChildContentContainer: container)
      log.append("size \(container.preferredContentSize.width)")
    }

    override func viewSafeAreaInsetsDidChange() { super.viewSafeAreaInsetsDidChange() }

    override func systemLayoutFittingSizeDidChange(forChildContentContainer container: UIContentContainer) {
      super.systemLayoutFittingSizeDidChange(forChildContentContainer: container)
    }

    override func size(
      forChildContentContainer container: UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { super.size(forChildContentContainer: container, withParentContainerSize: parentSize) }
  }

  @Test func viewsAreHit() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let cover = PassThrough(frame: root.bounds)
    root.addSubview(cover)
    #expect(root.hitTest(CGPoint(x: 3, y: 3), with: nil) === root)
    #expect(cover.point(inside: CGPoint(x: -5, y: 0), with: nil))
    let printable: CustomDebugStringConvertible = cover
    #expect(printable.debugDescription == "pass" && cover.description == "pass")
    UIAccessibility.post(notification: .announcement, argument: "Saved")
  }

  final class SceneDelegate: UIResponder, UISceneDelegate {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
      if let scene = scene as? UIWindowScene { print(UIWindow(windowScene: scene).bounds) }
    }

    func sceneDidBecomeActive(_ scene: UIScene) {}
    func sceneWillResignActive(_ scene: UIScene) {}
    func sceneDidEnterBackground(_ scene: UIScene) {}
    func sceneWillEnterForeground(_ scene: UIScene) {}
    func sceneDidDisconnect(_ scene: UIScene) {}
  }

  @Test func settingsOfThePhoneAreKnown() {
    let settings = [
      UIAccessibility.isVoiceOverRunning, UIAccessibility.isReduceMotionEnabled, UIAccessibility.isBoldTextEnabled,
      UIAccessibility.isReduceTransparencyEnabled, UIAccessibility.isSwitchControlRunning,
      UIAccessibility.isDarkerSystemColorsEnabled, UIAccessibility.isInvertColorsEnabled,
      UIAccessibility.isGrayscaleEnabled,
    ]
    #expect(settings.allSatisfy { !$0 })
    let bar = UINavigationBar()
    bar.compactScrollEdgeAppearance = UINavigationBarAppearance()
    #expect(bar.compactScrollEdgeAppearance != nil)
  }

  @Test func controlsTrackTouches() {
    let (knob, screen, button) = (Knob(), Screen(), UIButton())
    #expect(!knob.isTracking && !knob.isTouchInside)
    button.addTarget(screen, action: Screen.tapped, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    button.removeTarget(screen, action: Screen.tapped, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(screen.log == ["tap true"])
  }

  @Test func fieldsHaveInputViews() {
    let (screen, child) = (Screen(), UIViewController())
    screen.loadViewIfNeeded()
    #expect(screen.field.inputView is UIPickerView && screen.field.inputAccessoryView is UIToolbar)
    screen.addChild(child)
    child.preferredContentSize = CGSize(width: 10, height: 10)
    #expect(screen.log == ["size 10.0"])
  }

  @Test func olderAnimationsCompile() {
    UIView.beginAnimations("fade", context: nil)
    UIView.setAnimationCurve(.easeInOut)
    UIView.setAnimationTransition(.flipFromLeft, for: UIView(), cache: true)
    UIView.commitAnimations()
    let corners: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
    UIGraphicsEndImageContext()
    let attachment = NSTextAttachment()
    let text = NSMutableAttributedString(attachment: attachment)
    #expect(text.attribute(.attachment, at: 0, effectiveRange: nil) as? NSTextAttachment === attachment)
    #expect(corners.contains(.layerMinXMinYCorner) && UIColor(named: "nothing") == nil)
  }
}

// MARK: - Containers

private final class Tour: UIViewController, UIPageViewControllerDataSource, UIPageViewControllerDelegate {
  let pages = (0..<3).map { _ in UIViewController() }
  let pageController = UIPageViewController(
    transitionStyle: .scroll, navigationOrientation: .horizontal, options: [.interPageSpacing: 10])

  override func viewDidLoad() {
    super.viewDidLoad()
    pageController.dataSource = self
    pageController.delegate = self
    addChild(pageController)
    view.addSubview(pageController.view)
    pageController.didMove(toParent: self)
    pageController.setViewControllers([pages[0]], direction: .forward, animated: true, completion: nil)
  }

  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
  ) -> UIViewController? { nil }

  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController? { pages.last }

  func presentationCount(for pageViewController: UIPageViewController) -> Int { pages.count }
  func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }

  func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool
  ) {}
}

private final class Split: UISplitViewController, UISplitViewControllerDelegate {
  override func viewDidLoad() {
    super.viewDidLoad()
    delegate = self
    preferredDisplayMode = .oneBesideSecondary
    preferredPrimaryColumnWidthFraction = 0.3
    presentsWithGesture = false
  }

  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool { true }
}

@MainActor @Suite struct UIContainerTests {
  @Test func pagesAreShown() {
    let tour = Tour()
    tour.loadViewIfNeeded()
    #expect(tour.pageController.viewControllers == [tour.pages[0]])
    #expect(tour.pageController.gestureRecognizers.isEmpty && tour.pageController.navigationOrientation == .horizontal)
  }

  @Test func columnsAreShown() {
    let (split, master, detail) = (Split(), UIViewController(), UIViewController())
    split.viewControllers = [UINavigationController(rootViewController: master), detail]
    split.loadViewIfNeeded()
    #expect(master.splitViewController === split && split.viewControllers.count == 2)
    master.navigationItem.leftBarButtonItem = split.displayModeButtonItem
    split.showDetailViewController(UIViewController(), sender: nil)
    let styled = UISplitViewController(style: .doubleColumn)
    styled.setViewController(UIViewController(), for: .primary)
    styled.show(.primary)
    styled.hide(.primary)
    #expect(styled.viewController(for: .primary) is UINavigationController && styled.isCollapsed)
  }
}
