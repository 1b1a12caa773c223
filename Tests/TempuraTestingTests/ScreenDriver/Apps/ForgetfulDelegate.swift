import Tempura
import TempuraServer
import UIKit

/// An app whose count is on the screen twice: in a label, and in a view that may forget to mark itself as changed.
final class ForgetfulDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = ForgetfulController()
    window?.makeKeyAndVisible()
    return true
  }
}

final class ForgetfulController: UIViewController {
  private let markedButton = UIButton(type: .system)
  private let unmarkedButton = UIButton(type: .system)
  private let field = UITextField()
  private let otherField = UITextField()
  private let countView = CountView()

  override func viewDidLoad() {
    title = "Forgetful"
    markedButton.setTitle("Count", for: .normal)
    markedButton.on(.touchUpInside) { [unowned self] _ in
      countView.count += 1
      countView.setNeedsRender()
      field.placeholder = "Field \(countView.count)"
      otherField.text = "\(countView.count)"
    }
    unmarkedButton.setTitle("Count silently", for: .normal)
    unmarkedButton.on(.touchUpInside) { [unowned self] _ in countView.count += 1 }
    field.accessibilityLabel = "Field"
    otherField.accessibilityLabel = "Other field"
    countView.accessibilityIdentifier = "count"
    for part in [markedButton, unmarkedButton, field, otherField, countView] as [UIView] { view.addSubview(part) }
  }
}

private final class CountView: UIView {
  var count = 0

  override func renderHTML(into renderer: HTMLRenderer) {
    renderer.element("p", of: self) { renderer.write(text: "The count is \(count)") }
  }
}
