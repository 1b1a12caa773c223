public import Foundation

/// The entry point of an app. It launches the app and shows the first screen. Tempura creates it with `init()`.
///
/// All methods have default implementations. A method of UIKit's that is missing here may be declared: it is not called.
public protocol UIApplicationDelegate: UIResponder {
  /// The app's window. Default: nil. A delegate may declare it as a stored property, or keep its window elsewhere.
  var window: UIWindow? { get set }

  /// The launch began, and the app has no screen yet.
  ///
  /// - Returns: Whether the launch succeeded. Default: true.
  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The app launched. Show the first screen here, unless a scene delegate does.
  ///
  /// - Returns: Whether the launch succeeded. Default: true.
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// The app was launched and has its first screen.
  func applicationDidBecomeActive(_ application: UIApplication)

  /// The user's time zone changed: see `UIApplication.timeZone`.
  func applicationSignificantTimeChange(_ application: UIApplication)

  /// The configuration of the app's scene. Asked if the app has no window after its launch.
  ///
  /// Default: the class `SceneDelegate` of the app delegate's module, as in Xcode's template, where Info.plist names it.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration

  /// The app asked for notifications, of which the user allows none.
  func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings)

  /// The app asked for remote notifications, which a page does not receive.
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
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

  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationSignificantTimeChange(_ application: UIApplication) {}

  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }

  public func application(_: UIApplication, didFailToRegisterForRemoteNotificationsWithError _: any Error) {}

  public func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings) {}
}

extension UIApplication {
  /// The keys of the options for a URL that the app opens. The server passes no URLs.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sourceApplication = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    public static let annotation = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
    public static let openInPlace = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
  }
}

extension UIApplication.LaunchOptionsKey {
  public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
  public static let sourceApplication = Self(rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
  public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
  public static let shortcutItem = Self(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
  public static let userActivityDictionary = Self(rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
  public static let location = Self(rawValue: "UIApplicationLaunchOptionsLocationKey")
}

/// The result of a fetch in the background, which a page does not have.
public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

/// A shortcut of the app's icon. Pages have none.
open class UIApplicationShortcutItem: NSObject {
  public final let type: String
  public final let localizedTitle: String
  public init(type: String, localizedTitle: String) {
    self.type = type
    self.localizedTitle = localizedTitle
  }
}

/// An object that continues an activity. Nothing calls it on a page, where URLs lead to screens.
public protocol UIUserActivityRestoring: AnyObject {}
