import Katana
import Tempura
import UIKit

struct SearchViewModel: ViewModelWithState, Equatable {
  let stories: [Story]
  let recent: [String]

  init(state: AppState) {
    stories = state.stories
    recent = state.recentSearches
  }
}

final class SearchView: UIView, ViewControllerModellableView, UITableViewDataSource, UITableViewDelegate {
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let emptyView = EmptyView()

  var didSelectRecent: CustomInteraction<String>?
  var didTapClear: Interaction?

  func setup() {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.tableFooterView = UIView()
    tableView.backgroundView = emptyView
    addSubview(tableView)
    emptyView.configure(
      symbol: "magnifyingglass", title: NSLocalizedString("No recent searches", comment: ""),
      text: NSLocalizedString("What you look for appears here.", comment: ""))
  }

  func style() { backgroundColor = .systemBackground }

  func update(oldModel: SearchViewModel?) {
    guard let model, model != oldModel else { return }
    tableView.backgroundView?.isHidden = !model.recent.isEmpty
    tableView.reloadData()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    tableView.frame = bounds
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.recent.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "recent")
      ?? UITableViewCell(style: .default, reuseIdentifier: "recent")
    cell.textLabel?.text = model?.recent[indexPath.row]
    cell.textLabel?.textColor = .accent
    cell.imageView?.image = UIImage(systemName: "clock")
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    model?.recent.isEmpty == false ? NSLocalizedString("Recent", comment: "") : nil
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    if let text = model?.recent[indexPath.row] { didSelectRecent?(text) }
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let clear = UIContextualAction(style: .destructive, title: NSLocalizedString("Clear", comment: "")) {
      [weak self] _, _, done in
      self?.didTapClear?()
      done(true)
    }
    clear.image = UIImage(systemName: "trash")
    return UISwipeActionsConfiguration(actions: [clear])
  }
}

final class ResultsViewController: UITableViewController {
  var stories: [Story] = []
  var query = ""
  var didSelect: ((Story) -> Void)?

  func show(_ stories: [Story], for query: String) {
    self.stories = stories
    self.query = query
    let empty = EmptyView()
    empty.configure(
      symbol: "magnifyingglass",
      title: String(format: NSLocalizedString("No results for %@", comment: ""), query),
      text: NSLocalizedString("Check the spelling or try a new search.", comment: ""))
    tableView.backgroundView = stories.isEmpty ? empty : nil
    tableView.separatorStyle = stories.isEmpty ? .none : .singleLine
    tableView.reloadData()
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { stories.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    let headline = stories[indexPath.row].headline
    let text = NSMutableAttributedString(string: headline)
    let range = (headline as NSString).range(of: query, options: [.caseInsensitive, .diacriticInsensitive])
    text.addAttribute(.backgroundColor, value: UIColor.systemYellow.withAlphaComponent(0.4), range: range)
    cell.textLabel?.attributedText = text
    cell.textLabel?.numberOfLines = 2
    cell.detailTextLabel?.text = stories[indexPath.row].desk.title
    cell.detailTextLabel?.textColor = .secondaryLabel
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    didSelect?(stories[indexPath.row])
  }
}

final class SearchViewController: ViewController<SearchView>, RoutableWithConfiguration {
  private let results = ResultsViewController()
  private lazy var searchController = UISearchController(searchResultsController: results)

  var routeIdentifier: RouteElementIdentifier { Screen.search.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.show(Screen.article): .push { [unowned self] in ArticleViewController(store: store, story: $0 as? Int ?? 1) }]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("tab.search", comment: "")
    searchController.searchResultsUpdater = self
    searchController.searchBar.delegate = self
    searchController.searchBar.placeholder = NSLocalizedString("Stories", comment: "")
    searchController.searchBar.scopeButtonTitles = [NSLocalizedString("All", comment: "")] + Desk.allCases.map(\.title)
    searchController.obscuresBackgroundDuringPresentation = true
    navigationItem.searchController = searchController
    navigationItem.hidesSearchBarWhenScrolling = false
    definesPresentationContext = true
  }

  override func setupInteraction() {
    rootView.didTapClear = { [unowned self] in dispatch(ForgetSearches()) }
    rootView.didSelectRecent = { [unowned self] text in
      searchController.isActive = true
      searchController.searchBar.text = text
      updateSearchResults(for: searchController)
    }
    results.didSelect = { [unowned self] story in
      dispatch(Remember(search: results.query))
      dispatch(Show(Screen.article, animated: true, context: story.id))
    }
  }
}

extension SearchViewController: UISearchResultsUpdating, UISearchBarDelegate {
  func updateSearchResults(for searchController: UISearchController) {
    guard let query = searchController.searchBar.text, !query.isEmpty else { return }
    let scope = searchController.searchBar.selectedScopeButtonIndex
    let stories = state.stories.filter {
      $0.headline.localizedCaseInsensitiveContains(query) && (scope == 0 || $0.desk == Desk.allCases[scope - 1])
    }
    results.show(stories, for: query)
  }

  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
    if let text = searchBar.text, !text.isEmpty { dispatch(Remember(search: text)) }
    searchBar.resignFirstResponder()
  }

  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
    updateSearchResults(for: searchController)
  }
}
