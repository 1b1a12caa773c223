/// An app's entry: what is told that the app was launched, and puts up its first screen. It is made by `init()`.
public protocol UIApplicationDelegate: UIResponder {
  /// The app's window. A delegate that declares it as a stored property has it; others keep theirs elsewhere.
  var window: UIWindow? { get set }

  /// Called before the first screen is there.
  ///
  /// - Returns: Whether the launch succeeded.
  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Puts up the first screen.
  ///
  /// - Returns: Whether the launch succeeded.
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}

extension UIApplicationDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }

  public func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
}
