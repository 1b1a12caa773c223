public import Foundation

/// A button of a navigation bar or a toolbar, or the space between two.
open class UIBarButtonItem: UIBarItem {
  public enum Style: Int, Sendable {
    case plain = 0
    case bordered = 1
    case done = 2
    public static var prominent: Style { .done }
  }

  /// Buttons that say the same in every app.
  public enum SystemItem: Int, Sendable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
    case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, pageCurl, close

    fileprivate var title: String? {
      switch self {
      case .flexibleSpace, .fixedSpace: nil
      case .action: ownText("Share")
      case .organize: ownText("Move")
      case .trash: ownText("Delete")
      case .fastForward: ownText("Fast Forward")
      case .pageCurl: ownText("Page Curl")
      default: ownText(String(describing: self).prefix(1).uppercased() + String(describing: self).dropFirst())
      }
    }
  }

  /// The space that an item is, if it is none to tap.
  enum Space {
    case flexible
    case fixed
  }

  open var style = Style.plain { didSet { didChange() } }
  open var tintColor: UIColor? { didSet { didChange() } }

  /// The width in points: of a space, or what a button has at least; 0 for that of the content.
  open var width: CGFloat = 0 { didSet { didChange() } }

  open var isHidden = false { didSet { didChange() } }

  /// Whether the button shows that it is chosen.
  open var isSelected = false { didSet { didChange() } }

  /// Whether a tap turns `isSelected` over; with a menu, whether its choice is the button's title.
  open var changesSelectionAsPrimaryAction = false { didSet { didChange() } }

  /// A view that is shown instead of the button.
  open var customView: UIView? { didSet { didChange() } }

  /// A menu, which the button opens if there is no action.
  open var menu: UIMenu? { didSet { didChange() } }

  /// Runs when the button is tapped, if there is no `action`. The button's title and image become those of the action,
  /// where it has them.
  open var primaryAction: UIAction? { didSet { takeFace(of: primaryAction) } }

  private func takeFace(of action: UIAction?) {
    guard let action else { return }
    if !action.title.isEmpty { title = action.title }
    if let image = action.image { self.image = image }
  }

  /// For the app to keep an object in. It is not retained, and an `action` needs none.
  open weak var target: AnyObject?

  /// Runs when the button is tapped: a closure where iOS has a selector.
  open var action: ((UIBarButtonItem) -> Void)?

  private(set) final var space: Space?

  override public init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(
    title: String?, style: Style = .plain, target: AnyObject? = nil, action: ((UIBarButtonItem) -> Void)?
  ) {
    self.init()
    self.title = title
    self.style = style
    self.target = target
    self.action = action
  }

  public convenience init(
    image: UIImage?, style: Style = .plain, target: AnyObject? = nil, action: ((UIBarButtonItem) -> Void)?
  ) {
    self.init()
    self.image = image
    self.style = style
    self.target = target
    self.action = action
  }

  public convenience init(
    barButtonSystemItem item: SystemItem, target: AnyObject? = nil, action: ((UIBarButtonItem) -> Void)? = nil
  ) {
    self.init(title: item.title, style: item == .done ? .done : .plain, target: target, action: action)
    switch item {
    case .flexibleSpace: space = .flexible
    case .fixedSpace: space = .fixed
    default: break
    }
  }

  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.init(barButtonSystemItem: systemItem)
    let title = title
    self.primaryAction = primaryAction
    self.title = title  // it says what it is, whatever the action is called
    self.menu = menu
  }

  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init()
    self.primaryAction = primaryAction
    takeFace(of: primaryAction)  // initialisers call no observers
    if let title { self.title = title }
    if let image { self.image = image }
    self.menu = menu
  }

  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }

  /// A space that takes what room is left.
  open class func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(barButtonSystemItem: .flexibleSpace) }

  /// A space of a width in points.
  open class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(barButtonSystemItem: .fixedSpace)
    item.width = width
    return item
  }

  /// Whether a tap does something other than opening the menu.
  final var hasAction: Bool { action != nil || primaryAction != nil }

  final func tap() {
    if changesSelectionAsPrimaryAction, menu == nil { isSelected.toggle() }
    if let action { return action(self) }
    if let primaryAction { primaryAction.handler(primaryAction) }
  }
}
