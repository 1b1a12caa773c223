public import Foundation

/// A controller that shows one of several pages. The user scrolls to the next one, or presses the buttons below the page, if a data
/// source has a controller before or after the one that is shown. Without a script there are the buttons only.
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

  // Pages are side by side in all styles.
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

  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    needsCount = true
    let end = show(viewControllers ?? [], step: !animated ? 0 : direction == .forward ? 1 : -1)
    if let completion { OpenMotion.current.complete(after: end) { completion(true) } }
  }

  /// - Parameter step: From where the pages come: 1 from the end, -1 from the start, 0 if they are there at once.
  /// - Returns: The seconds until they are there.
  private func show(_ new: [UIViewController], step: Int) -> Double {
    let (old, new) = (shown, new.filter(canContain))
    dropNeighbors()
    guard !new.elementsEqual(old, by: ===) else { return 0 }
    shown = new
    // A neighbour stays where it is.
    arrange(groups.contains { $0.elementsEqual(new, by: ===) } ? groups : [new])
    guard step != 0, let pages = viewIfLoaded as? PagesView else { return 0 }
    pages.updateNeighbors()
    return pages.strip.slide(by: step)
  }

  /// The visible pages and their neighbours, in the order in which the view has them.
  private var groups: [[UIViewController]] = []

  fileprivate func arrange(_ new: [[UIViewController]]) {
    let old = groups
    groups = new
    replaceChildren(old.joined(), by: new.joined(), show: updateViews)
  }

  /// Puts the views of the pages into the view. The visible ones appear with it.
  private func updateViews() {
    guard let pages = viewIfLoaded as? PagesView else { return }
    let current = groups.firstIndex { $0.first === shown.first } ?? 0
    pages.strip.show(groups.map { $0.map { $0.view } }, current: current)
    for controller in children { controller.updateAppearance() }
    pages.setNeedsLayout()
  }

  override func appearance(ofChildIn superview: UIView) -> Appearance {
    superview.isUserInteractionEnabled ? appearance : .disappeared
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
    func canShow(_ page: UIViewController) -> Bool { !shown.contains { $0 === page } && canContain(page) }
    if let dataSource, let first = shown.first, let last = shown.last {
      found.before = dataSource.pageViewController(self, viewControllerBefore: first).flatMap { canShow($0) ? $0 : nil }
      found.after = dataSource.pageViewController(self, viewControllerAfter: last).flatMap { canShow($0) ? $0 : nil }
    }
    neighbors = found
    return found
  }

  /// Shows a neighbour, where the user has scrolled to it or pressed its button.
  fileprivate func turn(by step: Int, isScrolled: Bool) {
    let (previous, neighbors) = (shown, findNeighbors())
    guard let controller = step < 0 ? neighbors.before : neighbors.after else { return }
    if let control = (viewIfLoaded as? PagesView)?.control {
      // Beyond an end, pages go on from the other one.
      control.currentPage = (control.currentPage + step + control.numberOfPages) % max(control.numberOfPages, 1)
    }
    delegate?.pageViewController(self, willTransitionTo: [controller])
    let end = show([controller], step: isScrolled ? 0 : step)
    OpenMotion.current.complete(after: end) { [self] in
      delegate?.pageViewController(
        self, didFinishAnimating: true, previousViewControllers: previous, transitionCompleted: true)
    }
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

/// The view of a page view controller: the pages, and below them the buttons that turn them.
final class PagesView: UIView {
  weak var controller: UIPageViewController?
  let strip = PageStrip()

  /// The number of the page, if the data source counts pages.
  private(set) var control: UIPageControl?

  private var hasBefore = false
  private var hasAfter = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    shownViews = [strip]
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    updateNeighbors()
    updateControl()
    viewFlags.remove(.needsLayout)
    let barHeight: CGFloat = control != nil ? 44 : 0
    let height = max(bounds.height - barHeight, 0)
    strip.setFlowingFrame(CGRect(x: 0, y: 0, width: bounds.width, height: height))
  }

  /// Puts the pages before and after the visible ones beside these.
  fileprivate func updateNeighbors() {
    guard let controller, let shown = controller.viewControllers, !shown.isEmpty else { return }
    let (before, after) = controller.findNeighbors()
    if hasBefore != (before != nil) || hasAfter != (after != nil) {
      (hasBefore, hasAfter) = (before != nil, after != nil)
      setNeedsRender()
    }
    // Of two pages in a circle, the other one is after the visible one.
    let previous = before === after ? nil : before
    controller.arrange([previous.map { [$0] } ?? [], shown, after.map { [$0] } ?? []].filter { !$0.isEmpty })
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
    guard (step < 0 ? neighbors?.before : neighbors?.after) != nil else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { [weak self] in
      self?.controller?.turn(by: step, isScrolled: false)
    }
  }

  override func renderContent(into html: HTMLRenderer) {
    for view in subviews where view !== control { html.render(view) }
    guard hasBefore || hasAfter || control != nil else { return }
    html.write(control == nil ? "<div class=\"pages\" data-sides>" : "<div class=\"pages\">")
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

/// Pages side by side, between which the user scrolls: the visible one and its neighbours.
final class PageStrip: UIScrollView {
  private var current = 0
  /// The width for which the strip was scrolled to the visible page.
  private var shownWidth: CGFloat?

  override init(frame: CGRect) {
    super.init(frame: frame)
    isPagingEnabled = true
    showsHorizontalScrollIndicator = false
    contentInsetAdjustmentBehavior = .never
  }

  required init?(coder: NSCoder) { nil }

  fileprivate func show(_ pages: [[UIView]], current: Int) {
    let holders = pages.map { views in
      // A page keeps its element, so that it stays in view when it becomes the visible one.
      let holder = views.first?.superview as? PageHolder ?? PageHolder()
      holder.shownViews = views
      return holder
    }
    guard !holders.elementsEqual(shownViews, by: ===) || current != self.current else { return }
    self.current = current
    for (index, holder) in holders.enumerated() { holder.isUserInteractionEnabled = index == current }
    shownViews = holders
    shownWidth = nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let (holders, size) = (shownViews, bounds.size)
    for (index, holder) in holders.enumerated() {
      holder.setFlowingFrame(CGRect(origin: CGPoint(x: CGFloat(index) * size.width, y: 0), size: size))
      for page in holder.shownViews { page.setFlowingFrame(CGRect(origin: .zero, size: size)) }
    }
    contentSize = CGSize(width: CGFloat(holders.count) * size.width, height: size.height)
    guard shownWidth != size.width else { return }
    shownWidth = size.width
    setContentOffset(CGPoint(x: CGFloat(current) * size.width, y: 0), animated: false)
  }

  /// Moves the pages to their places.
  ///
  /// - Parameter step: From where: 1 from the end, -1 from the start.
  /// - Returns: The seconds until they are there.
  fileprivate func slide(by step: Int) -> Double {
    let isLeftward = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let way = bounds.width * CGFloat(isLeftward ? -step : step)
    for page in shownViews { page.transform = CGAffineTransform(translationX: way, y: 0) }
    return OpenMotion.current.perform(MotionBlock(Motion(duration: 0.35, curve: .easeInOut))) {
      for page in shownViews { page.transform = .identity }
    }
  }

  override func userDidEndScrolling() {
    guard bounds.width > 0 else { return }
    let step = Int((contentOffset.x / bounds.width).rounded()) - current
    if step != 0 { (superview as? PagesView)?.controller?.turn(by: step.signum(), isScrolled: true) }
  }

  override var tellsViewport: Bool { shownViews.count > 1 }
  override package var isScrollable: Bool { shownViews.count > 1 && super.isScrollable }
}

/// A page in the strip. A neighbour is seen while the user scrolls, and takes no presses.
private final class PageHolder: UIView {}

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
