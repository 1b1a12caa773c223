import Katana
import Testing
import UIKit

// The application, scenes and what belongs to the device, as apps call them.

private class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let url = launchOptions?[.url] as? URL { print(url) }
    application.registerForRemoteNotifications()
    application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    return true
  }

  func applicationWillResignActive(_ application: UIApplication) {}
  func applicationDidEnterBackground(_ application: UIApplication) {}
  func applicationWillEnterForeground(_ application: UIApplication) {}
  func applicationDidBecomeActive(_ application: UIApplication) {}
  func applicationWillTerminate(_ application: UIApplication) {}

  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    options[.sourceApplication] == nil
  }

  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { completionHandler(.noData) }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: "Default Configuration", sessionRole: connectingSceneSession.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }

  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
}

private class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = (scene as? UIWindowScene) else { return }
    window = UIWindow(windowScene: windowScene)
    window?.rootViewController = UIViewController()
    window?.makeKeyAndVisible()
    for context in connectionOptions.urlContexts { print(context.url) }
  }

  func sceneDidDisconnect(_ scene: UIScene) {}
  func sceneDidBecomeActive(_ scene: UIScene) {}
  func sceneWillResignActive(_ scene: UIScene) {}
  func sceneWillEnterForeground(_ scene: UIScene) {}
  func sceneDidEnterBackground(_ scene: UIScene) {}
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

@MainActor @Suite struct UIApplicationTests {
  @Test func anAppOpensURLs() {
    let application = UIApplication.shared
    let url = URL(string: "https://example.com")!
    var results: [Bool] = []
    application.open(url)
    application.open(url, options: [:], completionHandler: nil)
    application.open(url, options: [.universalLinksOnly: false]) { success in results.append(success) }
    #expect(results == [true] && application.canOpenURL(url))
    let settings = URL(string: UIApplication.openSettingsURLString)!
    #expect(!application.canOpenURL(settings))
  }

  @Test func aScenesDelegateMakesTheWindow() throws {
    let (delegate, sceneDelegate) = (AppDelegate(), SceneDelegate())
    _ = delegate.application(.shared, didFinishLaunchingWithOptions: nil)
    let scene = try #require(UIApplication.shared.connectedScenes.first as? UIWindowScene)
    let configuration = delegate.application(.shared, configurationForConnecting: scene.session, options: .init())
    #expect(configuration.delegateClass == SceneDelegate.self)
    sceneDelegate.scene(scene, willConnectTo: scene.session, options: .init())
    let window = UIApplication.shared.connectedScenes
      .compactMap { $0 as? UIWindowScene }.flatMap(\.windows).first { $0.isKeyWindow }
    #expect(window === sceneDelegate.window && window?.windowScene === scene)
    #expect(window?.bounds == UIScreen.main.bounds && scene.interfaceOrientation.isPortrait)
    #expect(UIApplication.shared.windows.last === window && UIApplication.shared.applicationState == .active)
    window?.rootViewController = nil
  }

  @Test func theDeviceAndTheScreenHaveTheirNames() {
    let device = UIDevice.current
    #expect(device.model == "iPhone" && device.systemName == "iOS" && !device.systemVersion.isEmpty)
    #expect(device.identifierForVendor != nil && device.identifierForVendor == device.identifierForVendor)
    #expect(device.userInterfaceIdiom == .phone && device.batteryLevel == -1 && device.batteryState == .unknown)
    device.isBatteryMonitoringEnabled = true
    device.beginGeneratingDeviceOrientationNotifications()
    #expect(UIScreen.main.nativeScale == UIScreen.main.scale && !UIScreen.main.isCaptured)
    UIScreen.main.brightness = 1
    let application = UIApplication.shared
    application.isIdleTimerDisabled = true
    application.applicationIconBadgeNumber = 3
    #expect(application.isIdleTimerDisabled && application.applicationIconBadgeNumber == 3)
    let task = application.beginBackgroundTask { print("expired") }
    #expect(task != .invalid && application.backgroundTimeRemaining > 0)
    application.endBackgroundTask(task)
    #expect(application.statusBarFrame.height == 0 && application.statusBarOrientation == .portrait)
    application.beginIgnoringInteractionEvents()
    application.endIgnoringInteractionEvents()
  }

  @Test func notificationsHaveTheirNames() {
    let names = [
      UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
      UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
      UIApplication.willTerminateNotification, UIApplication.didReceiveMemoryWarningNotification,
      UIResponder.keyboardWillShowNotification, UIResponder.keyboardWillHideNotification,
      UIResponder.keyboardWillChangeFrameNotification, UIContentSizeCategory.didChangeNotification,
      UIDevice.orientationDidChangeNotification, UIAccessibility.voiceOverStatusDidChangeNotification,
      UIScene.didActivateNotification,
    ]
    let keyboard: [AnyHashable: Any] = [
      UIResponder.keyboardFrameEndUserInfoKey: CGRect.zero, UIResponder.keyboardAnimationDurationUserInfoKey: 0.25,
      UIResponder.keyboardAnimationCurveUserInfoKey: 7,
    ]
    #expect(Set(names).count == names.count && keyboard.count == 3)
    var count = 0
    nonisolated(unsafe) let increase = { count += 1 }
    let token = NotificationCenter.default.addObserver(
      forName: UIApplication.willTerminateNotification, object: nil, queue: .main
    ) { _ in increase() }
    NotificationCenter.default.removeObserver(token)
    #expect(count == 0)
  }

  @Test func anAppTellsAssistiveTechnology() {
    UIAccessibility.post(notification: .announcement, argument: "Saved")
    UIAccessibility.post(notification: .screenChanged, argument: nil)
    #expect(!UIAccessibility.isVoiceOverRunning && !UIAccessibility.isReduceMotionEnabled)
  }

  @Test func thePasteboardKeepsAText() {
    UIPasteboard.general.string = "Hello"
    #expect(UIPasteboard.general.string == "Hello" && UIPasteboard.general.hasStrings)
    UIPasteboard.general.url = URL(string: "https://example.com")
    #expect(UIPasteboard.general.url?.host == "example.com")
  }

  // MARK: - The main queue

  // In Swift 6 mode the compiler takes these closures for code of the main actor, to which the views do not belong.
  #if !swift(>=6)
    final class Clock: UIView {
      let label = UILabel()

      func refresh() {
        DispatchQueue.main.async { [weak self] in self?.label.text = "now" }
        DispatchQueue.main.async { self.setNeedsLayout() }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { [weak self] in
          guard let self else { return }
          label.text = "later"
        }
      }
    }

    @Test func aViewMayUseTheMainQueue() async {
      let clock = Clock()
      clock.refresh()
      #expect(clock.label.text == nil)
    }
  #endif
}
