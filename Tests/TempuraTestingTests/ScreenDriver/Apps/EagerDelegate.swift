import Tempura
import TempuraServer
import UIKit

/// An app whose button is enabled while the user types.
final class EagerDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = EagerController()
    window?.makeKeyAndVisible()
    return true
  }
}

final class EagerController: UIViewController {
  private let field = UITextField()
  private let saveButton = UIButton(type: .system)

  override func viewDidLoad() {
    title = "Eager"
    field.accessibilityLabel = "Name"
    field.on(.editingChanged) { [unowned self] _ in saveButton.isEnabled = field.hasText }
    saveButton.setTitle("Save", for: .normal)
    saveButton.isEnabled = false
    saveButton.on(.touchUpInside) { [unowned self] _ in title = "Saved \(field.text ?? "")" }
    for part in [field, saveButton] { view.addSubview(part) }
  }
}
