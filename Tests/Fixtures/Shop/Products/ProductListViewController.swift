import Katana
import Tempura
import UIKit

final class ProductListViewController: ViewControllerWithLocalState<ProductListView> {
  private let searchController = UISearchController(searchResultsController: nil)

  override func viewDidLoad() {
    super.viewDidLoad()
    definesPresentationContext = true
    searchController.searchResultsUpdater = self
    searchController.searchBar.delegate = self
    searchController.obscuresBackgroundDuringPresentation = false
    searchController.searchBar.placeholder = NSLocalizedString("Search products", comment: "")
    searchController.searchBar.scopeButtonTitles =
      [NSLocalizedString("All", comment: "")] + Category.allCases.map { $0.title }
    navigationItem.searchController = searchController
    navigationItem.hidesSearchBarWhenScrolling = false
    navigationItem.largeTitleDisplayMode = .always
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      image: UIImage(systemName: "line.3.horizontal.decrease.circle"), style: .plain, target: self,
      action: ProductListViewController.filtersTapped)
    navigationItem.rightBarButtonItem?.accessibilityLabel = NSLocalizedString("Filters", comment: "")
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    if !state.hasLoaded { dispatch(FetchProducts()) }
  }

  override func setupInteraction() {
    rootView.didSelectProduct = { [unowned self] id in dispatch(Show(Screen.product, animated: true, context: id)) }
    rootView.didToggleFavourite = { [unowned self] id in dispatch(ToggleFavourite(id: id)) }
    rootView.didRefresh = { [unowned self] in dispatch(FetchProducts()) }
  }

  private func filtersTapped() {
    dispatch(Show(Screen.filters, animated: true))
  }
}

extension ProductListViewController: UISearchResultsUpdating, UISearchBarDelegate {
  func updateSearchResults(for searchController: UISearchController) {
    localState.query = searchController.searchBar.text ?? ""
  }

  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
    localState.scope = selectedScope
  }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {
    localState.query = ""
    localState.scope = 0
  }
}

extension ProductListViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.shop.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.product): .push { [unowned self] context in
        ProductViewController(store: store, localState: ProductLocalState(id: context as? String ?? ""))
      },
      .show(Screen.filters): .presentModally { [unowned self] _ in
        let filters = FiltersViewController(store: store, localState: FiltersLocalState(filters: state.filters))
        let navigation = UINavigationController(rootViewController: filters)
        navigation.modalPresentationStyle = .pageSheet
        if let sheet = navigation.sheetPresentationController {
          sheet.detents = [.medium(), .large()]
          sheet.prefersGrabberVisible = true
          sheet.preferredCornerRadius = 20
        }
        return navigation
      },
    ]
  }
}
