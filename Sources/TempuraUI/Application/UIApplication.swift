package import Foundation
internal import Hydra
internal import Basics

/// The application object of an app instance, with its windows and its delegate.
///
/// On iOS a process has one application. On the server every app instance has its own: `shared` is the application of
/// the instance whose code is running. Outside an app instance, such as in a unit test, it is one default application.
open class UIApplication: UIResponder {
  /// The keys of the launch options. The server passes no launch options.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The application of the running app instance.
  public static var shared: UIApplication {
    let environment = AppEnvironment.current
    return environment.application as? UIApplication ?? UIApplication(ofProcess: environment)
  }

  /// Returns `shared` for the key `sharedApplication`; nil for others. Libraries that also run in app extensions ask so.
  public class func value(forKey key: String) -> Any? { key == "sharedApplication" ? shared : nil }

  /// Whether the caller may use views: in a turn of the app's session, and outside an app instance on the main thread.
  ///
  /// This is what `Thread.isMainThread` tells on a phone. On a server sessions have their turns on many threads.
  public static var isMainThread: Bool { Main.executor.isCurrent }

  /// What views ask of the application.
  package final let environment: AppEnvironment

  override public init() {
    environment = AppEnvironment()
    super.init()
    environment.application = self
  }

  private init(ofProcess environment: AppEnvironment) {
    self.environment = environment
    super.init()
    environment.application = self
    environment.processApplication = self
  }

  /// Not retained.
  open var delegate: (any UIApplicationDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @WeakReference private final var delegateReference: (any UIApplicationDelegate)?

  // Safe because only windows make themselves key.

  /// The windows that became visible, in that order. They are not retained: the app must keep them, as on iOS.
  public final var windows: [UIWindow] { environment.windows.map { unsafeDowncast($0, to: UIWindow.self) } }

  /// The window that receives input; nil until a window is made key. Not retained.
  public final var keyWindow: UIWindow? { environment.keyWindow.map { unsafeDowncast($0, to: UIWindow.self) } }

  /// The methods of the app's objects that run for notifications.
  final let methodObservations = MethodObservations()

  /// What the next page says beside its screens.
  final var notes: [PageNote] = []

  package private(set) final lazy var windowScene = UIWindowScene(session: UISceneSession(), screen: environment.screen)

  final var badgeNumber = 0
  final var keepsScreenOn = false
  final var backgroundTasks = 0

  final let pasteboard = UIPasteboard()

  final var renderedLanguage: Language?

  /// The writing direction of the page's language.
  public final var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    environment.userInterfaceLayoutDirection
  }

  /// The user's text size. Unlike on iOS it is always `.large`, because browsers do not send the user's setting. Pages
  /// follow the setting anyway, because all font sizes are relative to it.
  public final var preferredContentSizeCategory: UIContentSizeCategory {
    environment.traits.preferredContentSizeCategory
  }

  /// Applies the traits and the screen size of a browser: resizes the screen and its windows, calls
  /// `traitCollectionDidChange`, and requests layout.
  package final func adopt(_ traits: UITraitCollection, screenSize: CGSize, safeArea: UIEdgeInsets = .zero) {
    let (screen, device) = (environment.screen, environment.device)
    let (previous, previousBounds) = (environment.traits, screen.bounds)
    environment.traits = traits
    screen.bounds = CGRect(origin: .zero, size: screenSize)
    screen.scale = traits.displayScale
    device.userInterfaceIdiom = traits.userInterfaceIdiom
    if safeArea != screen.safeAreaInsets {
      screen.safeAreaInsets = safeArea
      for window in windows { window.updateSafeArea(in: nil) }
    }
    let previousOrientation = device.orientation
    device.orientation =
      screenSize.width > screenSize.height && traits.userInterfaceIdiom == .phone
      ? .landscapeLeft : .portrait
    for window in windows {
      if window.frame == previousBounds {
        if screenSize != previousBounds.size { window.rootViewController?.passOnTransition(to: screenSize) }
        window.setFlowingFrame(screen.bounds)
      }
      if traits != previous { window.traitsDidChange(from: previous) }
    }
    if device.orientation != previousOrientation {
      NotificationCenter.default.post(name: UIDevice.orientationDidChangeNotification, object: device)
    }
  }
}
