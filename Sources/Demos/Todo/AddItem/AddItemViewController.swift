import Katana
import Tempura
import UIKit

final class AddItemViewController: ViewControllerWithLocalState<AddItemView> {
  init(store: PartialStore<AppState>, itemIDToEdit: String? = nil) {
    super.init(store: store, localState: AddItemLocalState(itemID: itemIDToEdit))
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    rootView.focus()
  }

  override func didUpdate(old: AddItemViewModel?) {
    title = viewModel?.title
  }

  override func setupInteraction() {
    rootView.didTapCancel = { [unowned self] in leave() }
    rootView.didTapDelete = { [unowned self] in
      leave(after: localState.itemID.map { id in DeleteItem(id: id) })
    }
    rootView.didSubmit = { [unowned self] text in submit(text) }
  }

  private func submit(_ text: String) {
    guard !text.allSatisfy(\.isWhitespace) else {
      localState.complaint = .nothingWritten
      return
    }
    // If the item was deleted meanwhile, it is added again: the user's text must not be lost.
    if let id = localState.itemID, viewModel?.isEditingAlreadyExistingItem == true {
      leave(after: EditItem(id: id, text: text))
    } else {
      leave(after: AddItem(text: text))
    }
  }

  /// Whether the screen is being dismissed. A second press during that time does nothing.
  private var isLeaving = false

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
