internal import Katana
package import Tempura
package import TempuraUI

/// The panel: an app that shows its developer what another app does.
package final class PanelDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  package var window: UIWindow?
  private var store: Store<PanelState, PanelDependencies>!

  /// The name of the notification that is posted when something has changed that the panel may show.
  package static let change = "recordings"

  package func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store = Store<PanelState, PanelDependencies>()
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: ScreenName.steps)
    return true
  }

  package func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard let name = ScreenName(rawValue: identifier) else { return false }
    window?.rootViewController = controller(of: name, session: (context as? [String: String])?["session"])
    completion()
    return true
  }

  private func controller(of name: ScreenName, session: String?) -> UIViewController {
    switch name {
    case .steps: PanelController<StepsView>(store, session: session)
    case .state: PanelController<TreeView>(store, session: session)
    case .screens: PanelController<ScreensView>(store, session: session)
    case .mails: PanelController<MailsView>(store, session: session)
    case .export: ExportController(store, session: session)
    }
  }
}
