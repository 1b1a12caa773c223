public import Foundation

/// Manages a view and its life on the screen.
///
/// Controllers are confined to the app instance that made them. Transitions take no time on a server: what is animated
/// on a phone is done, completion included, when the call returns.
open class UIViewController: UIResponder {
  // MARK: - Making

  /// - Parameters: Both are for source compatibility: there are no nibs on a server.
  public init(nibName: String?, bundle: Bundle?) { super.init() }

  public required init?(coder: NSCoder) { super.init() }

  override public convenience init() { self.init(nibName: nil, bundle: nil) }

  // MARK: - The view

  private var loadedView: UIView?
  private var isLoadingView = false

  /// The view, which is loaded when it is first asked for.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      guard newValue !== loadedView else { return }
      loadedView?.managingViewController = nil
      loadedView = newValue
      newValue?.managingViewController = self
    }
  }

  /// The view, if it is loaded.
  public final var viewIfLoaded: UIView? { loadedView }

  public final var isViewLoaded: Bool { loadedView != nil }

  /// Makes the view and assigns it to `view`. Never call it; override it without calling `super`.
  open func loadView() { view = UIView() }

  public final func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    precondition(
      !isLoadingView,
      "The view of \(type(of: self)) was asked for while it is being loaded. Its setup() and style() run before the "
        + "controller has the view: move what needs `viewController.view` to viewDidLoad or setupInteraction.")
    isLoadingView = true
    loadView()
    isLoadingView = false
    precondition(loadedView != nil, "loadView of \(type(of: self)) has to assign `view`.")
    viewDidLoad()
  }

  /// Called when the view was loaded.
  open func viewDidLoad() {}

  /// Changes the constraints of the view. Called before its subviews are laid out; call `super` last.
  open func updateViewConstraints() {}

  /// Called when the circumstances that the page is shown in changed, such as the width of the browser's window.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// Distances that the safe area of the view has besides those of the device, such as for a bar of the app's own.
  public final var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet {
      guard additionalSafeAreaInsets != oldValue, let view = viewIfLoaded else { return }
      view.setNeedsUpdateConstraints()
      view.safeAreaInsetsDidChange()
      viewSafeAreaInsetsDidChange()
    }
  }

  /// Called when the safe area of the view changed.
  open func viewSafeAreaInsetsDidChange() {}

  /// Called when the layout margins of the view changed.
  open func viewLayoutMarginsDidChange() {}

  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}

  // MARK: - Appearance

  /// Where the controller is between being off the screen and on it.
  package enum Appearance { case disappeared, appearing, appeared, disappearing }

  package final var appearance = Appearance.disappeared
  final var isTransitionAnimated = false

  /// The children that are in the same transition, which it ends for even if they leave meanwhile.
  final var childrenInTransition: [UIViewController] = []

  /// Called before the view gets on the screen: what the app updates whenever it is shown again.
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  /// Puts what the controller shows into its view. Called before it appears and when its view is laid out.
  package func prepareToAppear() { loadViewIfNeeded() }

  /// Whether the controller is being presented, dismissed, or put into or taken out of its parent, to be asked in the
  /// appearance methods.
  public package(set) final var isBeingPresented = false
  public package(set) final var isBeingDismissed = false
  public package(set) final var isMovingToParent = false
  public package(set) final var isMovingFromParent = false

  // MARK: - Containment

  public package(set) final weak var parent: UIViewController?
  public package(set) final var children: [UIViewController] = []

  /// Called when the controller is about to become a child of `parent`, or of nobody.
  open func willMove(toParent parent: UIViewController?) {}

  /// Called when the controller became a child of `parent`, or of nobody.
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: - Presentation

  final var presented: UIViewController?
  final weak var presenter: UIViewController?

  /// The window whose root this controller is.
  final weak var rootedWindow: UIWindow?

  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var definesPresentationContext = false

  /// Whether the user cannot close the sheet or popover that the controller is presented as otherwise than by what is in
  /// it. If it is false, its page has a button around the sheet, in the place of a swipe or a tap outside.
  open var isModalInPresentation = false { didSet { viewIfLoaded?.window?.setNeedsRender() } }

  final var madePresentationController: UIPresentationController?

  /// Whether the controller's view has a field for files, so that its form has to be one that can send them.
  package var takesFiles: Bool { false }

  /// Writes what the dialog of a presented controller is called.
  package func renderDialogLabel(into html: HTMLRenderer) {
    html.write(attribute: "aria-label", pageTitle ?? ownText("Dialog"))
  }

  /// The class by which the style sheet knows the dialog of a presented controller; empty for a whole screen.
  package var dialogClass: StaticString { defaultDialogClass }

  /// What this controller, or the nearest controller around it that presents, presents.
  open var presentedViewController: UIViewController? { selfAndAncestors.lazy.compactMap(\.presented).first }

  /// What presents this controller, or the nearest controller around it that is presented.
  open var presentingViewController: UIViewController? { selfAndAncestors.lazy.compactMap(\.presenter).first }

  /// The running transition: none, as transitions take no time.
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }

  /// Presents a controller over this one's root-most ancestor.
  ///
  /// A presentation that UIKit refuses (the ancestor presents something already, or the controller is on the screen
  /// already) is reported and left out; `completion` runs nevertheless.
  open func present(_ viewController: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    performPresentation(of: viewController, animated: animated)
    completion?()
  }

  /// Removes what this controller presents, and all above; if it presents nothing, removes itself.
  ///
  /// With nothing to dismiss, as after a tap that came twice, it only runs `completion`.
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    performDismissal(animated: animated)
    completion?()
  }

  /// Tempura's mark on a modal controller that leaves together with the one above it.
  package final var isToBeDismissed = false

  // MARK: - Bars

  /// The title, which the navigation bar shows too.
  open var title: String? {
    didSet {
      navigationItem.title = title
      madeTabBarItem?.title = title
    }
  }

  private var madeTabBarItem: UITabBarItem?

  /// What a tab bar shows for this controller: its title unless the app says otherwise.
  open var tabBarItem: UITabBarItem! {
    get {
      if let madeTabBarItem { return madeTabBarItem }
      let made = UITabBarItem(title: title, image: nil, tag: 0)
      madeTabBarItem = made
      return made
    }
    set {
      madeTabBarItem = newValue
      (parent as? UITabBarController)?.tabsDidChange()
      (parent?.parent as? UITabBarController)?.tabsDidChange()
    }
  }

  /// What the toolbar of a navigation controller shows while this controller is on top.
  open var toolbarItems: [UIBarButtonItem]? {
    didSet { (parent as? UINavigationController)?.viewIfLoaded?.setNeedsLayout() }
  }

  open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) { self.toolbarItems = toolbarItems }

  /// What a navigation bar shows for this controller.
  open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")

  /// For source compatibility: pages scroll clear of bars by their style sheet.
  open var automaticallyAdjustsScrollViewInsets = true

  /// Whether toolbar and tab bar are left out while this controller is on the stack of a navigation controller, above the
  /// lowest one.
  open var hidesBottomBarWhenPushed = false {
    didSet {
      (parent as? UINavigationController)?.viewIfLoaded?.setNeedsLayout()
      (parent?.parent as? UITabBarController)?.tabsDidChange()
    }
  }

  /// The nearest navigation controller around this one.
  open var navigationController: UINavigationController? { nearestAncestor() }

  /// The nearest tab bar controller around this one.
  open var tabBarController: UITabBarController? { nearestAncestor() }

  private func nearestAncestor<Ancestor>() -> Ancestor? {
    var current = parent
    while let controller = current {
      if let found = controller as? Ancestor { return found }
      current = controller.parent
    }
    return nil
  }

  /// The controller inside that is on top: what a navigation controller has pushed, what a tab bar has selected.
  package var innermost: UIViewController { self }

  /// Whether the view is a screen of its own, rather than part of one.
  package final var isScreen: Bool {
    parent == nil || parent is UINavigationController || parent is UITabBarController
  }

  override open var next: UIResponder? { viewIfLoaded?.superview ?? presenter }
}
