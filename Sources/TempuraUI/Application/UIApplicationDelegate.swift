/// The entry point of an app. It launches the app and shows the first screen. Tempura creates it with `init()`.
public protocol UIApplicationDelegate: UIResponder {
  /// The app's window. Default: nil. A delegate may declare it as a stored property, or keep its window elsewhere.
  var window: UIWindow? { get set }

  /// The launch began, and the app has no screen yet.
  ///
  /// - Returns: Whether the launch succeeded. Default: true.
  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The app launched. Show the first screen here.
  ///
  /// - Returns: Whether the launch succeeded. Default: true.
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
