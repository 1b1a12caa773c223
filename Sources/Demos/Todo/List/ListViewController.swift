import Katana
import Tempura
import UIKit

/// The screen with the two lists. Its parameters are the classes of the views, which say how the app is laid out.
public final class ListViewController<
  Cell: TodoCell, View: ListView<Cell>, Footer: ChildView, Item: AddItemView
>: ViewControllerWithLocalState<View> {
  private var childViewController: ViewController<Footer>!

  override public func setup() {
    childViewController = ViewController<Footer>(store: store)
    add(childViewController, in: rootView.footerView)
  }

  override public func setupInteraction() {
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
  public var routeIdentifier: RouteElementIdentifier { Screen.list.rawValue }

  public var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.addItem): .presentModally { [unowned self] context in
        let screen = AddItemViewController<Item>(store: store, itemIDToEdit: context as? String)
        screen.modalPresentationStyle = .overCurrentContext
        return screen
      }
    ]
  }
}
