import Foundation
import Testing

@testable import TempuraUI

/// Found by its name, as Info.plist names it on iOS.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    window = UIWindow(windowScene: scene)
    window?.rootViewController = UIViewController()
    window?.makeKeyAndVisible()
  }
}

@Suite(.app) struct LaunchTests {
  private final class Delegate: UIResponder, UIApplicationDelegate {
    var events: [String] = []

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      events.append("launched")
      return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { events.append("active") }
  }

  @Test func theSceneDelegateOfTheModuleMakesTheWindow() {
    let (application, delegate) = (UIApplication.shared, Delegate())
    application.launch(with: delegate)
    #expect(delegate.events == ["launched", "active"])
    #expect(application.windowScene.delegate is SceneDelegate && application.keyWindow != nil)
    #expect(application.keyWindow?.bounds == UIScreen.main.bounds)
    application.end()
    #expect(application.keyWindow == nil)
  }
}
