public import Foundation

/// A button of a navigation bar or a toolbar, or the space between two.
open class UIBarButtonItem: UIBarItem {
  public enum Style: Int, Sendable {
    case plain = 0
    case bordered = 1
    case done = 2
    public static var prominent: Style { .done }
  }

  /// Standard buttons. Those that are symbols on iOS are symbols, with their titles as accessible names.
  public enum SystemItem: Int, Sendable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
    case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, pageCurl, close

    fileprivate var look: (title: ServerText?, symbol: String?) {
      switch self {
      case .flexibleSpace, .fixedSpace: (nil, nil)
      case .done: (.buttonDone, nil)
      case .cancel: (.buttonCancel, nil)
      case .edit: (.buttonEdit, nil)
      case .save: (.buttonSave, nil)
      case .add: (.buttonAdd, "plus")
      case .compose: (.buttonCompose, "square.and.pencil")
      case .reply: (.buttonReply, nil)
      case .action: (.buttonShare, "square.and.arrow.up")
      case .organize: (.buttonMove, "folder")
      case .bookmarks: (.buttonBookmarks, "bookmark")
      case .search: (.buttonSearch, "magnifyingglass")
      case .refresh: (.buttonRefresh, "arrow.clockwise")
      case .stop: (.buttonStop, "xmark")
      case .camera: (.buttonCamera, "camera")
      case .trash: (.buttonDelete, "trash")
      case .play: (.buttonPlay, "play.fill")
      case .pause: (.buttonPause, "pause.fill")
      case .rewind: (.buttonRewind, "backward.fill")
      case .fastForward: (.buttonFastForward, "forward.fill")
      case .undo: (.buttonUndo, nil)
      case .redo: (.buttonRedo, nil)
      case .pageCurl: (.buttonPageCurl, nil)
      case .close: (.screenClose, "xmark")
      }
    }
  }

  /// The kind of a space between buttons.
  enum Space {
    case flexible
    case fixed
  }

  /// The style of the button. Default: `.plain`. `.done` is bold.
  open var style = Style.plain { didSet { didChange() } }
  /// The colour of the button. Default: nil, the colour of the bar.
  open var tintColor: UIColor? { didSet { didChange() } }

  /// The width of a space, or the minimum width of a button, in points. Default: 0, the width of the content.
  open var width: CGFloat = 0 { didSet { didChange() } }

  /// Whether the bar leaves out the item. Default: false.
  open var isHidden = false { didSet { didChange() } }

  /// Whether the button looks selected. Default: false.
  open var isSelected = false { didSet { didChange() } }

  /// Whether a tap toggles `isSelected`. With a menu, whether the button shows the selected element. Default: false.
  open var changesSelectionAsPrimaryAction = false { didSet { didChange() } }

  /// The view that the bar shows instead of a button. Default: nil.
  open var customView: UIView? { didSet { didChange() } }

  /// The menu of the button. A tap opens it if the button has no action. Default: nil.
  open var menu: UIMenu? { didSet { didChange() } }

  /// Runs on a tap if there is no `action`. Default: nil. Setting it also sets the title and the image of the button,
  /// if the action has them.
  open var primaryAction: UIAction? { didSet { setTitleAndImage(of: primaryAction) } }

  private func setTitleAndImage(of action: UIAction?) {
    guard let action else { return }
    if !action.title.isEmpty { title = action.title }
    if let image = action.image { self.image = image }
  }

  /// An object of the app. Default: nil. An `action` needs no target. Not retained.
  open weak var target: AnyObject?

  /// Runs on a tap. Default: nil. It is a closure instead of the selector on iOS.
  open var action: ((UIBarButtonItem) -> Void)?

  private(set) final var space: Space?

  /// Whether the item is a system item that leaves a screen. Escape presses it.
  private(set) final var isCancel = false

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
    let look = item.look
    self.init(
      title: look.title.map { localized($0) }, style: item == .done ? .done : .plain, target: target, action: action)
    if let symbol = look.symbol { image = UIImage(systemName: symbol) }
    switch item {
    case .flexibleSpace: space = .flexible
    case .fixedSpace: space = .fixed
    case .cancel, .close: isCancel = true
    default: break
    }
  }

  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.init(barButtonSystemItem: systemItem)
    let (title, image) = (title, image)
    self.primaryAction = primaryAction
    (self.title, self.image) = (title, image)  // keeps those of the system item
    self.menu = menu
  }

  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    self.init()
    self.primaryAction = primaryAction
    setTitleAndImage(of: primaryAction)  // initialisers call no observers
    if let title { self.title = title }
    if let image { self.image = image }
    self.menu = menu
  }

  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }

  /// Returns a space that fills the remaining width of a toolbar. Navigation bars leave it out.
  open class func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(barButtonSystemItem: .flexibleSpace) }

  /// Returns a space of a fixed width, in points.
  open class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(barButtonSystemItem: .fixedSpace)
    item.width = width
    return item
  }

  /// Whether a tap runs an action instead of opening the menu.
  final var hasAction: Bool { action != nil || primaryAction != nil }

  final func tap() {
    if changesSelectionAsPrimaryAction, menu == nil { isSelected.toggle() }
    if let action { return action(self) }
    if let primaryAction { primaryAction.handler(primaryAction) }
  }
}
