import UIKit

final class SearchScreen: ScreenView, UISearchBarDelegate {
  private let searchBar = UISearchBar()
  private let fullBar = UISearchBar()

  override func addExamples() {
    searchBar.placeholder = "Search for tea"
    searchBar.delegate = self
    fullBar.placeholder = "Search in a scope"
    fullBar.prompt = "What would you like?"
    fullBar.scopeButtonTitles = ["All", "Hot", "Iced"]
    fullBar.showsScopeBar = true
    fullBar.showsCancelButton = true
    fullBar.text = "Oolong"
    fullBar.delegate = self
    addGroup("A search", [searchBar])
    addGroup("A prompt, scopes and a cancel button", [fullBar])
  }

  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
    didHappen?("The search is for “\(searchText)”")
  }

  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
    didHappen?("“\(searchBar.text ?? "")” was searched for")
  }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {
    searchBar.text = ""
    didHappen?("The search was cancelled")
  }

  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
    didHappen?("The scope is “\(searchBar.scopeButtonTitles?[selectedScope] ?? "")”")
  }
}
