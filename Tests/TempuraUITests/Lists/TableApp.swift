import Foundation

@testable import TempuraUI

/// A cell class as iOS apps write them.
final class NoteCell: UITableViewCell {
  let star = UIButton(type: .system)
  private(set) var reuses = 0

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(star)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func prepareForReuse() {
    super.prepareForReuse()
    reuses += 1
  }
}

/// A table over sections of texts, and all that its delegate is told.
final class TableApp: UITableViewDataSource, UITableViewDelegate {
  var sections: [[String]]
  var titles: [String?] = []
  var hasIdentities = false
  var log: [String] = []
  /// What it is told of scrolling.
  var displays: [String] = []
  var isEditable: Bool?
  var isMovable = false
  var editingStyle = UITableViewCell.EditingStyle.delete
  var untappable: Set<String> = []
  var redirected: [IndexPath: IndexPath?] = [:]
  /// What happens when a cell has left the screen.
  var didEnd: () -> Void = {}
  var estimate = UITableView.automaticDimension
  private(set) var askedHeights: Set<Int> = []
  var swipes: ((String) -> [UIContextualAction])?
  var configure: (UITableViewCell, String) -> Void = { _, _ in }
  let table = UITableView(frame: .zero, style: .plain)

  init(_ sections: [String]..., hasIdentities: Bool = false) {
    self.sections = sections
    self.hasIdentities = hasIdentities
    table.register(NoteCell.self, forCellReuseIdentifier: "note")
    table.dataSource = self
    table.delegate = self
    table.layoutIfNeeded()
  }

  func tableView(_: UITableView, willDisplay _: UITableViewCell, forRowAt path: IndexPath) {
    displays.append("show \(path.row)")
  }
  func tableView(_: UITableView, didEndDisplaying _: UITableViewCell, forRowAt path: IndexPath) {
    displays.append("hide \(path.row)")
    didEnd()
  }
  func tableView(_ table: UITableView, estimatedHeightForRowAt _: IndexPath) -> CGFloat { estimate }
  func tableView(_ table: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    askedHeights.insert(path.row)
    return table.rowHeight
  }
  func scrollViewWillBeginDragging(_: UIScrollView) { displays.append("begin") }
  func scrollViewDidScroll(_ view: UIScrollView) { displays.append("at \(Int(view.contentOffset.y))") }
  func scrollViewDidEndDragging(_: UIScrollView, willDecelerate _: Bool) { displays.append("end") }
  func scrollViewDidEndDecelerating(_: UIScrollView) { displays.append("rest") }

  func text(at path: IndexPath) -> String { sections[path.section][path.row] }

  var shown: [[String]] {
    table.content.sections.map { $0.rows.map { ($0?.cell as? UITableViewCell)?.textLabel?.text ?? "?" } }
  }

  /// Taps a part of a row, found by what it shows.
  @discardableResult func tap(_ text: String, _ part: String = "") -> Bool {
    let cell = table.visibleCells.first { $0.textLabel?.text == text }
    guard let target = cell?.tapTarget(ofPart: part), target.refusal == nil else { return false }
    target.tap()
    table.layoutIfNeeded()
    return true
  }

  func id(of text: String) -> String { table.visibleCells.first { $0.textLabel?.text == text }?.pathName ?? "none" }

  // MARK: - Data source

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "note", for: indexPath)
    cell.textLabel?.text = text(at: indexPath)
    configure(cell, text(at: indexPath))
    log.append("cell \(text(at: indexPath))")
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    titles.indices.contains(section) ? titles[section] : nil
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    hasIdentities ? text(at: indexPath) : nil
  }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    isEditable ?? tableView.isEditing
  }
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { isMovable }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete {
      log.append("delete \(sections[indexPath.section].remove(at: indexPath.row))")
      tableView.deleteRows(at: [indexPath], with: .automatic)
    } else {
      sections[indexPath.section].insert("new", at: indexPath.row)
      tableView.insertRows(at: [indexPath], with: .automatic)
    }
  }

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    let text = sections[sourceIndexPath.section].remove(at: sourceIndexPath.row)
    sections[destinationIndexPath.section].insert(text, at: destinationIndexPath.row)
  }

  // MARK: - Delegate

  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    !untappable.contains(text(at: indexPath))
  }

  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    redirected[indexPath] ?? indexPath
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log.append("select \(text(at: indexPath))")
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    log.append("deselect \(text(at: indexPath))")
  }

  func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
    log.append("details of \(text(at: indexPath))")
  }

  func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { editingStyle }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    swipes.map { UISwipeActionsConfiguration(actions: $0(text(at: indexPath))) }
  }
}

/// A table whose rows have context menus.
final class MenuApp: UITableViewDataSource, UITableViewDelegate {
  let rows: [String]
  var chosen: [String] = []
  let table = UITableView(frame: .zero, style: .plain)

  init(_ rows: [String]) {
    self.rows = rows
    table.register(NoteCell.self, forCellReuseIdentifier: "note")
    table.dataSource = self
  }

  func tap(_ text: String, _ part: String) -> Bool {
    let cell = table.visibleCells.first { $0.textLabel?.text == text }
    guard let target = cell?.tapTarget(ofPart: part), target.refusal == nil else { return false }
    target.tap()
    return true
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "note", for: indexPath)
    cell.textLabel?.text = rows[indexPath.row]
    return cell
  }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(actionProvider: { [rows] _ in
      UIMenu(children: [
        UIAction(title: "Pin") { _ in self.chosen.append("Pin \(rows[indexPath.row])") },
        UIAction(title: "Gone", attributes: .hidden) { _ in },
        UIAction(title: "Archive") { _ in },
      ])
    })
  }

  func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
    -> UISwipeActionsConfiguration?
  { UISwipeActionsConfiguration(actions: [UIContextualAction(style: .normal, title: "Archive") { _, _, _ in }]) }
}
