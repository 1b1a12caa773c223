/// The swipe actions of a row. They are buttons in the row.
open class UISwipeActionsConfiguration {
  public final let actions: [UIContextualAction]

  /// Whether a full swipe performs the first action. Ignored: there are no swipes. Default: true.
  open var performsFirstActionWithFullSwipe = true

  public init(actions: [UIContextualAction]) { self.actions = actions }
}
