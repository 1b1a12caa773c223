/// An element of a menu: an action, or another menu.
open class UIMenuElement {
  /// The look and behaviour of an element.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Visible, but not usable.
    public static let disabled = Attributes(rawValue: 1 << 0)
    /// Deletes or changes data. The element has a warning colour.
    public static let destructive = Attributes(rawValue: 1 << 1)
    /// Not shown.
    public static let hidden = Attributes(rawValue: 1 << 2)
    /// On iOS the menu stays open. Without script, a page loads again with its menus closed.
    public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
  }

  /// Whether an element is on.
  public enum State: Int, Sendable { case off, on, mixed }

  final var storedTitle: String
  final var storedImage: UIImage?

  /// The view that shows the element. It is rendered again when the element changes.
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
