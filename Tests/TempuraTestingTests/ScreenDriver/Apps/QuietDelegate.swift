import Foundation
import Tempura
import TempuraServer
import UIKit

/// An app without a store, with controls that cannot be tapped.
final class QuietDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = QuietController()
    window?.makeKeyAndVisible()
    return true
  }
}

final class QuietController: UIViewController {
  private let inertButton = UIButton(type: .system)
  private let coveredButton = UIButton(type: .system)
  private let coverView = UIView()
  private let linkView = UITextView(frame: .zero, textContainer: nil)

  override func viewDidLoad() {
    title = "Quiet"
    inertButton.setTitle("Numb", for: .normal)
    inertButton.isUserInteractionEnabled = false
    coveredButton.setTitle("Behind", for: .normal)
    coveredButton.frame = CGRect(x: 20, y: 200, width: 200, height: 60)
    coveredButton.on(.touchUpInside) { [unowned self] _ in title = "Loud" }
    coverView.frame = coveredButton.frame
    coverView.accessibilityIdentifier = "cover"
    coverView.backgroundColor = .systemGray
    linkView.isEditable = false
    linkView.attributedText = NSAttributedString(
      string: "Help", attributes: [.link: URL(string: "https://help.example/")!])
    for part in [inertButton, linkView, coveredButton, coverView] as [UIView] { view.addSubview(part) }
    addUnseenButtons()
  }

  /// Buttons that can be tapped, but not seen: one without a size, one beside the window, and one that a view clips.
  private func addUnseenButtons() {
    let frames: [(String, CGFloat, CGFloat)] = [("Empty", 20, 0), ("Beside", 500, 60), ("Clipped", 210, 60)]
    for (title, x, width) in frames {
      let (box, inner, button) = (UIView(), UIView(), UIButton(type: .system))
      box.frame = CGRect(x: 0, y: 300, width: 200, height: 40)
      box.clipsToBounds = title == "Clipped"
      inner.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
      button.accessibilityLabel = title
      button.frame = CGRect(x: x, y: 0, width: width, height: 40)
      inner.addSubview(button)
      box.addSubview(inner)
      view.addSubview(box)
    }
  }
}
