import Katana
import Tempura
import UIKit

final class TabsViewController: UITabBarController, RoutableWithConfiguration {
  private let entry: Entry

  init(_ entry: Entry, store: PartialStore<GalleryState>) {
    self.entry = entry
    super.init(nibName: nil, bundle: nil)
    title = entry.title
    viewControllers = ["Recent", "Favourites", "Search"].map { TabViewController($0, store: store) }
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  var routeIdentifier: RouteElementIdentifier { entry.id }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [.hide(entry.id): .pop] }
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
