/// Something in a menu: an action, or another menu.
open class UIMenuElement {
  /// What an element looks like and does.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It is shown and cannot be used.
    public static let disabled = Attributes(rawValue: 1 << 0)
    /// It says that it takes something away.
    public static let destructive = Attributes(rawValue: 1 << 1)
    /// It is not shown.
    public static let hidden = Attributes(rawValue: 1 << 2)
    /// The menu stays open on a phone. A page without script comes anew, with its menus closed.
    public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
  }

  /// Whether an element is chosen.
  public enum State: Int, Sendable {
    case off, on, mixed
  }

  final var storedTitle: String
  final var storedImage: UIImage?

  /// The view that shows the element in its menu, which is told of changes.
  final weak var menuOwner: UIView?

  init(title: String, subtitle: String?, image: UIImage?) {
    storedTitle = title
    storedImage = image
    self.subtitle = subtitle
  }

  open var title: String { storedTitle }
  open var image: UIImage? { storedImage }

  /// A line of smaller text below the title.
  open var subtitle: String? { didSet { didChange() } }

  final func didChange() { menuOwner?.setNeedsRender() }
}
