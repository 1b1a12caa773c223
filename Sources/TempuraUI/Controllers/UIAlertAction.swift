/// A button of an alert or an action sheet.
open class UIAlertAction {
  /// The meaning of a button.
  public enum Style: Int, Sendable {
    case `default`
    /// Cancels and changes nothing. An alert has at most one such action.
    case cancel
    /// Deletes or changes data. The button has a warning colour.
    case destructive
  }

  public final let title: String?
  public final let style: Style
  final let handler: ((UIAlertAction) -> Void)?

  /// Whether the button can be pressed. Default: true.
  open var isEnabled = true { didSet { if isEnabled != oldValue { owner?.setNeedsRender() } } }

  /// The view that shows the action.
  final weak var owner: UIView?

  /// - Parameter handler: Runs after the alert is dismissed.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}
