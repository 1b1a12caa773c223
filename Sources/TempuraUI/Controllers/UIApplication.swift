internal import Hydra

/// What an app instance knows of itself: its windows and its delegate.
///
/// On a phone there is one in the process. Here there is one for each app instance, and `shared` means that of the
/// running code; outside any, as in a unit test, it means one of the process's.
open class UIApplication: UIResponder {
  /// The keys of what an app is told when it starts. There is nothing to tell on a server.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  // Safe because outside any app instance it is confined to the main queue, as on a phone.
  private nonisolated(unsafe) static let ofProcess = UIApplication()

  /// The application of the app instance that is running.
  public static var shared: UIApplication { (Main.scoped as? any ApplicationHost)?.application ?? ofProcess }

  override public init() { super.init() }

  open weak var delegate: (any UIApplicationDelegate)?

  private struct Reference {
    weak var window: UIWindow?
  }

  private var references: [Reference] = []

  /// The windows that were shown, in the order in which they first were. The app has to hold them, as on a phone.
  public final var windows: [UIWindow] { references.compactMap(\.window) }

  /// The window that takes input.
  public private(set) final weak var keyWindow: UIWindow?

  package final var screen = UIScreen()
  package final var device = UIDevice()

  final func makeKey(_ window: UIWindow) {
    references.removeAll { $0.window == nil }
    if !references.contains(where: { $0.window === window }) { references.append(Reference(window: window)) }
    keyWindow = window
  }
}
