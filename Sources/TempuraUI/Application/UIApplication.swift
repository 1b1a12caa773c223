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

  // Safe because code outside an app instance runs on the main queue, as on iOS.
  private nonisolated(unsafe) static let processDefault = UIApplication()

  /// The application of the running app instance.
  public static var shared: UIApplication { Main.app as? UIApplication ?? processDefault }

  /// Returns `shared` for the key `sharedApplication`; nil for others. Libraries that also run in app extensions ask so.
  public class func value(forKey key: String) -> Any? { key == "sharedApplication" ? shared : nil }

  /// Whether the caller may use views: in a turn of the app's session, and outside an app instance on the main thread.
  ///
  /// This is what `Thread.isMainThread` tells on a phone. On a server sessions have their turns on many threads.
  public static var isMainThread: Bool { Main.executor.isCurrent }

  override public init() {
    RunningApplication.setHosts
    super.init()
  }

  open weak var delegate: (any UIApplicationDelegate)?

  private struct Reference {
    weak var window: UIWindow?
  }

  private var references: [Reference] = []

  /// The windows that became visible, in that order. They are not retained: the app must keep them, as on iOS.
  public final var windows: [UIWindow] { references.compactMap(\.window) }

  /// The window that receives input; nil until a window is made key. Not retained.
  public private(set) final weak var keyWindow: UIWindow?

  /// The maximum size of all files of a form, in bytes; 0 if the server accepts no files, nil if unknown.
  package final var uploadLimit: Int?

  /// The length of a text that the server takes for certain, in UTF-16 units; nil if that is not known.
  package final var textLimit: Int?

  /// The images that the app ships; nil if the app runs without a server.
  package final var images: PublicImages?

  /// The labels that the app gave to images of files, which all apps of the process have.
  final let imageLabels = Locked<[ObjectIdentifier: (image: UIImage, label: String)]>([:])

  /// The uploaded files. They are kept until no side effect is running that may use them.
  package final var pickedFiles: [PickedFiles] = []

  /// The methods of the app's objects that run for notifications.
  final let methodObservations = MethodObservations()

  /// What the next page says beside its screens.
  final var notes: [PageNote] = []

  package private(set) final lazy var windowScene = UIWindowScene(session: UISceneSession(), screen: screen)

  /// The stand-ins for all views of a class: see `UIAppearance`.
  final var appearances: [ObjectIdentifier: UIView] = [:]

  /// The values that the app associates with objects that are not of UIKit.
  final let associatedRooms = AssociatedRooms()

  final var badgeNumber = 0
  final var keepsScreenOn = false
  final var backgroundTasks = 0

  private var numbers: [ObjectIdentifier: Int] = [:]

  /// Returns the next number for views of a class. Every view has a different id, so that a tap on an old page never
  /// reaches a newer view.
  final func nextNumber(of type: UIView.Type) -> Int {
    numbers[ObjectIdentifier(type), default: 0] += 1
    return numbers[ObjectIdentifier(type)] ?? 1
  }

  /// Restarts the numbers of views at 1, so that new views have the same ids as in a new app instance.
  package final func resetNumbers() { numbers = [:] }

  package final var screen = UIScreen()
  package final var device = UIDevice()
  final let pasteboard = UIPasteboard()

  /// The traits of the user's browser, as far as they are known.
  package final var traits = UITraitCollection.standard

  // Locked because side effects read localised texts and dates on other threads.
  final let languageChoice = Locked(LanguageChoice())
  final let browserTimeZone = Locked(BrowserTimeZone())
  package final var preference = LanguagePreference()
  final var renderedLanguage: Language?

  /// The writing direction of the page's language.
  public final var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// The user's text size. Unlike on iOS it is always `.large`, because browsers do not send the user's setting. Pages
  /// follow the setting anyway, because all font sizes are relative to it.
  public final var preferredContentSizeCategory: UIContentSizeCategory { traits.preferredContentSizeCategory }

  /// Applies the traits and the screen size of a browser: resizes the screen and its windows, calls
  /// `traitCollectionDidChange`, and requests layout.
  package final func adopt(_ traits: UITraitCollection, screenSize: CGSize, safeArea: UIEdgeInsets = .zero) {
    let previous = self.traits
    let previousBounds = screen.bounds
    self.traits = traits
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

  final func makeKey(_ window: UIWindow) {
    references.removeAll { $0.window == nil }
    if !references.contains(where: { $0.window === window }) { references.append(Reference(window: window)) }
    keyWindow = window
  }
}
