import Katana
import Tempura
import Todo
import UIKit

final class ListViewController: ViewControllerWithLocalState<ListView> {
  private var childViewController: ChildViewController!

  override func setup() {
    title = "To Do"
    childViewController = ChildViewController(store: store)
    add(childViewController, in: rootView.footerView)
  }

  override func setupInteraction() {
    rootView.didSelectSection = { [unowned self] section in
      if localState.selectedSection != section { localState.selectedSection = section }
    }
    rootView.didTapAddItem = { [unowned self] in dispatch(Show(Screen.addItem)) }
    rootView.didTapEditItem = { [unowned self] id in dispatch(Show(Screen.addItem, context: id)) }
    rootView.didTapClearArchived = { [unowned self] in dispatch(DeleteArchivedItems()) }
    rootView.didTapArchiveCompleted = { [unowned self] ids in dispatch(ToggleArchiveItems(ids: ids)) }
    rootView.didToggleItem = { [unowned self] id in dispatch(ToggleItem(itemID: id)) }
    rootView.didUnarchiveItem = { [unowned self] id in dispatch(ToggleArchiveItems(ids: [id], archived: false)) }
  }
}

extension ListViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.list.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.addItem): .presentModally { [unowned self] context in
        let screen = AddItemViewController(store: store, itemIDToEdit: context as? String)
        screen.modalPresentationStyle = .overCurrentContext
        return screen
      }
    ]
  }
}
