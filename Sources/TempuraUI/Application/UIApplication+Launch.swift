internal import Foundation
internal import Hydra

extension UIApplication {
  /// The scenes of the app: one.
  public final var connectedScenes: Set<UIScene> { [windowScene] }
  public final var openSessions: Set<UISceneSession> { [windowScene.session] }
  /// Always false: each tab of a browser is a launch of its own.
  public final var supportsMultipleScenes: Bool { false }

  /// Launches the app as iOS does: the app delegate, then the scene delegate if there is no window yet.
  ///
  /// The app becomes active in a later turn, when its stores are ready for notifications.
  package final func launch(with delegate: any UIApplicationDelegate) {
    self.delegate = delegate
    _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
    _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
    if keyWindow?.rootViewController == nil { connectScene(with: delegate) }
    Main.executor.async { self.becomeActive() }
  }

  private func connectScene(with appDelegate: any UIApplicationDelegate) {
    let options = UIScene.ConnectionOptions()
    let session = windowScene.session
    let configuration = appDelegate.application(self, configurationForConnecting: session, options: options)
    session.configuration = configuration
    let delegateClass: AnyClass? = configuration.delegateClass ?? Self.defaultSceneDelegate(of: type(of: appDelegate))
    guard let type = delegateClass as? UIResponder.Type,
      let sceneDelegate = UIResponder.make(type) as? any UISceneDelegate
    else { return }
    windowScene.delegate = sceneDelegate
    NotificationCenter.default.post(name: UIScene.willConnectNotification, object: windowScene)
    sceneDelegate.scene(windowScene, willConnectTo: session, options: options)
  }

  /// The class `SceneDelegate` in the module of an app delegate, which Info.plist names on iOS.
  private static func defaultSceneDelegate(of appDelegate: AnyClass) -> AnyClass? {
    let module = _typeName(appDelegate).prefix { $0 != "." }
    // The mangled name of a class, as the Swift ABI defines it: "Mangling.rst", "Types" and "Identifiers".
    return _typeByName("\(module.utf8.count)\(module)13SceneDelegateC") as? AnyClass
  }

  private func becomeActive() {
    guard let delegate else { return }  // It has ended.
    NotificationCenter.default.post(name: Self.didFinishLaunchingNotification, object: self)
    if let sceneDelegate = windowScene.delegate {
      windowScene.activationState = .foregroundActive
      sceneDelegate.sceneWillEnterForeground(windowScene)
      sceneDelegate.sceneDidBecomeActive(windowScene)
      NotificationCenter.default.post(name: UIScene.didActivateNotification, object: windowScene)
    }
    delegate.applicationDidBecomeActive(self)
    NotificationCenter.default.post(name: Self.didBecomeActiveNotification, object: self)
  }

  /// Ends the app. Breaks the cycles of references between windows, scenes and their delegates.
  package final func end() {
    for window in windows {
      for controller in window.rootViewController?.presentationChain ?? [] { controller.endAppearance() }
      window.rootViewController = nil
    }
    windowScene.delegate = nil
    environment.pickedFiles = []
    delegate = nil
  }
}
