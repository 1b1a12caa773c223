import Katana
import Tempura
import UIKit
import UniformTypeIdentifiers

final class NewGroupViewController: ViewControllerWithLocalState<NewGroupView> {
  private lazy var createItem = UIBarButtonItem(
    title: NSLocalizedString("Create", comment: ""), style: .done, target: self, action: NewGroupViewController.create)

  init(store: PartialStore<AppState>) {
    super.init(store: store, localState: NewGroupLocalState())
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("New Group", comment: "")
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .cancel, target: self, action: NewGroupViewController.cancel)
    navigationItem.rightBarButtonItem = createItem
    let searchController = UISearchController(searchResultsController: nil)
    searchController.searchResultsUpdater = self
    searchController.obscuresBackgroundDuringPresentation = false
    searchController.searchBar.placeholder = NSLocalizedString("Search contacts", comment: "")
    navigationItem.searchController = searchController
    navigationItem.hidesSearchBarWhenScrolling = false
    definesPresentationContext = true
  }

  override func didUpdate(old: NewGroupViewModel?) { updateCreateItem() }

  override func setupInteraction() {
    rootView.didToggle = { [unowned self] id in
      if let index = localState.selectedIDs.firstIndex(of: id) {
        localState.selectedIDs.remove(at: index)
      } else {
        localState.selectedIDs.append(id)
      }
    }
    rootView.didChangeName = { [unowned self] in updateCreateItem() }
    rootView.didTapPhoto = { [unowned self] in
      let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.image], asCopy: true)
      picker.delegate = self
      present(picker, animated: true, completion: nil)
    }
  }

  private func updateCreateItem() {
    createItem.isEnabled = viewModel?.selected.isEmpty == false && rootView.nameField.text?.isEmpty == false
  }

  private func cancel() { dispatch(Hide(Screen.newGroup, animated: true)) }

  private func create() {
    guard let name = rootView.nameField.text, !name.isEmpty else { return }
    dispatch(AddChat(chat: Chat(id: UUID().uuidString, title: name, memberIDs: localState.selectedIDs)))
    dispatch(Hide(Screen.newGroup, animated: true))
  }
}

extension NewGroupViewController: UISearchResultsUpdating {
  func updateSearchResults(for searchController: UISearchController) {
    localState.search = searchController.searchBar.text ?? ""
  }
}

extension NewGroupViewController: UIDocumentPickerDelegate {
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    localState.hasPhoto = !urls.isEmpty
  }
}

extension NewGroupViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.newGroup.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.newGroup): .dismissModally(behaviour: .hard)]
  }
}
