public import Foundation

/// One instance of the app's interface. An app on a page has one: its window scene.
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable { case unattached = -1, foregroundActive, foregroundInactive, background }

  /// Why the scene is connected. On a page only because the app was launched.
  open class ConnectionOptions: NSObject {
    public final var urlContexts: Set<UIOpenURLContext> { [] }
    public final var shortcutItem: UIApplicationShortcutItem? { nil }
    public final var sourceApplication: String? { nil }
  }

  /// The options of `open(_:options:completionHandler:)`. None has an effect.
  open class OpenExternalURLOptions: NSObject {
    public final var universalLinksOnly = false
  }

  public final let session: UISceneSession
  open var delegate: (any UISceneDelegate)?
  public internal(set) final var activationState = ActivationState.unattached
  /// Kept: the page has the title of its screen.
  open var title: String! = ""

  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
    session.scene = self
  }

  /// Opens a URL: see `UIApplication.open(_:options:completionHandler:)`.
  open func open(
    _ url: URL, options: OpenExternalURLOptions?, completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    UIApplication.shared.open(url, completionHandler: completion)
  }

  public static let willConnectNotification = NSNotification.Name("UISceneWillConnectNotification")
  public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
  /// Never posted, as the following ones: the server does not know when a user leaves a page.
  public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
  public static let willEnterForegroundNotification = NSNotification.Name("UISceneWillEnterForegroundNotification")
  public static let didEnterBackgroundNotification = NSNotification.Name("UISceneDidEnterBackgroundNotification")
  public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
}

/// The scene of an app's windows.
open class UIWindowScene: UIScene {
  public final let screen: UIScreen

  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    screen = .main
    super.init(session: session, connectionOptions: connectionOptions)
  }

  init(session: UISceneSession, screen: UIScreen) {
    self.screen = screen
    super.init(session: session, connectionOptions: ConnectionOptions())
  }

  /// The windows that became visible.
  public final var windows: [UIWindow] { UIApplication.shared.windows }
  public final var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
  public final var interfaceOrientation: UIInterfaceOrientation {
    UIInterfaceOrientation(UIApplication.shared.environment.device.orientation)
  }
  public final var traitCollection: UITraitCollection { UIApplication.shared.environment.traits }
  /// The coordinates of the scene, which are those of its screen.
  public final var coordinateSpace: any UICoordinateSpace { screen }
  public private(set) final lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager()
}

/// The status bar, which belongs to the browser.
open class UIStatusBarManager: NSObject {
  public final var statusBarFrame: CGRect { .zero }
  public final var isStatusBarHidden: Bool { true }
  public final var statusBarStyle: UIStatusBarStyle { .default }
}

/// What identifies a scene.
open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  public internal(set) final weak var scene: UIScene?
  public final var role: Role { .windowApplication }
  public internal(set) final var configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
  public private(set) final lazy var persistentIdentifier = UUID().uuidString
  open var userInfo: [String: Any]?
}

/// The classes of a scene. The class of its delegate is the only one that is used.
open class UISceneConfiguration: NSObject {
  public final let name: String?
  public final let role: UISceneSession.Role
  open var delegateClass, sceneClass: AnyClass?

  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
  }
}

/// A URL that another app asks this one to open. The server passes none: URLs of pages lead to screens.
open class UIOpenURLContext: NSObject {
  public final let url: URL
  init(url: URL) { self.url = url }
}

/// Responds to the life of a scene.
public protocol UISceneDelegate: UIResponder {
  /// The scene is to show its first screen.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
  /// Called after `scene(_:willConnectTo:options:)`, as `sceneDidBecomeActive(_:)`.
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
}

extension UISceneDelegate {
  public func scene(_: UIScene, willConnectTo _: UISceneSession, options _: UIScene.ConnectionOptions) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
}

/// Responds to the life of a window scene.
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The scene's window. Default: nil.
  var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

extension UIWindow {
  /// The levels of windows. A page shows the key window only.
  public struct Level: RawRepresentable, Hashable, Comparable, Sendable, UnusedValue {
    public static var _unset: Level { .normal }

    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = Level(rawValue: 0)
    public static let statusBar = Level(rawValue: 1000)
    public static let alert = Level(rawValue: 2000)
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    public static func + (left: Level, right: CGFloat) -> Level { Level(left.rawValue + right) }
    public static func - (left: Level, right: CGFloat) -> Level { Level(left.rawValue - right) }
  }

  /// A window with the size of the screen.
  public convenience init(windowScene: UIWindowScene) { self.init(frame: windowScene.screen.bounds) }

  /// The only scene of the app.
  public final var windowScene: UIWindowScene? {
    get { UIApplication.shared.windowScene }
    set {}
  }

  /// The only screen of the app.
  public final var screen: UIScreen {
    get { UIApplication.shared.environment.screen }
    set {}
  }
}
