import Katana
import Tempura
import UIKit

public final class AddItemViewController<View: AddItemView>: ViewControllerWithLocalState<View> {
  init(store: PartialStore<AppState>, itemIDToEdit: String? = nil) {
    var localState = AddItemLocalState()
    localState.itemID = itemIDToEdit
    super.init(store: store, localState: localState)
  }

  public required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override public func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    rootView.focus()
  }

  override public func didUpdate(old: AddItemViewModel?) {
    title = viewModel?.title
  }

  override public func setupInteraction() {
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
  public var routeIdentifier: RouteElementIdentifier { Screen.addItem.rawValue }

  public var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.addItem): .dismissModally(behaviour: .hard)]
  }
}
