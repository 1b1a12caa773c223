internal import Basics
public import Foundation

/// Provides the items and cells of a collection view.
public protocol UICollectionViewDataSource: AnyObject {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell

  func numberOfSections(in collectionView: UICollectionView) -> Int

  /// Returns the header or the footer of a section. Called if the layout gives it a size other than zero.
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView

  /// Returns whether a gesture may move an item: see `beginInteractiveMovementForItem(at:)`. Default: true.
  func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  /// Moves an item, when a gesture has moved its cell.
  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

  /// Returns the identity of an item, such as its id in a database. It must differ from those of all other items, and
  /// must not depend on content or position. It becomes part of element ids. UIKit has no such method.
  ///
  /// Default: nil. The item is then identified by what its cell shows: a tap on an old page finds an item that shows
  /// the same content, or is refused.
  func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String?
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }

  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }

  public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }

  public func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    Misuse.report(
      ignored: "Moving an item", by: self, "collectionView(_:moveItemAt:to:)",
      unless: "collectionView(_:canMoveItemAt:)")
  }

  public func collectionView(_: UICollectionView, identityForItemAt _: IndexPath) -> String? { nil }
}

/// Prepares items before they are shown: in a list of more than 100 items, those around the ones on the screen.
public protocol UICollectionViewDataSourcePrefetching: AnyObject {
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
  /// Called for items that have left the window and were never shown.
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension UICollectionViewDataSourcePrefetching {
  public func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {}
}
