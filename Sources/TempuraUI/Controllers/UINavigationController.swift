internal import Basics
public import Foundation

/// A controller that shows the topmost of a stack of child controllers, below a bar.
open class UINavigationController: UIViewController {
  private var stack: [UIViewController] = []
  private let bar = UINavigationBar()
  private let bottomBar = UIToolbar()
  fileprivate final let container = UINavigationView()
  /// The controller of the search results that is shown instead of the top controller.
  fileprivate final var shownResults: UIViewController?

  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }

  open weak var delegate: (any UINavigationControllerDelegate)?

  open var navigationBar: UINavigationBar { bar }

  /// Whether the navigation bar is hidden. Default: false.
  open var isNavigationBarHidden: Bool {
    get { bar.isHidden }
    set {
      bar.isHidden = newValue
      container.setNeedsLayout()
    }
  }

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }

  /// The gesture that goes back. If it is not enabled, no finger drags the screen from its edge on live pages. Its actions are
  /// never called.
  open private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? = {
    let recognizer = UIScreenEdgePanGestureRecognizer()
    recognizer.view = container  // which does not have it: pages drag the screen by themselves
    container.popRecognizer = recognizer
    return recognizer
  }()

  /// Pushes a controller.
  override open func show(_ vc: UIViewController, sender: Any?) { pushViewController(vc, animated: true) }

  /// The toolbar. It shows the `toolbarItems` of the top controller.
  open var toolbar: UIToolbar! { bottomBar }

  /// Whether the toolbar is hidden. Default: true.
  open var isToolbarHidden = true {
    didSet {
      controllerWithToolbar = isToolbarHidden ? nil : topViewController
      viewIfLoaded?.setNeedsLayout()
    }
  }
  /// The top controller when the toolbar was shown last. It may hide the tab bar and show the toolbar instead.
  private weak var controllerWithToolbar: UIViewController?

  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  /// Whether to hide toolbar and tab bar: a controller above the root asks for it with `hidesBottomBarWhenPushed`.
  final var hidesTabBar: Bool { stack.dropFirst().contains(where: \.hidesBottomBarWhenPushed) }

  /// Adds the toolbar with the items of the top controller, or removes it.
  final func updateToolbar() {
    guard isViewLoaded else { return }
    let isShown = !isToolbarHidden && (!hidesTabBar || controllerWithToolbar === topViewController)
    if isShown {
      if bottomBar.superview !== container { container.addSubview(bottomBar) }
      bottomBar.setPathName(ofItem: "toolbar", in: container)
      let items = topViewController?.toolbarItems ?? []
      if !(bottomBar.items ?? []).elementsEqual(items, by: ===) { bottomBar.items = items }
    } else if bottomBar.superview != nil {
      bottomBar.removeFromSuperview()
    }
  }

  // MARK: - Tabs

  private var ownTabBarItem: UITabBarItem?

  /// The tab of the stack. Default: the tab of the root controller, unless the navigation controller has a title.
  override open var tabBarItem: UITabBarItem! {
    get {
      if let ownTabBarItem { return ownTabBarItem }
      if title == nil, let first = stack.first { return first.tabBarItem }
      return super.tabBarItem
    }
    set {
      ownTabBarItem = newValue
      (parent as? UITabBarController)?.tabsDidChange()
    }
  }

  // MARK: - The stack

  /// The controllers of the stack, from the root to the top.
  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The last controller of `viewControllers`.
  public final var topViewController: UIViewController? { stack.last }

  /// The visible controller: the presented one, or else the top one.
  public final var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

  override package var visibleChildOrSelf: UIViewController { topViewController ?? self }

  /// Adds a controller on top of the stack. One that is on the stack already is reported as a misuse and ignored.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    guard !stack.contains(where: { $0 === viewController }) else {
      return Misuse.report(
        "Pushing \(type(of: viewController)) does nothing, because it is on the navigation stack already: push a new one."
      )
    }
    setViewControllers(stack + [viewController], animated: animated)
  }

  /// Removes the top controller and returns it. Returns nil if only the root is left, which always stays.
  @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    return pop(to: stack.count - 2, animated: animated).first
  }

  @discardableResult open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    stack.count > 1 ? pop(to: 0, animated: animated) : nil
  }

  @discardableResult
  open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
    guard let index = stack.lastIndex(where: { $0 === viewController }) else {
      Misuse.report(
        "Popping to \(type(of: viewController)) does nothing, because it is not on the navigation stack: push it instead."
      )
      return nil
    }
    return pop(to: index, animated: animated)
  }

  private func pop(to index: Int, animated: Bool) -> [UIViewController] {
    let popped = Array(stack[(index + 1)...])
    setViewControllers(Array(stack[...index]), animated: animated)
    return popped
  }

  /// Replaces the stack. Controllers in both the old and the new stack stay. Duplicates are ignored.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    var new: [UIViewController] = []
    for controller in viewControllers where !new.contains(where: { $0 === controller }) { new.append(controller) }
    let previous = stack
    replaceChildren(stack, by: new, isStack: true) {
      stack = new
      if previous.last !== new.last { replaceTop(of: previous, animated: animated) }
      bar.show(new.map(\.navigationItem))
      screenColorDidChange()
      (parent as? UITabBarController)?.tabsDidChange()
    }
  }

  private func replaceTop(of stack: [UIViewController], animated: Bool) {
    let previous = stack.last
    let isShown = appearance == .appearing || appearance == .appeared
    guard isShown, let top = topViewController else { return updateTopView() }
    let outer = transition
    let custom = animated ? customTransition(from: stack, to: top) : nil
    transition = TransitionCoordinator(from: previous, to: top, animated: animated, custom)
    defer { transition = outer }
    top.prepareToAppear()
    delegate?.navigationController(self, willShow: top, animated: animated)
    previous?.beginAppearanceTransition(false, animated: animated)
    if top === topViewController { top.beginAppearanceTransition(true, animated: animated) }
    updateTopView()
    previous?.endAppearanceTransition()
    // If this controller is about to appear, the top one appears together with it.
    if appearance == .appearing { addChildInTransition(top) } else { top.endAppearanceTransition() }
    custom?.run()
    delegate?.navigationController(self, didShow: top, animated: animated)
  }

  public enum Operation: Int, Sendable { case none, push, pop }

  private func customTransition(from old: [UIViewController], to top: UIViewController) -> ControllerTransition? {
    guard let previous = old.last, let delegate else { return nil }
    let operation: Operation = stack.contains { $0 === previous } ? .push : .pop
    guard
      let animator = delegate.navigationController(self, animationControllerFor: operation, from: previous, to: top)
    else { return nil }
    let interaction = delegate.navigationController(self, interactionControllerFor: animator)
    return ControllerTransition(animator, from: previous, to: top, isBack: operation == .pop, interaction) {
      [weak self] in if self?.topViewController === top { self?.setViewControllers(old, animated: false) }
    }
  }

  // MARK: - The view

  override open func loadView() {
    bar.didTapBack = { [weak self] in _ = self?.popViewController(animated: true) }
    container.controller = self
    bar.setPathName(ofItem: "navigationBar", in: container)
    use(container)
  }

  override package func prepareToAppear() {
    super.prepareToAppear()
    topViewController?.prepareToAppear()
    updateTopView()
  }

  /// Shows the view of the top controller. Does nothing before this controller's own view is loaded.
  final func updateTopView() {
    guard isViewLoaded else { return }
    updateResults()
    container.shownViews = [bar] + [shownTopView].compactMap(\.self)
    updateToolbar()
    container.setNeedsLayout()
  }
}

// MARK: - Search results

extension UINavigationController {
  /// The view below the bar: that of the top controller, or of the results of its search.
  final var shownTopView: UIView? { shownResults?.view ?? topViewController?.viewIfLoaded }

  fileprivate final var shownController: UIViewController? { shownResults ?? topViewController }

  /// Tells the controllers of search results that they are shown, or no longer.
  fileprivate final func updateResults() {
    let results =
      topViewController?.viewIfLoaded == nil ? nil : topViewController?.navigationItem.searchController?.shownResults
    guard results !== shownResults else { return }
    let old = shownResults
    shownResults = results
    old?.beginAppearanceTransition(false, animated: false)
    results?.loadViewIfNeeded()
    results?.beginAppearanceTransition(true, animated: false)
    old?.endAppearanceTransition()
    results?.endAppearanceTransition()
    container.setNeedsLayout()
  }
}

/// The view of a navigation controller: its bar and the view of the controller on top.
final class UINavigationView: UIView, BarContainer {
  weak var controller: UINavigationController?
  weak var popRecognizer: UIGestureRecognizer?

  override func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    if popRecognizer?.isEnabled == false { html.write(" data-edgeless") }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    controller?.prepareToAppear()
    controller?.updateToolbar()
    viewFlags.remove(.needsLayout)  // What these calls requested is the layout that follows.
    guard let controller else { return }
    let barHeight = controller.isNavigationBarHidden ? 0 : controller.navigationBar.height
    let toolbarHeight = controller.toolbar.superview === self ? UIToolbar.height : 0
    controller.navigationBar.setFlowingFrame(
      CGRect(x: 0, y: safeAreaInsets.top, width: bounds.width, height: barHeight))
    controller.shownController?.layOutView(
      in: bounds, above: .init(height: toolbarHeight, isTranslucent: controller.toolbar.isTranslucent),
      below: .init(height: barHeight, isTranslucent: controller.navigationBar.isTranslucent))
  }

  override func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    controller?.shownController?.appendBarInsets(to: &css)
    controller?.appendScreenColor(to: &css)
  }
}

/// Responds to changes of the controller that a navigation controller shows.
public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)

  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)

  /// Returns what animates a push or a pop; nil for the usual animation.
  func navigationController(
    _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?

  /// Returns what lets the animation follow a finger; nil for one that runs by itself.
  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UINavigationControllerDelegate {
  public func navigationController(_: UINavigationController, willShow _: UIViewController, animated: Bool) {}

  public func navigationController(_: UINavigationController, didShow _: UIViewController, animated: Bool) {}

  public func navigationController(
    _: UINavigationController, animationControllerFor _: UINavigationController.Operation,
    from _: UIViewController, to _: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }

  public func navigationController(
    _: UINavigationController, interactionControllerFor _: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}
