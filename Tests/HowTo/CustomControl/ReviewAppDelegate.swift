import Katana
import Tempura
import UIKit

class ReviewAppDelegate: UIResponder, UIApplicationDelegate, ServerConfigurable {
  var window: UIWindow?

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Reviews"
    configuration.bundle = .module
    configuration.stylesheets = ["/how-to.css", "/stars.css"]
    configuration.scripts = ["/stars.js"]
    return configuration
  }

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    let store = Store<ReviewState, EmptySideEffectDependencyContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(rootViewController: ReviewViewController(store: store))
    window?.makeKeyAndVisible()
    return true
  }
}

final class ReviewViewController: ViewController<ReviewView> {
  override func setup() { title = "Reviews" }

  override func setupInteraction() {
    rootView.didTapSend = { [unowned self] review in dispatch(AddReview(review: review)) }
  }
}
