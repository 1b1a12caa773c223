internal import Basics
public import Foundation

/// A controller that shows one of several child controllers, with a bar to select it.
open class UITabBarController: UIViewController {
  private var tabs: [UIViewController]?
  private var selected: UIViewController?
  private let bar = UITabBar()

  /// Loads the view, as in UIKit: `viewDidLoad` of a subclass runs before the subclass's own `init` goes on.
  public override init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
    loadViewIfNeeded()
  }

  public required init?(coder: NSCoder) { nil }

  open weak var delegate: (any UITabBarControllerDelegate)?

  open var tabBar: UITabBar { bar }

  /// What the app selected before there were tabs.
  private var wantedIndex: Int?
  private weak var wanted: UIViewController?

  /// The child controllers. If the selected one is not among new ones, the first is selected.
  open var viewControllers: [UIViewController]? {
    get { tabs }
    set { setViewControllers(newValue, animated: false) }
  }

  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    let new = viewControllers ?? []
    replaceChildren(tabs ?? [], by: new) {
      tabs = viewControllers
      let chosen = selected ?? wanted ?? wantedIndex.flatMap { new.indices.contains($0) ? new[$0] : nil }
      if !new.isEmpty { (wantedIndex, wanted) = (nil, nil) }
      select(new.first { $0 === chosen } ?? new.first)
      tabsDidChange()
    }
  }

  /// The index of the selected controller; `Int.max` if there is none. Setting an index out of range does nothing. An index that
  /// is set before there are tabs is selected with them.
  open var selectedIndex: Int {
    get { tabs?.firstIndex { $0 === selected } ?? .max }
    set {
      guard let tabs, !tabs.isEmpty else { return (wantedIndex, wanted) = (newValue, nil) }
      if tabs.indices.contains(newValue) { select(tabs[newValue]) }
    }
  }

  /// The selected controller. Setting one that is not among `viewControllers` is reported as a misuse and ignored. One that is
  /// set before there are tabs is selected with them.
  open var selectedViewController: UIViewController? {
    get { selected }
    set {
      guard let tabs, !tabs.isEmpty else { return (wantedIndex, wanted) = (nil, newValue) }
      guard let newValue, tabs.contains(where: { $0 === newValue }) else {
        return Misuse.report(
          "Setting selectedViewController of \(type(of: self)) does nothing: select one of its viewControllers instead."
        )
      }
      select(newValue)
    }
  }

  override package var visibleChildOrSelf: UIViewController { selected ?? self }

  private func select(_ controller: UIViewController?, animated: Bool = true) {
    let previous = selected
    guard controller !== previous else { return }
    selected = controller
    tabsDidChange()
    guard appearance == .appearing || appearance == .appeared else { return updateSelectedView() }
    let custom = animated ? customTransition(from: previous, to: controller) : nil
    controller?.prepareToAppear()
    previous?.beginAppearanceTransition(false, animated: false)
    if controller === selected { controller?.beginAppearanceTransition(true, animated: false) }
    updateSelectedView()
    previous?.endAppearanceTransition()
    guard let controller else { return }
    // If this controller is about to appear, the selected one appears together with it.
    if appearance == .appearing { addChildInTransition(controller) } else { controller.endAppearanceTransition() }
    custom?.run()
  }

  private func customTransition(from: UIViewController?, to: UIViewController?) -> ControllerTransition? {
    guard let from, let to else { return nil }
    return delegate?.tabBarController(self, animationControllerForTransitionFrom: from, to: to).map {
      ControllerTransition(
        $0, from: from, to: to, isBack: false, delegate?.tabBarController(self, interactionControllerFor: $0)
      ) { [weak self] in self?.select(from, animated: false) }
    }
  }

  /// Performs a tap on a tab. A tap on the selected tab pops its navigation controller to the root.
  private func tap(_ item: UITabBarItem) {
    guard let controller = tabs?.first(where: { $0.tabBarItem === item }),
      delegate?.tabBarController(self, shouldSelect: controller) ?? true
    else { return }
    if controller === selected {
      (controller as? UINavigationController)?.popToRootViewController(animated: true)
    } else {
      select(controller)
    }
    tabBar(bar, didSelect: item)
    delegate?.tabBarController(self, didSelect: controller)
  }

  /// Selects a tab for a URL, with the calls of a tap.
  ///
  /// - Returns: False if the delegate or the item does not allow it.
  package final func selectAsByTap(_ controller: UIViewController) -> Bool {
    guard let item = controller.tabBarItem, item.isEnabled else { return false }
    tap(item)
    return controller === selected
  }

  /// Called after a tap selected an item. Does nothing by default.
  open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}

  // MARK: - The view

  /// Updates the items of the bar.
  final func tabsDidChange() {
    let items = (tabs ?? []).map { $0.tabBarItem! }
    if !(bar.items ?? []).elementsEqual(items, by: ===) { bar.items = items }
    bar.selectedItem = selected?.tabBarItem
    viewIfLoaded?.setNeedsLayout()
  }

  /// Adds the bar to the view, or removes it if the selected stack hides it.
  final func updateBar() {
    guard let view = viewIfLoaded else { return }
    let isShown = (selected as? UINavigationController)?.hidesTabBar != true
    if isShown, bar.superview !== view {
      view.addSubview(bar)
      bar.setPathName(ofItem: "tabBar", in: view)
    } else if !isShown, bar.superview != nil {
      bar.removeFromSuperview()
    }
  }

  override open func loadView() {
    let container = UITabBarView()
    container.controller = self
    bar.didTap = { [weak self] item in self?.tap(item) }
    use(container)
  }

  override package func prepareToAppear() {
    super.prepareToAppear()
    selected?.prepareToAppear()
    updateSelectedView()
  }

  private func updateSelectedView() {
    guard let view = viewIfLoaded else { return }
    let shown = selected?.viewIfLoaded
    for other in view.subviews where other !== shown && other.managingViewController?.parent === self {
      other.removeFromSuperview()
    }
    if let shown, shown.superview !== view { view.insertSubview(shown, at: 0) }
    updateBar()
    view.setNeedsLayout()
  }
}

/// The view of a tab bar controller.
final class UITabBarView: UIView, BarContainer {
  weak var controller: UITabBarController?

  override func layoutSubviews() {
    super.layoutSubviews()
    controller?.prepareToAppear()
    controller?.updateBar()
    viewFlags.remove(.needsLayout)  // What these calls requested is the layout that follows.
    guard let controller else { return }
    let barHeight: CGFloat = controller.tabBar.superview === self ? UITabBar.height : 0
    let height = max(bounds.height - barHeight - safeAreaInsets.bottom, 0)
    controller.selectedViewController?.layOutView(
      in: bounds, above: .init(height: barHeight, isTranslucent: controller.tabBar.isTranslucent))
    controller.tabBar.setFlowingFrame(CGRect(x: 0, y: height, width: bounds.width, height: barHeight))
  }

  override func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    controller?.selectedViewController?.appendBarInsets(to: &css)
    controller?.appendScreenColor(to: &css)
  }
}

/// Responds to the user's selection of tabs.
public protocol UITabBarControllerDelegate: AnyObject {
  /// Returns whether a tap selects the controller. Also called if the controller is selected already. Default: true.
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool

  /// Called after a tap selected the controller. Not called when the app selects it.
  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)

  /// Returns what animates the change of tabs; nil for none.
  func tabBarController(
    _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?

  /// Returns what lets the animation follow a finger; nil for one that runs by itself.
  func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UITabBarControllerDelegate {
  public func tabBarController(_: UITabBarController, shouldSelect _: UIViewController) -> Bool { true }

  public func tabBarController(_: UITabBarController, didSelect _: UIViewController) {}

  public func tabBarController(
    _: UITabBarController, animationControllerForTransitionFrom _: UIViewController, to _: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }

  public func tabBarController(
    _: UITabBarController, interactionControllerFor _: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}
