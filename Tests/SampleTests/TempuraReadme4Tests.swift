import Katana
import Tempura
import Testing
import UIKit

@MainActor @Suite struct TempuraReadme4Tests {
  let handled: Handled
  let store: Store<TempuraReadme4.AppState, DependenciesContainer4>
  let window = UIWindow(frame: UIScreen.main.bounds)

  init() {
    let handled = Handled()
    self.handled = handled
    store = Store<TempuraReadme4.AppState, DependenciesContainer4>(immediate: [handled.interceptor])
  }

  final class DependenciesContainer4: NavigationProvider {
    let navigator = Navigator()
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  private struct Installer: RootInstaller {
    let store: PartialStore<TempuraReadme4.AppState>
    let window: UIWindow

    func installRoot(identifier: RouteElementIdentifier, context: Any?, completion: () -> Void) -> Bool {
      window.rootViewController = TempuraReadme4.ListViewController(store: store)
      completion()
      return true
    }
  }

  @Test func completingAnItemUpdatesTheList() async throws {
    let controller = TempuraReadme4.ListViewController(store: store, connected: true)
    controller.rootView.didCompleteItem?(1)
    #expect(await handled.next() == "CompleteItem")
    let cell = try #require(controller.rootView.list.cell(at: IndexPath(item: 1, section: 0)))
    #expect(cell.model?.completed == true)
    #expect(cell.label.text == "Become a doctor.\nChange last name to Acula")
  }

  @Test func showPresentsTheScreen() async throws {
    let installer = Installer(store: store, window: window)
    store.dependencies.navigator.start(using: installer, in: window, at: "list screen")
    try await store.dispatch(Show("add item screen")).value()
    #expect(window.route == ["list screen", "add item screen"])
  }

  @Test func theParentContainsItsChild() async throws {
    let parent = TempuraReadme4.ParentViewController(store: store)
    window.rootViewController = parent
    window.makeKeyAndVisible()
    #expect(parent.rootView.titleView.text == "Pet my unicorn")
    #expect(parent.childVC.rootView.valueLabel.text == "4")
    try await store.dispatch(TempuraReadme4.CompleteItem(index: 0)).value()
    #expect(parent.childVC.rootView.valueLabel.text == "3")
  }
}
