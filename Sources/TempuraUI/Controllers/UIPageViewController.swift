public import Foundation

/// A controller that shows one of several pages. A phone turns pages by a swipe, a web page by buttons below the page, if a
/// data source has a controller before or after the one that is shown.
open class UIPageViewController: UIViewController {
  public enum TransitionStyle: Int, Sendable { case pageCurl, scroll }
  public enum NavigationOrientation: Int, Sendable { case horizontal, vertical }
  public enum NavigationDirection: Int, Sendable { case forward, reverse }
  public enum SpineLocation: Int, Sendable { case none, min, mid, max }

  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
    public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
  }

  // A page has no transitions.
  public final let transitionStyle: TransitionStyle
  public final let navigationOrientation: NavigationOrientation

  /// - Parameter options: No effect.
  public init(
    transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    transitionStyle = style
    self.navigationOrientation = navigationOrientation
    super.init(nibName: nil, bundle: nil)
  }

  public override convenience init(nibName: String?, bundle: Bundle?) {
    self.init(transitionStyle: .pageCurl, navigationOrientation: .horizontal)
  }

  public required init?(coder: NSCoder) { nil }

  open weak var delegate: (any UIPageViewControllerDelegate)?

  /// The pages before and after the one that is shown. Without a data source the user cannot turn pages.
  open weak var dataSource: (any UIPageViewControllerDataSource)? {
    didSet {
      needsCount = true
      dropNeighbors()
    }
  }

  /// Whether the data source is asked for the number of dots at the next layout. As on iOS, it is not asked when the user turns
  /// pages.
  fileprivate var needsCount = true

  // MARK: - Pages

  private var shown: [UIViewController] = []

  /// The controllers of the visible pages: one, or two of a double page.
  open var viewControllers: [UIViewController]? { shown }

  /// Shows pages. `completion` runs before the call returns.
  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    needsCount = true
    show(viewControllers ?? [], animated: animated)
    completion?(true)
  }

  private func show(_ new: [UIViewController], animated: Bool) {
    let (old, new) = (shown, new.filter(canContain))
    dropNeighbors()
    guard !new.elementsEqual(old, by: ===) else { return }
    replaceChildren(old, by: new) {
      shown = new
      updateViews()
    }
  }

  /// Puts the views of the visible pages into the view, which makes them appear with it.
  fileprivate func updateViews() {
    guard let pages = viewIfLoaded as? PagesView else { return }
    pages.shownViews = shown.map { $0.view } + (pages.control.map { [$0] } ?? [])
    for controller in children { controller.updateAppearance() }
    pages.setNeedsLayout()
  }

  override package var visibleChildOrSelf: UIViewController { shown.first ?? self }

  // MARK: - Turning pages

  // Asked for once for each page, because a data source may make a new controller each time.
  private var neighbors: (before: UIViewController?, after: UIViewController?)?

  private func dropNeighbors() {
    neighbors = nil
    viewIfLoaded?.setNeedsLayout()
  }

  fileprivate func findNeighbors() -> (before: UIViewController?, after: UIViewController?) {
    if let neighbors { return neighbors }
    var found: (before: UIViewController?, after: UIViewController?)
    if let dataSource, let first = shown.first, let last = shown.last {
      found.before = dataSource.pageViewController(self, viewControllerBefore: first)
      found.after = dataSource.pageViewController(self, viewControllerAfter: last)
    }
    neighbors = found
    return found
  }

  fileprivate func turn(to controller: UIViewController, by step: Int) {
    let previous = shown
    if let control = (viewIfLoaded as? PagesView)?.control {
      // Beyond an end, pages go on from the other one.
      control.currentPage = (control.currentPage + step + control.numberOfPages) % max(control.numberOfPages, 1)
    }
    delegate?.pageViewController(self, willTransitionTo: [controller])
    show([controller], animated: true)
    delegate?.pageViewController(
      self, didFinishAnimating: true, previousViewControllers: previous, transitionCompleted: true)
  }

  // MARK: - The view

  override open func loadView() {
    let pages = PagesView()
    pages.controller = self
    use(pages)
    updateViews()
  }

  override package func prepareToAppear() {
    super.prepareToAppear()
    for controller in shown { controller.prepareToAppear() }
  }
}

/// The view of a page view controller: a page, and below it the buttons that turn pages.
final class PagesView: UIView {
  weak var controller: UIPageViewController?

  /// The number of the page, if the data source counts pages.
  private(set) var control: UIPageControl?

  private var hasBefore = false
  private var hasAfter = false

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let controller else { return }
    let neighbors = controller.findNeighbors()
    if hasBefore != (neighbors.before != nil) || hasAfter != (neighbors.after != nil) {
      (hasBefore, hasAfter) = (neighbors.before != nil, neighbors.after != nil)
      setNeedsRender()
    }
    updateControl()
    viewFlags.remove(.needsLayout)
    let barHeight: CGFloat = hasBefore || hasAfter || control != nil ? 44 : 0
    let height = max(bounds.height - barHeight, 0)
    for page in controller.viewControllers ?? [] {
      page.viewIfLoaded?.setFlowingFrame(CGRect(x: 0, y: 0, width: bounds.width, height: height))
    }
  }

  private func updateControl() {
    guard let controller, controller.needsCount else { return }
    controller.needsCount = false
    let dataSource = controller.viewControllers?.isEmpty == false ? controller.dataSource : nil
    let count = dataSource?.presentationCount(for: controller) ?? 0
    if count > 0 {
      let control = self.control ?? UIPageControl()
      control.numberOfPages = count
      control.currentPage = dataSource?.presentationIndex(for: controller) ?? 0
      control.isUserInteractionEnabled = false
      guard self.control == nil else { return }
      self.control = control
      shownViews.append(control)
    } else {
      shownViews.removeAll { $0 === control }
      control = nil
    }
  }

  override func tapTarget(ofPart part: String) -> TapTarget? {
    guard part == "before" || part == "after" else { return super.tapTarget(ofPart: part) }
    let step = part == "before" ? -1 : 1
    let neighbors = controller?.findNeighbors()
    guard let target = step < 0 ? neighbors?.before : neighbors?.after else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { [weak self] in
      self?.controller?.turn(to: target, by: step)
    }
  }

  override func renderContent(into html: HTMLRenderer) {
    for view in subviews where view !== control { html.render(view) }
    guard hasBefore || hasAfter || control != nil else { return }
    html.write("<div class=\"pages\">")
    html.writeButton(
      tapping: "before", of: self, cssClass: "BackButton", label: localized(.partPreviousPage), isEnabled: hasBefore
    ) {}
    if let control { html.render(control) }
    html.writeButton(
      tapping: "after", of: self, cssClass: "ForwardButton", label: localized(.partNextPage), isEnabled: hasAfter
    ) {}
    html.write("</div>")
  }
}

/// Supplies the pages of a page view controller.
public protocol UIPageViewControllerDataSource: AnyObject {
  /// Returns the page before another one; nil if there is none.
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
  ) -> UIViewController?

  /// Returns the page after another one; nil if there is none.
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController?

  /// Returns the number of dots between the buttons. Default: 0, which shows none.
  func presentationCount(for pageViewController: UIPageViewController) -> Int

  /// Returns the index of the dot of the visible page, from 0.
  func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
  public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
  public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

/// Responds to the user who turns pages.
public protocol UIPageViewControllerDelegate: AnyObject {
  func pageViewController(
    _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController])
  func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
  public func pageViewController(_: UIPageViewController, willTransitionTo _: [UIViewController]) {}
  public func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool
  ) {}
}
