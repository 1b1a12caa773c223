/// What a navigation bar shows for one controller.
open class UINavigationItem {
  /// When a title is shown large.
  public enum LargeTitleDisplayMode: Int, Sendable {
    /// As that of the controller below; that of the lowest is.
    case automatic
    case always
    case never
    case inline
  }

  /// What the back button that leads to a controller says.
  public enum BackButtonDisplayMode: Int, Sendable {
    /// The title of the controller.
    case `default`
    /// "Back".
    case generic
    /// Nothing: it is a chevron.
    case minimal
  }

  open var title: String? { didSet { didChange() } }

  /// A line above the title.
  open var prompt: String? { didSet { didChange() } }

  /// A view that is shown instead of the title.
  open var titleView: UIView? { didSet { didChange() } }

  /// Whether the title is large, in a bar that prefers large titles.
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { didChange() } }

  /// What the back button of the controller above says; the title unless set.
  open var backButtonTitle: String? { didSet { didChange() } }

  /// What the back button of the controller above is made of: its title, image and tint. Its action runs instead of
  /// going back if it has one.
  open var backBarButtonItem: UIBarButtonItem? { didSet { didChange() } }

  open var backButtonDisplayMode = BackButtonDisplayMode.default { didSet { didChange() } }

  /// Runs instead of going back when the back button is tapped while this item is on top.
  open var backAction: UIAction? { didSet { didChange() } }

  open var hidesBackButton = false { didSet { didChange() } }

  /// Whether the back button stays beside the left buttons.
  open var leftItemsSupplementBackButton = false { didSet { didChange() } }

  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { didChange() } }
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { didChange() } }

  /// The search whose bar stands below the title.
  open var searchController: UISearchController? { didSet { didChange() } }

  /// For the app to read: the search bar of a page scrolls with the navigation bar.
  open var hidesSearchBarWhenScrolling = true

  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }

  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  weak var bar: UINavigationBar?

  public init(title: String) { self.title = title.isEmpty ? nil : title }

  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }

  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }

  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }

  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }

  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }

  private func didChange() { bar?.itemDidChange() }
}
