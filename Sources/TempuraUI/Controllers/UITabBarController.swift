public import Foundation

/// Some controllers side by side, of which the selected one is shown.
open class UITabBarController: UIViewController {
  private var tabs: [UIViewController]?
  private var selected: UIViewController?

  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The controllers. The selected one stays selected where it is among the new ones; else the first one is.
  open var viewControllers: [UIViewController]? {
    get { tabs }
    set { setViewControllers(newValue, animated: false) }
  }

  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    let old = tabs ?? []
    let new = viewControllers ?? []
    let removed = old.filter { controller in !new.contains { $0 === controller } }
    let added = new.filter { controller in !old.contains { $0 === controller } }
    for controller in removed { controller.willMove(toParent: nil) }
    for controller in added { addChild(controller) }
    tabs = viewControllers
    select(new.first { $0 === selected } ?? new.first)
    for controller in added { controller.didMove(toParent: self) }
    for controller in removed where controller.parent === self { controller.removeFromParent() }
  }

  /// The selected controller's place; `Int.max` if there is none. A place that is not there is ignored.
  open var selectedIndex: Int {
    get { tabs?.firstIndex { $0 === selected } ?? .max }
    set {
      guard let tabs, tabs.indices.contains(newValue) else { return }
      select(tabs[newValue])
    }
  }

  /// The controller that is shown. One that is not among the controllers is ignored.
  open var selectedViewController: UIViewController? {
    get { selected }
    set {
      guard let newValue, tabs?.contains(where: { $0 === newValue }) == true else {
        return Misuse.report("\(type(of: self)) can only select one of its viewControllers.")
      }
      select(newValue)
    }
  }

  override package var innermost: UIViewController { selected ?? self }

  private func select(_ controller: UIViewController?) {
    let previous = selected
    guard controller !== previous else { return }
    selected = controller
    guard appearance == .appearing || appearance == .appeared else { return placeSelected() }
    controller?.prepareToAppear()
    previous?.beginAppearanceTransition(false, animated: false)
    if controller === selected { controller?.beginAppearanceTransition(true, animated: false) }
    placeSelected()
    previous?.endAppearanceTransition()
    guard let controller else { return }
    // Where this controller itself is about to appear, the selected one appears with it.
    if appearance == .appearing { noteInTransition(controller) } else { controller.endAppearanceTransition() }
  }

  // MARK: - The view

  override open func loadView() {
    let container = UITabBarView()
    container.controller = self
    view = container
  }

  override package func prepareToAppear() {
    super.prepareToAppear()
    selected?.prepareToAppear()
    placeSelected()
  }

  private func placeSelected() {
    guard let view = viewIfLoaded else { return }
    let shown = selected?.viewIfLoaded
    for other in view.subviews where other !== shown && other.managingViewController?.parent === self {
      other.removeFromSuperview()
    }
    if let shown, shown.superview !== view { view.insertSubview(shown, at: 0) }
    view.setNeedsLayout()
  }
}

/// The view of a tab bar controller.
final class UITabBarView: UIView {
  weak var controller: UITabBarController?

  override func layoutSubviews() {
    super.layoutSubviews()
    controller?.prepareToAppear()
    controller?.selectedViewController?.viewIfLoaded?.setFlowingFrame(bounds)
  }
}
