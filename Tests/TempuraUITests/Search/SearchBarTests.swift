import Foundation
import Testing

@testable import TempuraUI

/// A search bar is a field with buttons.
@Suite struct SearchBarTests {
  private final class Delegate: UISearchBarDelegate {
    var log: [String] = []
    var allows = true

    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool {
      log.append("should begin")
      return allows
    }
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { log.append("begin") }
    func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
      log.append("should change \(range.location)+\(range.length) \(text)")
      return true
    }
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { log.append("change \(searchText)") }
    func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool {
      log.append("should end")
      return true
    }
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { log.append("end") }
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { log.append("search") }
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { log.append("cancel") }
    func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar) { log.append("bookmark") }
    func searchBarResultsListButtonClicked(_ searchBar: UISearchBar) { log.append("results") }
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
      log.append("scope \(selectedScope)")
    }
  }

  @Test func typingCallsTheDelegateInOrder() {
    let (bar, delegate) = (UISearchBar(), Delegate())
    bar.delegate = delegate
    bar.searchTextField.type("tea")
    #expect(delegate.log == ["should begin", "begin", "should change 0+0 tea", "change tea", "should end", "end"])
    #expect(bar.text == "tea")
  }

  @Test func aBarThatRefusesEditingAcceptsNoInput() {
    let (bar, delegate) = (UISearchBar(), Delegate())
    bar.delegate = delegate
    delegate.allows = false
    bar.searchTextField.type("tea")
    #expect(delegate.log == ["should begin"])
    #expect(bar.text == "")
  }

  @Test func theButtonsCallTheDelegate() {
    let (bar, delegate) = (UISearchBar(), Delegate())
    bar.delegate = delegate
    #expect(!tap(bar, "cancel"))
    #expect(!tap(bar, "bookmark"))
    #expect(!tap(bar, "results"))
    bar.setShowsCancelButton(true, animated: true)
    bar.showsBookmarkButton = true
    bar.showsSearchResultsButton = true
    for part in ["search", "cancel", "bookmark", "results"] { #expect(tap(bar, part)) }
    bar.searchTextField.pressReturn()
    #expect(delegate.log == ["search", "cancel", "bookmark", "results", "search"])
  }

  @Test func clearingTheTextCallsTheDelegate() {
    let (bar, delegate) = (UISearchBar(), Delegate())
    bar.delegate = delegate
    bar.text = "tea"
    #expect(delegate.log.isEmpty, "the app's own text is no news")
    #expect(tap(bar.searchTextField, "clear"))
    #expect(delegate.log == ["change "])
  }

  @Test func scopesAreASegmentedControl() throws {
    let (bar, delegate) = (UISearchBar(), Delegate())
    bar.delegate = delegate
    bar.scopeButtonTitles = ["All", "New"]
    bar.showsScopeBar = true
    let html = content(bar)
    #expect(html.contains(#"value="uiSearchBar.scope.1" role="radio" aria-checked="false"><span>New</span>"#))
    #expect(html.contains(#"aria-label="Scope""#))
    let scopes = try #require(bar.descendant(withID: "uiSearchBar.scope"))
    #expect(tap(scopes, "1"))
    #expect(bar.selectedScopeButtonIndex == 1)
    #expect(delegate.log == ["scope 1"])
    bar.setShowsScope(false, animated: true)
    #expect(!tap(scopes, "0"))
    bar.scopeButtonTitles = nil
    #expect(!content(bar).contains("scope"))
  }

  @Test func aSearchBarIsASearchElementWithAField() {
    let bar = UISearchBar()
    #expect(html(bar).hasPrefix(#"<search id="uiSearchBar" class="UISearchBar" aria-label="Search"><div "#))
    #expect(
      html(bar).contains(
        #"aria-label="Search" data-live type="search" value="" enterkeyhint="search">"#))
    #expect(
      html(bar).contains(#"<button name="tap" class="search" value="uiSearchBar.search"><span>Search</span></button>"#))
    bar.placeholder = "Find tea"
    #expect(html(bar).contains(#"aria-label="Find tea" data-live type="search""#))
    bar.prompt = "What would you like?"
    #expect(content(bar).hasPrefix(#"<p class="prompt">What would you like?</p>"#))
  }

  // MARK: - UISearchController

  private final class Updater: UISearchResultsUpdating, UISearchControllerDelegate {
    var log: [String] = []
    func updateSearchResults(for controller: UISearchController) {
      log.append("\(controller.isActive ? "active" : "inactive") \(controller.searchBar.text ?? "")")
    }
    func willPresentSearchController(_ searchController: UISearchController) { log.append("will present") }
    func didPresentSearchController(_ searchController: UISearchController) { log.append("did present") }
    func willDismissSearchController(_ searchController: UISearchController) { log.append("will dismiss") }
    func didDismissSearchController(_ searchController: UISearchController) { log.append("did dismiss") }
  }

  @Test func typingBeginsASearchAndCancelEndsIt() {
    let (controller, updater) = (UISearchController(searchResultsController: nil), Updater())
    controller.searchResultsUpdater = updater
    controller.delegate = updater
    #expect(!tap(controller.searchBar, "cancel"))
    controller.searchBar.searchTextField.type("tea")
    #expect(updater.log == ["will present", "active ", "did present", "active tea"])
    updater.log = []
    #expect(content(controller.searchBar).contains("uiSearchBar.cancel"))
    #expect(tap(controller.searchBar, "cancel"))
    #expect(updater.log == ["will dismiss", "inactive ", "did dismiss"])
    #expect(controller.searchBar.text == "")
  }

  @Test func anActiveSearchShowsItsScopes() {
    let (controller, updater) = (UISearchController(searchResultsController: nil), Updater())
    controller.searchBar.scopeButtonTitles = ["All", "New"]
    #expect(content(controller.searchBar).contains(" hidden"))
    controller.isActive = true
    #expect(!content(controller.searchBar).contains(" hidden"))
    controller.searchResultsUpdater = updater
    if let scopes = controller.searchBar.descendant(withID: "uiSearchBar.scope") { tap(scopes, "1") }
    #expect(updater.log == ["active "])
  }

  @Test func aNavigationItemShowsItsSearchBarBelowTheTitle() {
    let (screen, search) = (UIViewController(), UISearchController(searchResultsController: nil))
    screen.title = "Tea"
    screen.navigationItem.searchController = search
    let navigation = UINavigationController(rootViewController: screen)
    navigation.view.layoutIfNeeded()
    #expect(search.searchBar.superview === navigation.navigationBar)
    #expect(html(navigation.view).contains(#"navigationBar.searchBar.searchTextField""#))
    screen.navigationItem.searchController = nil
    navigation.view.layoutIfNeeded()
    #expect(search.searchBar.superview == nil)
  }
}
