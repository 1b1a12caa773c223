import Foundation
import Testing

@testable import TempuraUI

/// What an app hears of a browser of another size.
@Suite(.app) struct TransitionTests {
  private final class Controller: UIViewController {
    let events: Events
    init(_ events: Events) {
      self.events = events
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }

    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
      super.viewWillTransition(to: size, with: coordinator)
      events.add("will \(Int(size.width)) from \(Int(view.window?.bounds.width ?? 0))")
      coordinator.animate(alongsideTransition: { _ in self.events.add("alongside") }) { _ in self.events.add("done") }
    }
  }

  @Test func controllersHearOfTheNewSizeBeforeItIsThere() {
    let events = Events()
    let child = Controller(events)
    window(showing: UINavigationController(rootViewController: child))
    let traits = UIApplication.shared.environment.traits
    UIApplication.shared.adopt(traits, screenSize: CGSize(width: 844, height: 390))
    #expect(events.take() == ["will 844 from 390", "alongside", "done"])
    UIApplication.shared.adopt(traits, screenSize: CGSize(width: 844, height: 390))
    #expect(events.take() == [])
  }

  @Test func aTurnedPhoneIsTold() {
    var count = 0
    nonisolated(unsafe) let increase = { count += 1 }
    let token = NotificationCenter.default.addObserver(
      forName: UIDevice.orientationDidChangeNotification, object: UIDevice.current, queue: .main
    ) { _ in increase() }
    let traits = UIApplication.shared.environment.traits
    UIApplication.shared.adopt(traits, screenSize: CGSize(width: 844, height: 390))
    UIApplication.shared.adopt(traits, screenSize: CGSize(width: 844, height: 391))
    #expect(count == 1 && UIApplication.shared.statusBarOrientation.isLandscape)
    NotificationCenter.default.removeObserver(token)
  }
}
