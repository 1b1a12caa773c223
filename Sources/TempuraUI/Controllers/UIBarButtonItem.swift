/// A button of a navigation bar.
open class UIBarButtonItem {
  public enum Style: Int, Sendable { case plain, done }

  /// Buttons that say the same in every app.
  public enum SystemItem: Int, Sendable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
    case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, close

    fileprivate var title: String? {
      switch self {
      case .flexibleSpace, .fixedSpace: nil
      default: String(describing: self).prefix(1).uppercased() + String(describing: self).dropFirst()
      }
    }
  }

  open var title: String? { didSet { didChange() } }
  open var image: UIImage? { didSet { didChange() } }
  open var style = Style.plain { didSet { didChange() } }
  open var isEnabled = true { didSet { didChange() } }
  open var tintColor: UIColor? { didSet { didChange() } }

  /// A view that is shown instead of the button.
  open var customView: UIView? { didSet { didChange() } }

  /// What a screen reader says instead of the title.
  open var accessibilityLabel: String? { didSet { didChange() } }

  /// The button's id in the page, instead of its place in the bar.
  open var accessibilityIdentifier: String? { didSet { didChange() } }

  /// Runs when the button is tapped, if there is no `action`.
  open var primaryAction: UIAction?

  /// For the app to keep an object in. It is not retained, and on a server an `action` needs none.
  open weak var target: AnyObject?

  /// Runs when the button is tapped: a closure where iOS has a selector.
  open var action: ((UIBarButtonItem) -> Void)?

  weak var bar: UINavigationBar?

  public init() {}

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
  }

  public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction?) {
    self.init()
    self.title = title ?? primaryAction?.title
    self.image = image ?? primaryAction?.image
    self.primaryAction = primaryAction
  }

  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }

  private func didChange() { bar?.itemDidChange() }

  func tap() {
    if let action { return action(self) }
    if let primaryAction { primaryAction.handler(primaryAction) }
  }
}
