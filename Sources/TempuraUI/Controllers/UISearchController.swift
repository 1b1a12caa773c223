public import Foundation

/// Updates the results of a search.
public protocol UISearchResultsUpdating: AnyObject {
  /// The text or the scope of the search changed, or the search began or ended.
  func updateSearchResults(for searchController: UISearchController)
}

/// Receives the begin and the end of a search.
public protocol UISearchControllerDelegate: AnyObject {
  func willPresentSearchController(_ searchController: UISearchController)
  func didPresentSearchController(_ searchController: UISearchController)
  func willDismissSearchController(_ searchController: UISearchController)
  func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
  public func willPresentSearchController(_ searchController: UISearchController) {}
  public func didPresentSearchController(_ searchController: UISearchController) {}
  public func willDismissSearchController(_ searchController: UISearchController) {}
  public func didDismissSearchController(_ searchController: UISearchController) {}
}

/// Manages a search of a screen, with the search bar of the screen's navigation item.
///
/// The search becomes active when the user types, and ends when the user cancels. While there is a text, the view of
/// `searchResultsController` is shown instead of the screen, if the search bar is that of the navigation bar. Without such
/// a controller the screen itself shows the results, for example as a filtered list.
open class UISearchController: UIViewController, SearchBarController {
  public final let searchBar = UISearchBar()

  /// The controller that shows the results. Default: nil.
  public final let searchResultsController: UIViewController?

  public init(searchResultsController: UIViewController? = nil) {
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
    searchBar.searchController = self
  }

  public required init?(coder: NSCoder) { nil }

  public final weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  public final weak var delegate: (any UISearchControllerDelegate)?

  /// Whether the search is active. Default: false. The end of a search clears the text of the bar.
  open var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive {
        delegate?.willPresentSearchController(self)
        searchBar.searchControllerDidChange()
        updateResults()
        delegate?.didPresentSearchController(self)
      } else {
        delegate?.willDismissSearchController(self)
        searchBar.searchControllerDidChange()
        searchBar.text = ""
        updateResults()
        delegate?.didDismissSearchController(self)
      }
    }
  }

  /// Whether the bar has a cancel button while the search is active. Default: true.
  open var automaticallyShowsCancelButton = true { didSet { searchBar.searchControllerDidChange() } }

  /// Whether the bar shows its scopes while the search is active. Default: true.
  open var automaticallyShowsScopeBar = true { didSet { searchBar.searchControllerDidChange() } }

  /// Whether the results are shown: by themselves while there is a text, or as the app says last.
  open var automaticallyShowsSearchResultsController = true {
    didSet {
      if automaticallyShowsSearchResultsController { resultsAreShown = nil }
      searchBar.superview?.superview?.setNeedsLayout()
    }
  }
  open var showsSearchResultsController: Bool {
    get {
      isActive && (resultsAreShown ?? (automaticallyShowsSearchResultsController && searchBar.text?.isEmpty == false))
    }
    set {
      resultsAreShown = newValue
      automaticallyShowsSearchResultsController = false
    }
  }
  private var resultsAreShown: Bool?

  /// The controller of the results, while they stand in the place of the screen.
  final var shownResults: UIViewController? { showsSearchResultsController ? searchResultsController : nil }

  final var showsCancelButton: Bool { automaticallyShowsCancelButton && isActive }

  final func textDidChange() {
    if isActive { updateResults() }
  }

  final func scopeDidChange(to scope: Int) { updateResults() }

  private func updateResults() {
    searchResultsUpdater?.updateSearchResults(for: self)
    if searchResultsController != nil { searchBar.superview?.superview?.setNeedsLayout() }
  }
}
