internal import Basics
public import Foundation

/// Provides the rows and cells of a table.
///
/// Off Apple's platforms, Swift has no optional requirements. So all methods except two have a default implementation,
/// and the table cannot tell whether the app has its own. Where behaviour differs from iOS for this reason, the method
/// says so.
public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell

  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?

  /// Returns the titles of the index at the side of the table, which are links to sections. A section without a header
  /// cannot be a target. Default: nil.
  func sectionIndexTitles(for tableView: UITableView) -> [String]?

  /// Returns the section of a title of the index. Default: the section of the same number.
  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int

  /// Returns whether the row can be edited: deleted, or inserted at. In editing mode a row that can be deleted has a
  /// button for it. Outside editing mode the button is among the actions of the row, instead of a swipe. Default: true
  /// in editing mode only.
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool

  /// Deletes the item of the row, or inserts one, in the app's data, and announces the change to the table.
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)

  /// Returns whether the row has buttons that move it in editing mode. Default: false. On iOS the default is true if
  /// the app implements `tableView(_:moveRowAt:to:)`.
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool

  /// Moves the item of the row in the app's data. The table moves the row itself.
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

  /// Returns the identity of the row's item, such as its id in a database. It must differ from those of all other
  /// items, and must not depend on content or position. It becomes part of element ids. UIKit has no such method.
  ///
  /// Default: nil. The row is then identified by what it shows: a tap on an old page finds a row that shows the same
  /// content, or is refused.
  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String?
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  public func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
  public func tableView(_: UITableView, sectionForSectionIndexTitle _: String, at index: Int) -> Int { index }
  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { tableView.isEditing }

  public func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    Misuse.report(
      ignored: "Editing a row", by: self, "tableView(_:commit:forRowAt:)", unless: "tableView(_:canEditRowAt:)")
  }

  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    Misuse.report(
      ignored: "Moving a row", by: self, "tableView(_:moveRowAt:to:)", unless: "tableView(_:canMoveRowAt:)")
  }

  public func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? { nil }
}

extension Misuse {
  /// Reports an act of the user that has no effect, because the app has not implemented a method of its data source.
  static func report(ignored act: String, by source: Any, _ method: String, unless permission: String) {
    report("\(act) of \(type(of: source)) does nothing: implement \(method), or return false from \(permission).")
  }
}

/// Prepares rows before they are shown: in a table of more than 100 rows, those around the ones on the screen.
public protocol UITableViewDataSourcePrefetching: AnyObject {
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  /// Called for rows that have left the window and were never shown.
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
