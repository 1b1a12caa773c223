public import Foundation

/// A controller with columns. They are side by side where the page has room for them, in the style sheet's opinion; else one
/// is visible: the last one that was shown, with a button that goes back to the primary column.
open class UISplitViewController: UIViewController {
  public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
  public enum Column: Int, Sendable { case primary, supplementary, secondary, compact }
  public enum DisplayMode: Int, Sendable {
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary, twoBesideSecondary, twoOverSecondary,
      twoDisplaceSecondary
    public static let primaryHidden = DisplayMode.secondaryOnly
    public static let allVisible = DisplayMode.oneBesideSecondary
    public static let primaryOverlay = DisplayMode.oneOverSecondary
  }
  public enum SplitBehavior: Int, Sendable { case automatic, tile, overlay, displace }
  public enum PrimaryEdge: Int, Sendable { case leading, trailing }

  public final let style: Style

  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  public override init(nibName: String?, bundle: Bundle?) {
    style = .unspecified
    super.init(nibName: nibName, bundle: bundle)
  }

  public required init?(coder: NSCoder) { nil }

  open weak var delegate: (any UISplitViewControllerDelegate)?

  // MARK: - Columns

  private var columns: [Column: UIViewController] = [:]
  private var chosenFront: Column?

  /// The controllers of the columns, from the primary one on.
  open var viewControllers: [UIViewController] {
    get { Self.order.compactMap { columns[$0] } }
    set {
      let names: [Column] = newValue.count > 2 ? Self.order : [.primary, .secondary]
      setColumns(Dictionary(uniqueKeysWithValues: zip(names, newValue)))
    }
  }

  /// Whether another column than the primary one is in front, and the user can go back to that.
  final var canGoBack: Bool { columns[.primary] != nil && front != .primary }

  private static let order: [Column] = [.primary, .supplementary, .secondary]

  open func viewController(for column: Column) -> UIViewController? { columns[column] }

  /// Sets the controller of a column. As in UIKit, one that is no navigation controller becomes the root of a new one.
  ///
  /// - Parameter column: `compact` is never shown.
  open func setViewController(_ vc: UIViewController?, for column: Column) {
    var new = columns
    new[column] = vc.map { $0 is UINavigationController ? $0 : UINavigationController(rootViewController: $0) }
    setColumns(new)
  }

  private func setColumns(_ new: [Column: UIViewController]) {
    let (old, new) = (columns, new.filter { canContain($0.value) })
    replaceChildren(old.values, by: Self.order.compactMap { new[$0] }) {
      columns = new
      updateViews()
    }
  }

  /// The column that is visible where there is no room for several.
  final var front: Column {
    if let chosenFront, columns[chosenFront] != nil { return chosenFront }
    guard let secondary = columns[.secondary] else { return .primary }
    guard let primary = columns[.primary] else { return .secondary }
    if style != .unspecified {
      return delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: .secondary) ?? .secondary
    }
    return delegate?.splitViewController(self, collapseSecondary: secondary, onto: primary) == true
      ? .primary : .secondary
  }

  /// Shows a column in front, where there is no room for several.
  open func show(_ column: Column) {
    chosenFront = column
    viewIfLoaded?.setNeedsLayout()
    viewIfLoaded?.setNeedsRender()
  }

  /// Shows the column after the hidden one in front. Columns that are side by side stay visible.
  open func hide(_ column: Column) { show(column == .secondary ? .primary : .secondary) }

  /// Shows a controller in the secondary column.
  override open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if delegate?.splitViewController(self, showDetail: vc, sender: sender) == true { return }
    var new = columns
    new[.secondary] = vc
    setColumns(new)
    show(.secondary)
  }

  /// Whether a page of this width is taken to have room for one column only. A browser may show several nevertheless.
  open var isCollapsed: Bool { traitCollection.horizontalSizeClass == .compact }

  // MARK: - Without effect on a page

  open var preferredDisplayMode = DisplayMode.automatic
  open var displayMode: DisplayMode { isCollapsed ? .secondaryOnly : .oneBesideSecondary }
  open var preferredSplitBehavior = SplitBehavior.automatic
  open var splitBehavior: SplitBehavior { .tile }
  open var primaryEdge = PrimaryEdge.leading
  open var presentsWithGesture = true
  open var showsSecondaryOnlyButton = false
  open var minimumPrimaryColumnWidth: CGFloat = 0
  open var maximumPrimaryColumnWidth: CGFloat = 0
  open var preferredPrimaryColumnWidth: CGFloat = 0
  open var preferredPrimaryColumnWidthFraction: CGFloat = 0
  open var preferredSupplementaryColumnWidth: CGFloat = 0
  /// A button that shows the primary column in front.
  public private(set) final lazy var displayModeButtonItem = UIBarButtonItem(title: localized(.barBack)) {
    [weak self] _ in
    self?.show(.primary)
  }

  /// The width of the columns before the secondary one, in points, where columns are side by side.
  open var primaryColumnWidth: CGFloat { isCollapsed ? view.bounds.width : SplitView.columnWidth }
  open var supplementaryColumnWidth: CGFloat { columns[.supplementary] == nil ? 0 : primaryColumnWidth }

  // MARK: - The view

  override open func loadView() {
    let split = SplitView()
    split.controller = self
    use(split)
    updateViews()
  }

  private func updateViews() {
    guard let view = viewIfLoaded else { return }
    view.shownViews = viewControllers.map { $0.view }
    for controller in children { controller.updateAppearance() }
    view.setNeedsLayout()
  }

  override package func prepareToAppear() {
    super.prepareToAppear()
    for controller in viewControllers { controller.prepareToAppear() }
  }

  override package var visibleChildOrSelf: UIViewController { columns[front] ?? self }
}

extension UIViewController {
  /// The nearest ancestor that is a split view controller.
  public final var splitViewController: UISplitViewController? { nearestAncestor() }
}

/// The view of a split view controller: its columns. The style sheet decides whether there is room for all of them.
final class SplitView: UIView {
  weak var controller: UISplitViewController?

  /// The width of the primary and the supplementary column, in points, as in the style sheet.
  static let columnWidth: CGFloat = 320

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let controller else { return }
    let isCollapsed = bounds.width < 768
    let views = controller.viewControllers.compactMap(\.viewIfLoaded)
    var x: CGFloat = 0
    for (index, view) in views.enumerated() {
      let width = isCollapsed ? bounds.width : index < views.count - 1 ? Self.columnWidth : max(bounds.width - x, 0)
      view.setFlowingFrame(CGRect(x: x, y: 0, width: width, height: bounds.height))
      if !isCollapsed { x += width }
    }
  }

  override func tapTarget(ofPart part: String) -> TapTarget? {
    guard part == "back", let controller, controller.canGoBack else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { controller.show(.primary) }
  }

  override func renderContent(into html: HTMLRenderer) {
    guard let controller else { return super.renderContent(into: html) }
    let front = controller.viewController(for: controller.front)
    if controller.canGoBack, let primary = controller.viewController(for: .primary) {
      let title = primary.visibleChildOrSelf.navigationItem.title ?? ""
      html.writeButton(
        tapping: "back", of: self, cssClass: "BackButton", title: title.isEmpty ? localized(.barBack) : title)
    }
    html.write("<div class=\"columns\">")
    for view in subviews {
      html.write(view === front?.viewIfLoaded ? "<div class=\"front\">" : "<div>")
      html.render(view)
      html.write("</div>")
    }
    html.write("</div>")
  }
}

/// Responds to a split view controller, and decides which of its columns is visible where there is room for one.
public protocol UISplitViewControllerDelegate: AnyObject {
  /// Returns the column that is visible. Default: the proposed one. Asked if the controller has a style.
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column

  /// Returns whether the primary column is visible, not the secondary one. Default: false. Asked if the controller has no
  /// style.
  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool

  /// Returns whether the app itself shows a controller as the detail. Default: false.
  func splitViewController(_ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?)
    -> Bool
}

extension UISplitViewControllerDelegate {
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column { proposedTopColumn }
  public func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool { false }
  public func splitViewController(
    _ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?
  ) -> Bool { false }
}
