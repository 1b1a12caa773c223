public import Foundation

/// Says what a table shows.
///
/// Swift has no optional requirements off Apple's platforms, so all but two have a default here, and nobody can see
/// whether an app has a method of its own. What that changes stands at the methods.
public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell

  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?

  /// Whether the row can be deleted, or something inserted there. A row that can is deleted by a button while the table
  /// is edited; while it is not, by one among the row's actions, in the place of a swipe. The default is that it can
  /// while the table is edited only.
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool

  /// Deletes the row's item, or inserts one, and tells the table.
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)

  /// Whether the row has buttons that move it while the table is edited. The default is no, also where the app has
  /// `tableView(_:moveRowAt:to:)`.
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool

  /// Moves the row's item. The table moves the row itself.
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

  /// What tells the row's item from all others, whatever it shows and wherever it stands, such as its id in a database.
  /// It is part of the ids in the page. UIKit has no such method.
  ///
  /// Without one a row is known by what it shows: a tap on an old page finds the row that shows the same, or is refused.
  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String?
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { tableView.isEditing }

  public func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    Misuse.report(
      "\(type(of: self)) lets rows be edited and does nothing about it: write tableView(_:commit:forRowAt:), or answer false "
        + "in tableView(_:canEditRowAt:).")
  }

  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    Misuse.report(
      "\(type(of: self)) lets rows be moved and does nothing about it: write tableView(_:moveRowAt:to:), or answer false in "
        + "tableView(_:canMoveRowAt:).")
  }

  public func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? { nil }
}
