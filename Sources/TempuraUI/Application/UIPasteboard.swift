public import Foundation

/// A store for what the app copies. A page cannot reach the user's clipboard without a script: the next page shows the text
/// in a field, from which the user can copy it.
open class UIPasteboard: NSObject {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let general = Name(rawValue: "com.apple.UIKit.pboard.general")
  }

  /// The pasteboard of the running app instance.
  public static var general: UIPasteboard { UIApplication.shared.pasteboard }

  override init() { super.init() }

  public final let name = Name.general
  /// How often the app set something.
  public private(set) final var changeCount = 0

  /// The text that the app copied; nil for texts that the user copied elsewhere.
  open var string: String? {
    didSet {
      changeCount += 1
      if let string, !string.isEmpty { UIApplication.shared.addNote(.copy(string)) }
    }
  }

  open var strings: [String]? {
    get { string.map { [$0] } }
    set { string = newValue?.joined(separator: "\n") }
  }

  /// The URL that the app copied.
  open var url: URL? {
    get { string.flatMap { URL(string: $0) } }
    set { string = newValue?.absoluteString }
  }

  open var urls: [URL]? {
    get { url.map { [$0] } }
    set { string = newValue?.map(\.absoluteString).joined(separator: "\n") }
  }

  /// An image that the app copied. The page does not show it.
  open var image: UIImage? { didSet { changeCount += 1 } }
  /// A colour that the app copied. The page does not show it.
  open var color: UIColor? { didSet { changeCount += 1 } }

  public final var hasStrings: Bool { string != nil }
  public final var hasURLs: Bool { url?.scheme != nil }
  public final var hasImages: Bool { image != nil }
  public final var hasColors: Bool { color != nil }

  /// Never posted.
  public static let changedNotification = NSNotification.Name("UIPasteboardChangedNotification")
}
