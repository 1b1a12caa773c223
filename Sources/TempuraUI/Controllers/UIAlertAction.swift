/// A button of an alert or an action sheet.
open class UIAlertAction {
  /// What a button stands for.
  public enum Style: Int, Sendable {
    case `default`
    /// It leaves things as they are. An alert has one at most, and has it at its end.
    case cancel
    /// It says that it takes something away.
    case destructive
  }

  public final let title: String?
  public final let style: Style
  final let handler: ((UIAlertAction) -> Void)?

  open var isEnabled = true { didSet { if isEnabled != oldValue { owner?.setNeedsRender() } } }

  /// The view that shows the action.
  final weak var owner: UIView?

  /// - Parameter handler: Runs after the alert is gone.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}
