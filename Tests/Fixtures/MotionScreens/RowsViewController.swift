import UIKit

/// A table in a view with frames: rows come, go and move, by buttons and by fingers.
final class RowsViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let toolbar = UIStackView()
  private let statusLabel = UILabel()
  private var items = (1...9).map { "Item \($0)" }
  private var flagged: Set<String> = []
  private var nextNumber = 10

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItem = editButtonItem
    statusLabel.text = "9 rows"
    statusLabel.accessibilityIdentifier = "rows.status"
    view.addSubview(statusLabel)
    for (title, action) in [("Insert", insert), ("Remove", delete), ("Move", move), ("Batch", batch)] {
      toolbar.addArrangedSubview(
        UIButton(type: .system, primaryAction: UIAction(title: title, handler: { _ in action() })))
    }
    toolbar.distribution = .fillEqually
    view.addSubview(toolbar)
    tableView.dataSource = self
    tableView.delegate = self
    tableView.rowHeight = 52
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    tableView.refreshControl = UIRefreshControl()
    tableView.refreshControl?.addTarget(self, action: RowsViewController.refresh, for: .valueChanged)
    view.addSubview(tableView)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let top = view.safeAreaInsets.top
    let width = view.bounds.width
    toolbar.frame = CGRect(x: 0, y: top, width: width, height: 44)
    statusLabel.frame = CGRect(x: 20, y: top + 44, width: width - 40, height: 24)
    tableView.frame = CGRect(x: 0, y: top + 76, width: width, height: view.bounds.height - top - 76)
  }

  override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    tableView.setEditing(editing, animated: animated)
  }

  private func insert() {
    items.insert("Item \(nextNumber)", at: 1)
    nextNumber += 1
    tableView.insertRows(at: [IndexPath(row: 1, section: 0)], with: .automatic)
    statusLabel.text = "Inserted"
  }

  private func delete() {
    guard items.count > 1 else { return }
    items.remove(at: 1)
    tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .left)
    statusLabel.text = "Deleted"
  }

  private func move() {
    let item = items.remove(at: 0)
    items.insert(item, at: 4)
    tableView.moveRow(at: IndexPath(row: 0, section: 0), to: IndexPath(row: 4, section: 0))
    statusLabel.text = "Moved"
  }

  private func batch() {
    tableView.performBatchUpdates {
      items.remove(at: 0)
      items.append("Item \(nextNumber)")
      nextNumber += 1
      tableView.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      tableView.insertRows(at: [IndexPath(row: items.count - 1, section: 0)], with: .fade)
    } completion: { _ in
      self.statusLabel.text = "Batch done"
    }
  }

  private func refresh() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.8) {
      self.items.insert("Fresh \(self.nextNumber)", at: 0)
      self.nextNumber += 1
      self.tableView.reloadData()
      self.tableView.refreshControl?.endRefreshing()
      self.statusLabel.text = "Refreshed"
    }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    items.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    let item = items[indexPath.row]
    cell.textLabel?.text = flagged.contains(item) ? "⚑ \(item)" : item
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    statusLabel.text = "Selected \(items[indexPath.row])"
  }

  func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let item = items[indexPath.row]
    let flag = UIContextualAction(style: .normal, title: "Flag") { _, _, completion in
      if self.flagged.remove(item) == nil { self.flagged.insert(item) }
      self.tableView.reloadRows(at: [indexPath], with: .none)
      self.statusLabel.text = "Flagged \(item)"
      completion(true)
    }
    flag.backgroundColor = .systemOrange
    return UISwipeActionsConfiguration(actions: [flag])
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let item = items[indexPath.row]
    let delete = UIContextualAction(style: .destructive, title: "Delete") { _, _, completion in
      guard let index = self.items.firstIndex(of: item) else { return completion(false) }
      self.items.remove(at: index)
      self.tableView.deleteRows(at: [IndexPath(row: index, section: 0)], with: .automatic)
      self.statusLabel.text = "Deleted \(item)"
      completion(true)
    }
    let more = UIContextualAction(style: .normal, title: "More") { _, _, completion in
      self.statusLabel.text = "More of \(item)"
      completion(true)
    }
    return UISwipeActionsConfiguration(actions: [delete, more])
  }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    true
  }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    items.insert(items.remove(at: source.row), at: destination.row)
    statusLabel.text = "Reordered to \(destination.row)"
  }
}
