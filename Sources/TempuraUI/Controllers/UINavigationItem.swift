/// What a navigation bar shows for one controller.
open class UINavigationItem {
  open var title: String? { didSet { didChange() } }

  /// A line above the title.
  open var prompt: String? { didSet { didChange() } }

  /// A view that is shown instead of the title.
  open var titleView: UIView? { didSet { didChange() } }

  /// What the back button of the controller above says; the title unless set.
  open var backButtonTitle: String? { didSet { didChange() } }
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

  private func didChange() { bar?.itemDidChange() }
}
