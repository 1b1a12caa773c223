public import Foundation

/// A change of one item of a collection view.
open class UICollectionViewUpdateItem {
  public enum Action: Int, Sendable { case insert, delete, reload, move, none }

  public final let indexPathBeforeUpdate: IndexPath?
  public final let indexPathAfterUpdate: IndexPath?
  public final let updateAction: Action

  package init(_ action: Action, before: IndexPath?, after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
  }
}
