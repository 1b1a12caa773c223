/// An action of a row. It is in the menu of the row, and a swipe shows it where there is a script, as on iOS.
open class UIContextualAction {
  public enum Style: Int, Sendable { case normal, destructive }

  /// Performs the action. The arguments are the action, the row's cell, and a function that takes whether the action
  /// succeeded. The function does nothing here.
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

  public final let style: Style
  public final let handler: Handler
  open var title: String?
  open var image: UIImage?
  /// The background of the button that a swipe shows, whose text is white, as on iOS. Default: nil, that of the style. Set it
  /// before the row is rendered.
  open var backgroundColor: UIColor!

  /// The text of the button if there is no title.
  open var accessibilityLabel: String?

  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
  }

  /// Where a swipe of the row shows the action.
  enum Place { case contextMenu, repeatedInContextMenu, leading, trailing }
  final var place = Place.trailing
  /// Whether a full swipe performs the action.
  final var isPerformedByFullSwipe = false

  var cssClass: StaticString? {
    switch (place, style, isPerformedByFullSwipe) {
    case (.contextMenu, .normal, _): nil
    case (.contextMenu, .destructive, _): "destructive"
    case (.repeatedInContextMenu, .normal, _): "again"
    case (.repeatedInContextMenu, .destructive, _): "again destructive"
    case (.leading, .normal, false): "swipe leading"
    case (.leading, .normal, true): "swipe leading full"
    case (.leading, .destructive, false): "swipe leading destructive"
    case (.leading, .destructive, true): "swipe leading full destructive"
    case (.trailing, .normal, false): "swipe"
    case (.trailing, .normal, true): "swipe full"
    case (.trailing, .destructive, false): "swipe destructive"
    case (.trailing, .destructive, true): "swipe full destructive"
    }
  }

  /// The colour of the button as CSS declarations.
  var css: String { backgroundColor.map { "--action:\($0.css);" } ?? "" }

  /// The text of the button.
  var name: String { title ?? accessibilityLabel ?? localized(style == .destructive ? .buttonDelete : .buttonAction) }
}

/// The swipe actions of a row.
open class UISwipeActionsConfiguration {
  public final let actions: [UIContextualAction]

  /// Whether a full swipe performs the first action. Default: true.
  open var performsFirstActionWithFullSwipe = true

  public init(actions: [UIContextualAction]) { self.actions = actions }

  /// Returns the actions, which know where a swipe shows them.
  final func actions(at place: UIContextualAction.Place) -> [UIContextualAction] {
    for action in actions {
      action.place = place
      action.isPerformedByFullSwipe = performsFirstActionWithFullSwipe && action === actions.first
    }
    return actions
  }
}
