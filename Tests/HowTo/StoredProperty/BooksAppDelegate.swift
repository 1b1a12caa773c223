import Katana
import Tempura
import UIKit

class BooksAppDelegate: UIResponder, UIApplicationDelegate, ServerConfigurable {
  var window: UIWindow?

  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Books"
    configuration.bundle = .module
    configuration.stylesheets = ["/how-to.css"]
    return configuration
  }

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    let store = Store<BooksState, EmptySideEffectDependencyContainer>()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(rootViewController: BooksViewController(store: store))
    window?.makeKeyAndVisible()
    return true
  }
}

final class BooksViewController: ViewController<BooksView> {
  override func setup() { title = "Books" }

  override func setupInteraction() {
    rootView.didAdd = { [unowned self] title in dispatch(AddBook(title: title)) }
    rootView.didTapBook = { [unowned self] id in dispatch(ChangeStatus(id: id)) }
    rootView.didChangeGoal = { [unowned self] goal in dispatch(SetGoal(goal: goal)) }
  }
}
