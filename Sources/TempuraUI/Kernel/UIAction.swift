internal import Basics

/// The closure of an action.
public typealias UIActionHandler = (UIAction) -> Void

/// A closure with a title, for controls and menus.
open class UIAction: UIMenuElement {
  /// The identifier of an action.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public final let identifier: Identifier
  package final let handler: UIActionHandler

  /// The control that the action was performed for; nil outside its closure, and for menus.
  public private(set) final var sender: AnyObject? {
    get { senderReference }
    set { senderReference = newValue }
  }
  @WeakReference private final var senderReference: AnyObject?

  /// Runs the closure.
  package final func perform(sender: AnyObject? = nil) {
    self.sender = sender
    defer { self.sender = nil }
    handler(self)
  }

  /// A longer title. The page shows it as a tooltip.
  open var discoverabilityTitle: String? { didSet { didChange() } }

  open var attributes: UIMenuElement.Attributes { didSet { didChange() } }

  /// Whether the action looks chosen. Changed by the app, by menus with a single selection, and by buttons that show
  /// the chosen action. Default: `off`.
  open var state: UIMenuElement.State { didSet { didChange() } }

  override open var title: String {
    get { storedTitle }
    set {
      storedTitle = newValue
      didChange()
    }
  }

  override open var image: UIImage? {
    get { storedImage }
    set {
      storedImage = newValue
      didChange()
    }
  }

  /// - Parameter identifier: Default: a random identifier, which no other action has.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
  ) {
    self.handler = handler
    self.identifier = identifier ?? Identifier("action.\(UInt64.random(in: 0...UInt64.max))")
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    super.init(title: title, subtitle: subtitle, image: image)
  }
}
