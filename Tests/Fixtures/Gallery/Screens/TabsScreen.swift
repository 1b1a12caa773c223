import Katana
import Tempura
import UIKit

final class TabsViewController: UITabBarController, RoutableWithConfiguration {
  private let entry: Entry
  private let store: PartialStore<GalleryState>

  init(_ entry: Entry, store: PartialStore<GalleryState>) {
    self.entry = entry
    self.store = store
    super.init(nibName: nil, bundle: nil)
    title = entry.title
    let tabs =
      [
        "Recent": "clock", "Favourites": "heart", "Search": "magnifyingglass", "People": "person.2", "Offers": "tag",
        "Settings": "gearshape",
      ] as KeyValuePairs
    viewControllers = tabs.map { title, symbol in
      let tab = TabViewController(title, store: store)
      tab.tabBarItem = UITabBarItem(title: title, image: UIImage(systemName: symbol), selectedImage: nil)
      return tab
    }
    tabBar.items?[1].badgeValue = "12"
    tabBar.items?[3].isEnabled = false
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  var routeIdentifier: RouteElementIdentifier { entry.id }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [.hide(entry.id): .pop] }

  override func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
    _ = store.anyDispatch(NoteEvent(event: "\(item.title ?? "") was selected"))
  }
}

/// One of the tabs.
final class TabScreen: ScreenView {
  private let noteButton = UIButton(type: .system)

  override func addExamples() {
    noteButton.setTitle("Use this tab", for: .normal)
    note(noteButton, .touchUpInside) { _ in "The tab was used" }
    addGroup("A tab", [noteButton])
  }
}

final class TabViewController: ViewController<TabScreen> {
  init(_ title: String, store: PartialStore<GalleryState>) {
    super.init(store: store)
    self.title = title
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func setupInteraction() {
    rootView.didHappen = { [unowned self] event in dispatch(NoteEvent(event: "\(title ?? ""): \(event)")) }
  }
}
