import Foundation
import Katana
import Tempura
import UIKit

class SuitcaseAppDelegate: UIResponder, UIApplicationDelegate, ServerConfigurable {
  var window: UIWindow?

  static let languages = ["en", "it", "ar"]

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Suitcase"
    configuration.bundle = .module
    configuration.stylesheets = ["/how-to.css"]
    configuration.languages = languages  // the first is for all other readers
    return configuration
  }

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    let store = Store<SuitcaseState, EmptySideEffectDependencyContainer>()
    UIApplication.shared.preferredLanguage = store.state.language  // before the screens are made
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(rootViewController: SuitcaseViewController(store: store))
    window?.makeKeyAndVisible()
    return true
  }
}

final class SuitcaseViewController: ViewController<SuitcaseView> {
  override func setup() { title = NSLocalizedString("Suitcase", comment: "Title of the screen") }

  override func setupInteraction() {
    rootView.didTapThing = { [unowned self] key in dispatch(Pack(key: key)) }
    rootView.didChooseLanguage = { [unowned self] language in
      dispatch(ChooseLanguage(language: language))
      UIApplication.shared.preferredLanguage = language  // nil: the browser's
    }
  }
}
