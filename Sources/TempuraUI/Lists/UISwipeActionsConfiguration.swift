/// What swiping a row offers: buttons in the row, on a page.
open class UISwipeActionsConfiguration {
  public final let actions: [UIContextualAction]

  /// Whether swiping all the way performs the first action. Nobody swipes a page: it is kept for the app to read.
  open var performsFirstActionWithFullSwipe = true

  public init(actions: [UIContextualAction]) { self.actions = actions }
}
