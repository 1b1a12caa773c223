/// An action of a row. It is a button in the row; on iOS a swipe reveals it.
open class UIContextualAction {
  public enum Style: Int, Sendable { case normal, destructive }

  /// Performs the action. The arguments are the action, the row's cell, and a function that takes whether the action
  /// succeeded. The function does nothing here.
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

  public final let style: Style
  public final let handler: Handler
  open var title: String?
  open var image: UIImage?
  /// The background of the button, whose text is then white, as on iOS. Default: nil, no background. Set it before the
  /// row is rendered.
  open var backgroundColor: UIColor!

  /// The text of the button if there is no title.
  open var accessibilityLabel: String?

  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
  }

  /// The colours of the button as CSS declarations.
  var css: String {
    guard let backgroundColor else { return "" }
    return "background-color:\(backgroundColor.css);color:#fff;"
  }

  /// The text of the button.
  var name: String { title ?? accessibilityLabel ?? localized(style == .destructive ? .buttonDelete : .buttonAction) }
}

/// The swipe actions of a row. They are buttons in the row.
open class UISwipeActionsConfiguration {
  public final let actions: [UIContextualAction]

  /// Whether a full swipe performs the first action. Ignored: there are no swipes. Default: true.
  open var performsFirstActionWithFullSwipe = true

  public init(actions: [UIContextualAction]) { self.actions = actions }
}
