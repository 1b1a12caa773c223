public import Foundation

extension UIApplication {
  /// Whether the app can be used.
  public enum State: Int, Sendable { case active, inactive, background }

  /// Always `.active`: the server does not know when a user leaves a page.
  public final var applicationState: State { .active }

  /// The number on the app's icon. A page has none: it is kept, and not shown.
  public final var applicationIconBadgeNumber: Int {
    get { badgeNumber }
    set { badgeNumber = newValue }
  }

  /// The frame of the status bar, which belongs to the browser: empty.
  public final var statusBarFrame: CGRect { .zero }
  public final var isStatusBarHidden: Bool { true }
  public final var statusBarStyle: UIStatusBarStyle { .default }
  /// The orientation of the device.
  public final var statusBarOrientation: UIInterfaceOrientation {
    UIInterfaceOrientation(environment.device.orientation)
  }

  // MARK: - Work in the background
  // Side effects run to their end whether the page is open or not, so an app need not ask for time.

  public struct BackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = BackgroundTaskIdentifier(rawValue: 0)
  }

  /// Does nothing: work runs to its end anyway. The handler is never called.
  public func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil) -> BackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// Does nothing: work runs to its end anyway. The handler is never called.
  public func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (() -> Void)? = nil
  ) -> BackgroundTaskIdentifier {
    backgroundTasks += 1
    return BackgroundTaskIdentifier(rawValue: backgroundTasks)
  }

  public func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) {}

  /// Without a limit.
  public final var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

  public enum BackgroundRefreshStatus: Int, Sendable { case restricted, denied, available }
  /// Always `.restricted`, and fetches never happen.
  public final var backgroundRefreshStatus: BackgroundRefreshStatus { .restricted }
  public static let backgroundFetchIntervalMinimum: TimeInterval = 0
  public static let backgroundFetchIntervalNever: TimeInterval = .greatestFiniteMagnitude
  public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {}

  // MARK: - Events

  /// Kept: screens of phones turn off by themselves.
  public final var isIdleTimerDisabled: Bool {
    get { keepsScreenOn }
    set { keepsScreenOn = newValue }
  }

  public final var isProtectedDataAvailable: Bool { true }
  public final var supportsAlternateIcons: Bool { false }

  // MARK: - Remote notifications

  /// Tells the delegate that it failed: a page receives no remote notifications.
  public func registerForRemoteNotifications() {
    delegate?.application(self, didFailToRegisterForRemoteNotificationsWithError: RemoteNotificationError())
  }

  public func unregisterForRemoteNotifications() {}
  public final var isRegisteredForRemoteNotifications: Bool { false }

  /// Tells the delegate that the user allows no notifications: a page cannot show them while it is closed.
  public func registerUserNotificationSettings(_ notificationSettings: UIUserNotificationSettings) {
    delegate?.application(self, didRegister: UIUserNotificationSettings(types: [], categories: nil))
  }

  /// Without any type.
  public final var currentUserNotificationSettings: UIUserNotificationSettings? {
    UIUserNotificationSettings(types: [], categories: nil)
  }
}

/// The ways in which notifications are shown.
public struct UIUserNotificationType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  public static let alert = Self(rawValue: 1 << 2)
}

/// A group of actions of a notification.
open class UIUserNotificationCategory: NSObject {}

/// The notifications that an app asks for.
open class UIUserNotificationSettings: NSObject {
  public final let types: UIUserNotificationType
  public final let categories: Set<UIUserNotificationCategory>?
  public init(types: UIUserNotificationType, categories: Set<UIUserNotificationCategory>?) {
    (self.types, self.categories) = (types, categories)
  }
}

/// Why the app gets no remote notifications.
struct RemoteNotificationError: LocalizedError {
  var errorDescription: String? { "A page receives no remote notifications." }
}
