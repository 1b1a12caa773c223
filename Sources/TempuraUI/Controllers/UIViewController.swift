internal import Basics
public import Foundation

/// Manages a view and its appearance on the screen.
///
/// Controllers are confined to the scene that made them. There are no animations: when a call returns, its transition
/// and completion are done.
open class UIViewController: UIResponder, AssociatingObject {
  public final var _associatedValues = AssociatedValues()

  // MARK: - Making

  /// - Parameters: Both are ignored: there are no nibs on a server.
  public init(nibName: String?, bundle: Bundle?) { super.init() }

  public required init?(coder: NSCoder) { super.init() }

  override public convenience init() { self.init(nibName: nil, bundle: nil) }

  // MARK: - The view

  private var loadedView: UIView?
  private var isLoadingView = false

  /// The view. Loaded on first access.
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

  /// Makes the view and assigns it to `view`. Override it without calling `super`; never call it yourself.
  open func loadView() {
    use(UIView())
  }

  /// Assigns a view that the app has not made. As on iOS, it is as large as the screen, which code in `viewDidLoad` reads, and
  /// follows the size of a superview in which the app gives it a frame.
  final func use(_ view: UIView) {
    view.setFlowingFrame(UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    self.view = view
  }

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
    if pasteConfiguration != nil { offerPasting() }
    viewDidLoad()
  }

  /// Called after the view is loaded.
  open func viewDidLoad() {}

  /// Updates the constraints of the view. Called before its subviews are laid out. Call `super` last.
  open func updateViewConstraints() {}

  /// Called after the traits changed, such as the width of the browser's window. When the view first enters a window, the
  /// argument is nil.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// Insets added to the safe area of the view, in points, such as for a bar of the app. Default: zero.
  public final var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet {
      if additionalSafeAreaInsets != oldValue { safeAreaDidChange() }
    }
  }

  /// What the bars of the container cover of the view, in points.
  final var barInsets = UIEdgeInsets.zero {
    didSet {
      if barInsets != oldValue { safeAreaDidChange() }
    }
  }

  private func safeAreaDidChange() {
    if let view = viewIfLoaded { view.updateSafeArea(in: view.superview?.safeAreaInsets) }
  }

  /// Called after the safe area of the view changed.
  open func viewSafeAreaInsetsDidChange() {}

  /// Called after the layout margins of the view changed.
  open func viewLayoutMarginsDidChange() {}

  /// Sets what lies over the view instead of content that is missing. Called before the first layout of the view, and before
  /// the next one after `setNeedsUpdateContentUnavailableConfiguration()`. Does nothing by default.
  open func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {}
  final var needsContentUnavailable = true

  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}

  // MARK: - Appearance

  /// The state of the view on its way to the screen and off it.
  package enum Appearance { case disappeared, appearing, appeared, disappearing }

  package final var appearance = Appearance.disappeared

  /// The appearance of a child whose view is in a view. Containers show some children only in part.
  func appearance(ofChildIn superview: UIView) -> Appearance { appearance }
  final var isTransitionAnimated = false

  /// The children that take part in the transition. It ends for them too, even if they leave the parent in between.
  final var childrenInTransition: [UIViewController] = []

  /// Called before the view appears on the screen. Refresh here what may have changed meanwhile.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view is in the window and its traits are known, before `viewDidAppear`.
  open func viewIsAppearing(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  /// Loads the view and puts the views of shown children into it. Called before appearance and on layout of the view.
  package func prepareToAppear() { loadViewIfNeeded() }

  /// Whether the controller appears or disappears because it is presented, dismissed, added to a parent or removed from
  /// it. For use in the appearance methods.
  public package(set) final var isBeingPresented = false
  public package(set) final var isBeingDismissed = false
  /// The transition in which the controller is presented or dismissed, or shows another child; nil outside of these.
  final var transition: TransitionCoordinator?
  public package(set) final var isMovingToParent = false
  public package(set) final var isMovingFromParent = false

  // MARK: - Containment

  public package(set) final var parent: UIViewController? {
    get { parentReference }
    set { parentReference = newValue }
  }
  @WeakReference private final var parentReference: UIViewController?
  public package(set) final var children: [UIViewController] = []

  /// Called before the controller joins `parent`, or leaves its parent if nil.
  open func willMove(toParent parent: UIViewController?) {}

  /// Called after the controller joined `parent`, or left its parent if nil.
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: - Presentation

  final var presented: UIViewController?
  @WeakReference final var presenter: UIViewController?

  /// The window that has this controller as its root.
  @WeakReference final var windowOfRoot: UIWindow?

  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var definesPresentationContext = false

  /// Whether the user can close the presented sheet or popover only with its own controls. If false, the page has a
  /// button around the sheet, instead of a swipe or tap outside. Default: false.
  open var isModalInPresentation = false { didSet { viewIfLoaded?.window?.setNeedsRender() } }

  final var storedPresentationController: UIPresentationController?

  /// Whether the view has a file field, so that its form must be able to upload files.
  package var takesFiles: Bool { false }

  /// Writes the accessible name of the dialog of a presented controller.
  package func renderDialogLabel(into html: HTMLRenderer) {
    html.write(attribute: "aria-label", pageTitle ?? localized(.screenDialog))
  }

  /// The CSS classes of the dialog of a presented controller; empty for a full-screen one.
  package var dialogClass: StaticString { defaultDialogClass }

  /// The controller that this one, or its nearest ancestor that presents, presents.
  open var presentedViewController: UIViewController? {
    presented ?? parent?.selfAndAncestors.lazy.compactMap(\.presented).first
  }

  /// The controller that presents this one, or its nearest ancestor that is presented.
  open var presentingViewController: UIViewController? { selfAndAncestors.lazy.compactMap(\.presenter).first }

  /// Supplies the presentation controller of the style `.custom`. Its animations are not run: see
  /// `UIViewControllerAnimatedTransitioning`.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  /// The size of the controller's content, in points, for its parent or what presents it: they are told of changes. Dialogs
  /// ignore it, because they are as large as their content.
  open var preferredContentSize = CGSize.zero {
    didSet {
      guard preferredContentSize != oldValue else { return }
      parent?.preferredContentSizeDidChange(forChildContentContainer: self)
      if presenter != nil { presentationController?.preferredContentSizeDidChange(forChildContentContainer: self) }
    }
  }

  /// Called when a child prefers another size.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

  /// Never called: the constraints of a child's view are not observed.
  open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

  /// Returns the size that a child gets with a size of this controller. Default: the same size.
  open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize)
    -> CGSize
  { parentSize }

  /// Called before the controller gets another size or other traits, when a page is loaded by a browser of another size. An
  /// override calls `super`, which tells the children and the presented controller.
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children {
      let childSize = self.size(forChildContentContainer: child, withParentContainerSize: size)
      child.viewWillTransition(to: childSize, with: coordinator)
    }
    presented?.viewWillTransition(to: size, with: coordinator)
  }

  /// Never called: see `traitCollectionDidChange(_:)`.
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}

  /// Shows a controller: pushes it if there is a navigation controller, else presents it.
  open func show(_ vc: UIViewController, sender: Any?) {
    if let navigationController { return navigationController.show(vc, sender: sender) }
    present(vc, animated: true)
  }

  /// Shows a controller in the secondary column of a split view controller; if there is none, as `show(_:sender:)`.
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if let splitViewController { return splitViewController.showDetailViewController(vc, sender: sender) }
    show(vc, sender: sender)
  }

  /// The transition of the controller, or of its parent; nil if there is none. It takes no time: its closures run at once.
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    transition ?? parent?.transitionCoordinator
  }

  /// Presents a controller over the outermost ancestor of this one.
  ///
  /// If UIKit would refuse the presentation, it is reported as a misuse and ignored, but `completion` runs. It is
  /// refused if the ancestor presents already, or if `viewController` is on the screen or has a parent.
  open func present(_ viewController: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    performPresentation(of: viewController, animated: animated, completion)
  }

  /// Dismisses the presented controller and all above it. If this controller presents none, dismisses itself.
  ///
  /// If there is nothing to dismiss, as after a double tap, only `completion` runs.
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    performDismissal(animated: animated, completion)
  }

  /// Whether Tempura dismisses this modal together with the one above it.
  package final var isToBeDismissed = false

  // MARK: - The status bar and the device
  // A page has no status bar and cannot be turned, so nothing asks for these.

  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var prefersStatusBarHidden: Bool { false }
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  open var childForStatusBarStyle: UIViewController? { nil }
  open var childForStatusBarHidden: UIViewController? { nil }
  open func setNeedsStatusBarAppearanceUpdate() {}
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
  open var shouldAutorotate: Bool { true }
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
  /// Never called.
  open func didReceiveMemoryWarning() {}

  // MARK: - Editing

  private var editingState = false

  /// Whether the controller is in editing mode. Default: false.
  open var isEditing: Bool {
    get { editingState }
    set { setEditing(newValue, animated: false) }
  }

  /// Starts or ends editing. An override calls `super`.
  open func setEditing(_ editing: Bool, animated: Bool) {
    editingState = editing
    if let storedEditButtonItem { showEditing(in: storedEditButtonItem) }
  }

  private var storedEditButtonItem: UIBarButtonItem?

  private func showEditing(in item: UIBarButtonItem) {
    item.title = localized(editingState ? .buttonDone : .buttonEdit)
    item.style = editingState ? .done : .plain
  }

  /// A button that starts and ends editing. Its title is *Edit* or *Done*.
  open var editButtonItem: UIBarButtonItem {
    if let storedEditButtonItem { return storedEditButtonItem }
    let made = UIBarButtonItem(title: "") { [weak self] _ in
      guard let self else { return }
      setEditing(!editingState, animated: true)
    }
    showEditing(in: made)
    storedEditButtonItem = made
    return made
  }

  // MARK: - Bars

  /// The edges at which the view continues below bars, on pages with frames. Default: all. A scroll view ends at the bars.
  open var edgesForExtendedLayout = UIRectEdge.all { didSet { parent?.viewIfLoaded?.setNeedsLayout() } }
  /// Whether the view also continues below bars that are not translucent. Default: false.
  open var extendedLayoutIncludesOpaqueBars = false { didSet { parent?.viewIfLoaded?.setNeedsLayout() } }

  /// A bar of a container.
  struct CoveringBar {
    var height: CGFloat
    var isTranslucent: Bool
  }

  /// Lays the view out in its container, between or below the bars.
  final func layOutView(in bounds: CGRect, above bottomBar: CoveringBar, below topBar: CoveringBar? = nil) {
    guard let view = viewIfLoaded else { return }
    let device = view.superview?.safeAreaInsets ?? .zero
    // A toolbar stays above a tab bar.
    let hasToolbar = (self as? UINavigationController)?.isToolbarHidden == false
    let endsAtBars = hasToolbar || visibleChildOrSelf.viewIfLoaded is UIScrollView
    /// Returns where the view ends at an edge, and how much of it the bar covers.
    func end(at bar: CoveringBar?, _ edge: UIRectEdge, device: CGFloat) -> (distance: CGFloat, covered: CGFloat) {
      guard let bar, bar.height > 0 else { return (0, 0) }
      let isCovered =
        !endsAtBars && edgesForExtendedLayout.contains(edge) && (bar.isTranslucent || extendedLayoutIncludesOpaqueBars)
      return isCovered ? (0, bar.height) : (bar.height + device, 0)
    }
    let top = end(at: topBar, .top, device: device.top)
    let bottom = end(at: bottomBar, .bottom, device: device.bottom)
    let covered = UIEdgeInsets(top: top.covered, left: 0, bottom: bottom.covered, right: 0)
    if barInsets != covered { view.superview?.setNeedsRender() }
    barInsets = covered
    let height = bounds.height - top.distance - bottom.distance
    view.setFlowingFrame(CGRect(x: 0, y: top.distance, width: bounds.width, height: max(height, 0)))
  }

  /// Appends by how much the view lies below the bars of its container, to the style of the container.
  final func appendBarInsets(to css: inout CSSText) {
    guard let view = viewIfLoaded, view.isOnFramedPage else { return }
    let device = view.superview?.safeAreaInsets ?? .zero
    let top = barInsets.top > 0 ? barInsets.top + device.top : 0
    let bottom = barInsets.bottom > 0 ? barInsets.bottom + device.bottom : 0
    css += "--over-top:\(CSS.rem(top));--over-bottom:\(CSS.rem(bottom));"
    if bottom > 0 { css.declare("--covered", CSS.rem(bottom)) }
  }

  /// The title of the screen, also in the navigation bar and the tab bar.
  open var title: String? {
    didSet {
      navigationItem.title = title
      storedTabBarItem?.title = title
    }
  }

  private var storedTabBarItem: UITabBarItem?

  /// The tab of this controller in a tab bar. Default: a tab with the controller's title.
  open var tabBarItem: UITabBarItem! {
    get {
      if let storedTabBarItem { return storedTabBarItem }
      let made = UITabBarItem(title: title, image: nil, tag: 0)
      storedTabBarItem = made
      return made
    }
    set {
      storedTabBarItem = newValue
      (parent as? UITabBarController)?.tabsDidChange()
      (parent?.parent as? UITabBarController)?.tabsDidChange()
    }
  }

  /// The items of the navigation controller's toolbar while this controller is on top.
  open var toolbarItems: [UIBarButtonItem]? {
    didSet { (parent as? UINavigationController)?.viewIfLoaded?.setNeedsLayout() }
  }

  open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) { self.toolbarItems = toolbarItems }

  /// The content of the navigation bar while this controller is on top.
  open private(set) lazy var navigationItem = {
    let item = UINavigationItem(title: title ?? "")
    item.owner = self
    return item
  }()

  /// Whether toolbar and tab bar are hidden while this controller is on a navigation stack, above its root. Default:
  /// false.
  open var hidesBottomBarWhenPushed = false {
    didSet {
      (parent as? UINavigationController)?.viewIfLoaded?.setNeedsLayout()
      (parent?.parent as? UITabBarController)?.tabsDidChange()
    }
  }

  /// The nearest ancestor that is a navigation controller.
  open var navigationController: UINavigationController? { nearestAncestor() }

  /// The nearest ancestor that is a tab bar controller.
  open var tabBarController: UITabBarController? { nearestAncestor() }

  /// The child that is shown: the top one of a navigation stack, the selected one of tabs; else the controller itself.
  package var visibleChildOrSelf: UIViewController { self }

  /// Whether the view is a whole screen, not a part of one.
  package final var isScreen: Bool {
    parent == nil || parent is UINavigationController || parent is UITabBarController
  }

  override open var next: UIResponder? { viewIfLoaded?.superview ?? presenter }
}
