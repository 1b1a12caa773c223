// swift-format-ignore-file
// Because each name has one line.

public import Foundation

// The names of UIKit's lists that change nothing on a page: apps compile, and read back what they set. See `WithoutEffect.swift`.

extension ListCell {
  // The content is always updated for the state, and the background never.
  public var automaticallyUpdatesContentConfiguration: Bool { get { true } set {} }
  public var automaticallyUpdatesBackgroundConfiguration: Bool { get { true } set {} }
}

extension UITableView {
  // Headers and footers are measured if the app lays them out by frames.
  public var estimatedSectionHeaderHeight: CGFloat { get { kept(Self.automaticDimension) } set { keep(newValue) } }
  public var estimatedSectionFooterHeight: CGFloat { get { kept(Self.automaticDimension) } set { keep(newValue) } }
  // The style sheet decides about the room above headers, and where lines and contents begin.
  public var sectionHeaderTopPadding: CGFloat { get { kept(Self.automaticDimension) } set { keep(newValue) } }
  public var cellLayoutMarginsFollowReadableWidth: Bool { get { kept(false) } set { keep(newValue) } }
  public var insetsContentViewsToSafeArea: Bool { get { kept(true) } set { keep(newValue) } }
  public var separatorInsetReference: SeparatorInsetReference { get { kept(.fromCellEdges) } set { keep(newValue) } }
  public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }
  public var sectionIndexTrackingBackgroundColor: UIColor? { get { kept(nil) } set { keep(newValue) } }
  public var sectionIndexMinimumDisplayRowCount: Int { get { kept(0) } set { keep(newValue) } }
}

extension UITableViewCell {
  /// Selected rows have `selectedBackgroundView`.
  public var multipleSelectionBackgroundView: UIView? { get { kept(nil) } set { keep(newValue) } }
}

// MARK: - Delegates

// What nothing calls: a server does not know of presses.

extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool { true }
  public func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}
  public func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}
}

extension UICollectionViewDelegate {
  /// Configure supplementary views where the data source makes them.
  public func collectionView(_ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView, forElementKind elementKind: String, at indexPath: IndexPath) {}
  public func collectionView(_ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView, forElementOfKind elementKind: String, at indexPath: IndexPath) {}
  public func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
  public func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
}
