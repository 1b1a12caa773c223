import UIKit

/// An app whose card fades before it is removed.
final class FadingDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = FadingController()
    window?.makeKeyAndVisible()
    return true
  }
}

final class FadingController: UIViewController {
  private let card = UILabel()
  private let status = UILabel()
  private let archiveButton = UIButton(type: .system)

  override func viewDidLoad() {
    title = "Card"
    card.text = "Milk"
    status.text = "One card"
    archiveButton.setTitle("Archive", for: .normal)
    archiveButton.on(.touchUpInside) { [unowned self] _ in archive() }
    for part in [card, status, archiveButton] { view.addSubview(part) }
  }

  private func archive() {
    UIView.animate(withDuration: 0.3) {
      self.card.alpha = 0.1
    } completion: { _ in
      self.card.removeFromSuperview()
      UIView.animate(withDuration: 0.2) {
        self.status.alpha = 0.5
      } completion: { _ in
        self.status.text = "No card"
      }
    }
  }
}
