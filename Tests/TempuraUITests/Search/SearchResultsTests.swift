import Foundation
import Testing

@testable import TempuraUI

/// A search whose results have a controller of their own.
@Suite(.app) struct SearchResultsTests {
  final class Results: UIViewController, UISearchResultsUpdating {
    let events: Events
    let label = UILabel()
    init(_ events: Events) {
      self.events = events
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override func viewDidLoad() { view.addSubview(label) }
    override func viewWillAppear(_ animated: Bool) { events.add("willAppear") }
    override func viewDidDisappear(_ animated: Bool) { events.add("didDisappear") }
    func updateSearchResults(for searchController: UISearchController) {
      loadViewIfNeeded()
      label.text = "Results for \(searchController.searchBar.text ?? "")"
    }
  }

  final class Screen: UIViewController {
    override func viewDidLoad() {
      let label = UILabel()
      label.text = "The old list"
      view.addSubview(label)
    }
  }

  @Test func theBarOfASearchSaysWhatItIs() {
    #expect(UISearchController().searchBar.placeholder == "Search" && UISearchBar().placeholder == nil)
  }

  @Test func resultsStandInThePlaceOfTheScreenWhileThereIsAText() {
    let (screen, events) = (Screen(), Events())
    let results = Results(events)
    let search = UISearchController(searchResultsController: results)
    search.searchResultsUpdater = results
    search.searchBar.scopeButtonTitles = ["All", "New"]
    screen.navigationItem.searchController = search
    let controller = UINavigationController(rootViewController: screen)
    let page = Page(showing: controller)
    #expect(page.html.contains("The old list") && !page.html.contains("Results"))
    #expect(controller.navigationBar.height == 96)
    search.isActive = true
    #expect(page.html.contains("The old list"), "there is no text yet")
    #expect(controller.navigationBar.height == 148, "the scopes have room")
    search.searchBar.text = "tea"
    #expect(page.html.contains("Results for tea") && !page.html.contains("The old list"))
    #expect(events.take() == ["willAppear"])
    search.isActive = false
    #expect(page.html.contains("The old list") && !page.html.contains("Results"))
    #expect(events.take() == ["didDisappear"])
    search.showsSearchResultsController = false
    search.isActive = true
    search.searchBar.text = "tea"
    #expect(page.html.contains("The old list"), "the app hides them")
    search.automaticallyShowsSearchResultsController = true
    #expect(page.html.contains("Results for tea"))
  }
}
