public import Foundation

/// Updates what a search shows.
public protocol UISearchResultsUpdating: AnyObject {
  /// The text or the scope of the search changed, or the search began or ended.
  func updateSearchResults(for searchController: UISearchController)
}

/// Follows whether a search is going on.
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

/// A search of what a screen shows, by the bar that its navigation item has.
///
/// The search is active from when something is typed to when it is cancelled. The controller of its results, if it has one
/// of its own, is told as its `searchResultsUpdater`; a page shows what the screen itself shows, so that screens filter
/// their own lists.
open class UISearchController: UIViewController {
  public final let searchBar = UISearchBar()

  /// The controller that the app shows the results by; nil for the screen that is searched.
  public final let searchResultsController: UIViewController?

  public init(searchResultsController: UIViewController?) {
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
    searchBar.searcher = self
  }

  public required init?(coder: NSCoder) {
    searchResultsController = nil
    super.init(coder: coder)
    searchBar.searcher = self
  }

  public final weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  public final weak var delegate: (any UISearchControllerDelegate)?

  /// Whether a search is going on. One that ends has no text any more.
  open var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive {
        delegate?.willPresentSearchController(self)
        searchBar.searcherDidChange()
        updateResults()
        delegate?.didPresentSearchController(self)
      } else {
        delegate?.willDismissSearchController(self)
        searchBar.searcherDidChange()
        searchBar.text = ""
        updateResults()
        delegate?.didDismissSearchController(self)
      }
    }
  }

  /// Whether the bar has a cancel button while a search is going on.
  open var automaticallyShowsCancelButton = true { didSet { searchBar.searcherDidChange() } }

  /// For the app to read: a page covers nothing while it is searched.
  open var obscuresBackgroundDuringPresentation = true

  /// For the app to read: the navigation bar of a page stays.
  open var hidesNavigationBarDuringPresentation = true

  final var showsCancelButton: Bool { automaticallyShowsCancelButton && isActive }

  final func textDidChange() {
    if isActive { updateResults() }
  }

  final func scopeDidChange(to scope: Int) { updateResults() }

  private func updateResults() { searchResultsUpdater?.updateSearchResults(for: self) }
}
