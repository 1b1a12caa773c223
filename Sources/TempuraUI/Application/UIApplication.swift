package import Foundation
internal import Hydra
internal import Basics

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

  /// The bytes that the files of a form may have together; 0 if the server takes none, nil if nobody said.
  package final var uploadLimit: Int?

  /// The images that the app ships; nil if the app runs without a server.
  package final var images: ImageCatalog?

  /// The files that users chose, for as long as the app may be busy with them.
  package final var pickedFiles: [PickedFiles] = []

  private var numbers: [ObjectIdentifier: Int] = [:]

  /// Counts the views of a class, so that each has another id and an old page's tap is never taken for another one's.
  final func nextNumber(of type: UIView.Type) -> Int {
    numbers[ObjectIdentifier(type), default: 0] += 1
    return numbers[ObjectIdentifier(type)] ?? 1
  }

  /// Counts from the start again, so that what is made next has the ids that it has in a new instance.
  package final func forgetNumbers() { numbers = [:] }

  package final var screen = UIScreen()
  package final var device = UIDevice()

  /// What is known of the browser that the app is shown in.
  package final var traits = UITraitCollection.standard

  // Side effects ask for texts from threads of their own.
  final let languageChoice = Locked(LanguageChoice())
  package final var preference = LanguagePreference()
  final var renderedLanguage: Language?

  /// The direction of the page's language.
  public final var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// The text size that its reader chose. No browser tells it: pages follow it by themselves, as all sizes of texts are
  /// relative to it.
  public final var preferredContentSizeCategory: UIContentSizeCategory { traits.preferredContentSizeCategory }

  /// Takes over what a browser told of itself: the screen and its windows get their size, and views and controllers hear
  /// of it and are laid out again.
  package final func adopt(_ traits: UITraitCollection, screenSize: CGSize) {
    let previous = self.traits
    let previousBounds = screen.bounds
    self.traits = traits
    screen.bounds = CGRect(origin: .zero, size: screenSize)
    screen.scale = traits.displayScale
    device.userInterfaceIdiom = traits.userInterfaceIdiom
    device.orientation =
      screenSize.width > screenSize.height && traits.userInterfaceIdiom == .phone
      ? .landscapeLeft : .portrait
    for window in windows {
      if window.frame == previousBounds { window.setFlowingFrame(screen.bounds) }
      if traits != previous { window.traitsDidChange(from: previous) }
    }
  }

  final func makeKey(_ window: UIWindow) {
    references.removeAll { $0.window == nil }
    if !references.contains(where: { $0.window === window }) { references.append(Reference(window: window)) }
    keyWindow = window
  }
}
