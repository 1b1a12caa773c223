/// Something that can be done with a row.
open class UIContextualAction {
  public enum Style: Int, Sendable { case normal, destructive }

  /// Does it. The first view is the row's cell. The last argument is to be called with whether it was done, as on a phone;
  /// here nothing waits for it.
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

  public final let style: Style
  public final let handler: Handler
  open var title: String?
  open var image: UIImage?
  open var backgroundColor: UIColor!

  /// What a screen reader says; what the button says if there is no title.
  open var accessibilityLabel: String?

  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
  }

  /// What the action is known by in the page.
  var name: String { title ?? accessibilityLabel ?? ownText(style == .destructive ? "Delete" : "Action") }
}
