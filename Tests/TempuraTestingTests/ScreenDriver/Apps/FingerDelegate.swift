import TempuraServer
import UIKit

/// An app with a card to drag, a button that is dragged with it, and a view that draws touches.
final class FingerDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = FingerController()
    window?.makeKeyAndVisible()
    return true
  }
}

final class FingerController: UIViewController {
  private let card = UIView(frame: CGRect(x: 20, y: 120, width: 100, height: 60))
  private let canvas = FingerCanvas(frame: CGRect(x: 20, y: 300, width: 200, height: 100))
  private let state = UILabel(frame: CGRect(x: 20, y: 40, width: 300, height: 30))
  private let plain = UILabel(frame: CGRect(x: 20, y: 500, width: 300, height: 30))

  override func viewDidLoad() {
    title = "Fingers"
    (card.accessibilityIdentifier, canvas.accessibilityIdentifier) = ("card", "canvas")
    (state.text, plain.text) = ("at rest", "plain")
    card.addGestureRecognizer(
      UIPanGestureRecognizer(target: self) { [unowned self] pan in
        card.center.x += pan.translation(in: view).x
        pan.setTranslation(.zero, in: view)
        if pan.state == .ended { state.text = "dragged to \(Int(card.frame.minX))" }
      })
    card.addGestureRecognizer(
      UILongPressGestureRecognizer(target: self) { [unowned self] press in
        if press.state == .ended { state.text = "pressed" }
      })
    canvas.didEnd = { [unowned self] in state.text = "from \($0[0]) to \($0[$0.count - 1])" }
    for part in [card, canvas, state, plain] { view.addSubview(part) }
  }
}

final class FingerCanvas: UIView {
  var didEnd: (([Int]) -> Void)?
  private var places: [Int] = []

  private func add(_ touches: Set<UITouch>) { places += touches.map { Int($0.location(in: self).x.rounded()) } }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    places = []
    add(touches)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { add(touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { didEnd?(places) }
}
