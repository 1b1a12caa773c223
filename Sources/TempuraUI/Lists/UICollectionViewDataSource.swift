public import Foundation

/// Says what a collection view shows.
public protocol UICollectionViewDataSource: AnyObject {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell

  func numberOfSections(in collectionView: UICollectionView) -> Int

  /// The header or the footer of a section: it is asked for where the layout has a size for one.
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView

  /// What tells the item from all others, whatever it shows and wherever it stands. It is part of the ids in the page.
  /// UIKit has no such method.
  ///
  /// Without one an item is known by what its cell shows: a tap on an old page finds one that shows the same, or is refused.
  func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String?
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }

  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }

  public func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String? {
    nil
  }
}
