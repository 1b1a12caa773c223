import UIKit

final class TablesScreen: ScreenView, UITableViewDataSource, UITableViewDelegate {
  // subviews
  let table = UITableView(frame: .zero, style: .insetGrouped)
  private let styles = UITableView(frame: .zero, style: .plain)
  private let empty = UITableView(frame: .zero, style: .plain)
  private let editButton = UIButton(type: .system)
  private let styleSource = CellStylesSource()

  private struct Shelf {
    let title: String
    var things: [String]
  }

  private var shelves = [
    Shelf(title: "Fridge", things: ["Milk", "A dozen eggs from the farm at the other end of the village", "حليب"]),
    Shelf(title: "Cupboard", things: ["Tea", "Rice"]),
  ]
  private var starred: Set<String> = ["Tea"]

  override func addExamples() {
    table.register(ThingCell.self, forCellReuseIdentifier: "thing")
    table.dataSource = self
    table.delegate = self
    table.refreshControl = UIRefreshControl()
    table.accessibilityLabel = "Things"
    table.refreshControl.map { control in
      note(control, .valueChanged) { control in
        control.endRefreshing()
        return "The things are up to date"
      }
    }
    editButton.setTitle("Edit", for: .normal)
    note(editButton, .touchUpInside) { [unowned self] button in
      table.setEditing(!table.isEditing, animated: true)
      button.setTitle(table.isEditing ? "Done" : "Edit", for: .normal)
      return table.isEditing ? "Rows can be deleted and moved" : "Editing is over"
    }
    addGroup("Sections to select, swipe and edit", [editButton, table])
    styleSource.didSelect = { [unowned self] text in didHappen?(text) }
    styles.dataSource = styleSource
    styles.delegate = styleSource
    addGroup("Styles and accessories", [styles])
    let label = UILabel()
    label.text = "There are no rows."
    label.textColor = Palette.secondary
    empty.backgroundView = label
    addGroup("Empty", [empty])
  }

  // MARK: - Data source

  func numberOfSections(in tableView: UITableView) -> Int { shelves.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { shelves[section].things.count }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { shelves[section].title }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    section == 0 ? "What is in the fridge wants to be eaten soon." : nil
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "thing", for: indexPath)
    let thing = shelves[indexPath.section].things[indexPath.row]
    cell.textLabel?.text = thing
    (cell as? ThingCell)?.show(isStarred: starred.contains(thing)) { [unowned self] in toggleStar(of: thing) }
    return cell
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    shelves[indexPath.section].things[indexPath.row]
  }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    let thing = shelves[sourceIndexPath.section].things.remove(at: sourceIndexPath.row)
    shelves[destinationIndexPath.section].things.insert(thing, at: destinationIndexPath.row)
    didHappen?("\(thing) was moved")
  }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    remove(at: indexPath)
  }

  private func remove(at indexPath: IndexPath) {
    let thing = shelves[indexPath.section].things.remove(at: indexPath.row)
    table.deleteRows(at: [indexPath], with: .automatic)
    didHappen?("\(thing) was deleted")
  }

  private func toggleStar(of thing: String) {
    starred.formSymmetricDifference([thing])
    table.reloadData()
    didHappen?(starred.contains(thing) ? "\(thing) was starred" : "\(thing) has no star any more")
  }

  // MARK: - Delegate

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    didHappen?("\(shelves[indexPath.section].things[indexPath.row]) was selected")
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let thing = shelves[indexPath.section].things[indexPath.row]
    let note = UIContextualAction(style: .normal, title: "Take note") { [unowned self] _, _, done in
      didHappen?("A note was taken of \(thing)")
      done(true)
    }
    let delete = UIContextualAction(style: .destructive, title: "Delete") { [unowned self] _, _, done in
      remove(at: indexPath)
      done(true)
    }
    return UISwipeActionsConfiguration(actions: [note, delete])
  }
}

/// A row with a button of its own.
final class ThingCell: UITableViewCell {
  private let starButton = UIButton(type: .system)
  private var didStar: (() -> Void)?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    starButton.on(.touchUpInside) { [unowned self] _ in didStar?() }
    accessoryView = starButton
  }

  required init?(coder: NSCoder) { nil }

  func show(isStarred: Bool, didStar: @escaping () -> Void) {
    self.didStar = didStar
    starButton.setTitle(isStarred ? "★" : "☆", for: .normal)
    starButton.accessibilityLabel =
      isStarred ? "Take the star from \(textLabel?.text ?? "")" : "Star \(textLabel?.text ?? "")"
  }
}

/// One row for each style and accessory.
private final class CellStylesSource: UITableViewDataSource, UITableViewDelegate {
  var didSelect: ((String) -> Void)?

  private let rows: [(style: UITableViewCell.CellStyle, accessory: UITableViewCell.AccessoryType, text: String)] = [
    (.default, .none, "Default"), (.subtitle, .disclosureIndicator, "Subtitle"), (.value1, .checkmark, "Value 1"),
    (.value2, .none, "Value 2"), (.subtitle, .detailDisclosureButton, "With an image"),
  ]

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let row = rows[indexPath.row]
    let cell = UITableViewCell(style: row.style, reuseIdentifier: nil)
    cell.textLabel?.text = row.text
    cell.detailTextLabel?.text = "Detail"
    cell.accessoryType = row.accessory
    if indexPath.row == 4 { cell.imageView?.image = UIImage(named: "icon") }
    return cell
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    rows[indexPath.row].text
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    didSelect?("\(rows[indexPath.row].text) was selected")
    tableView.deselectRow(at: indexPath, animated: true)
  }

  func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
    didSelect?("More about \(rows[indexPath.row].text)")
  }
}
