import Katana
import Tempura
import Todo
import UIKit

final class AddItemViewController: ViewControllerWithLocalState<AddItemView> {
  /// Whether the screen is being dismissed. A second press during that time does nothing.
  private var isLeaving = false

  init(store: PartialStore<AppState>, itemIDToEdit: String? = nil) {
    super.init(store: store, localState: AddItemLocalState(itemID: itemIDToEdit))
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    rootView.focus()
  }

  override func didUpdate(old: AddItemViewModel?) {
    title = viewModel?.isEditingAlreadyExistingItem == true ? "Edit item" : "New item"
  }

  override func setupInteraction() {
    rootView.didTapCancel = { [unowned self] in leave() }
    rootView.didTapDelete = { [unowned self] in
      leave(after: localState.itemID.map { id in DeleteItem(id: id) })
    }
    rootView.didSubmit = { [unowned self] text in
      if let id = localState.itemID {
        leave(after: EditItem(id: id, text: text))
      } else {
        leave(after: AddItem(text: text))
      }
    }
  }

  private func leave(after updater: (any StateUpdater)? = nil) {
    guard !isLeaving else { return }
    isLeaving = true
    if let updater { dispatch(updater) }
    dispatch(Hide())
  }
}

extension AddItemViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.addItem.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.addItem): .dismissModally(behaviour: .hard)]
  }
}
