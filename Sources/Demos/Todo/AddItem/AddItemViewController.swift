import Katana
import Tempura
import UIKit

final class AddItemViewController: ViewControllerWithLocalState<AddItemView> {
  init(store: PartialStore<AppState>, itemIDToEdit: String? = nil) {
    super.init(store: store, localState: AddItemLocalState(itemID: itemIDToEdit))
    title = itemIDToEdit == nil ? "New item" : "Edit item"
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    rootView.focus()
  }

  override func setupInteraction() {
    rootView.didTapCancel = { [unowned self] in dispatch(Hide()) }
    rootView.didTapDelete = { [unowned self] in
      if let id = localState.itemID { dispatch(DeleteItem(id: id)) }
      dispatch(Hide())
    }
    rootView.didSubmit = { [unowned self] text in submit(text) }
  }

  private func submit(_ text: String) {
    guard !text.allSatisfy(\.isWhitespace) else {
      localState.complaint = "Write something first."
      return
    }
    if let id = localState.itemID {
      dispatch(EditItem(id: id, text: text))
    } else {
      dispatch(AddItem(text: text))
    }
    dispatch(Hide())
  }
}

extension AddItemViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.addItem.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.addItem): .dismissModally(behaviour: .hard)]
  }
}
