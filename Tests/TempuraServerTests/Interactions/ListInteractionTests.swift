import Foundation
import TempuraUI
import Testing

@testable import TempuraServer

/// Lists and gestures over HTTP, without script: what a page shows is what a tap of it means, or it is refused.
@Suite struct ListInteractionTests {
  private final class ListDelegate: WindowDelegate {
    override func makeRoot() -> UIViewController? { Controller() }
  }

  private final class Controller: UIViewController, UITableViewDataSource, UITableViewDelegate,
    UICollectionViewDataSource, UICollectionViewDelegate
  {
    var items = ["Milk", "Eggs", "Tea"]
    let table = UITableView(frame: .zero, style: .insetGrouped)
    let list = UICollectionView()
    let label = UILabel()
    let card = UIView()
    let field = UITextField()
    let editButton = UIButton()
    let refreshControl = UIRefreshControl()

    override func viewDidLoad() {
      for (view, identifier) in [
        (table, "table"), (list, "list"), (label, "label"), (card, "card"), (field, "field"), (editButton, "edit"),
        (refreshControl, "refresh"),
      ] as [(UIView, String)] {
        view.accessibilityIdentifier = identifier
      }
      for view in [label, card, field, editButton, table, list] as [UIView] { self.view.addSubview(view) }
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      list.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      (table.dataSource, table.delegate, list.dataSource, list.delegate) = (self, self, self, self)
      table.refreshControl = refreshControl
      refreshControl.on(.valueChanged) { [unowned self] control in
        label.text = "refreshed"
        control.endRefreshing()
      }
      card.addGestureRecognizer(
        UITapGestureRecognizer(target: self, action: { [unowned self] _ in label.text = "tapped" }))
      card.addGestureRecognizer(
        UILongPressGestureRecognizer(
          target: self, action: { [unowned self] in if $0.state == .began { label.text = "pressed" } }))
      editButton.on(.touchUpInside) { [unowned self] _ in table.setEditing(!table.isEditing, animated: true) }
      field.on(.editingChanged) { [unowned self] field in
        items = (field.text ?? "").split(separator: ",").map(String.init)
        table.reloadData()
        list.reloadData()
      }
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.textLabel?.text = items[indexPath.row]
      cell.accessoryType = .detailButton
      return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      label.text = "selected \(items[indexPath.row])"
      tableView.deselectRow(at: indexPath, animated: true)
    }

    func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
      label.text = "details of \(items[indexPath.row])"
    }

    func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
      label.text = "deleted \(items.remove(at: indexPath.row))"
      tableView.deleteRows(at: [indexPath], with: .automatic)
    }

    func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

    func tableView(
      _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
      items.insert(items.remove(at: sourceIndexPath.row), at: destinationIndexPath.row)
      label.text = items.joined(separator: ",")
    }

    func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
      let item = items[indexPath.row]
      return UISwipeActionsConfiguration(actions: [
        UIContextualAction(style: .destructive, title: "Use up") { [unowned self] _, _, done in
          label.text = "used up \(item)"
          items.removeAll { $0 == item }
          table.reloadData()
          done(true)
        }
      ])
    }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { items.count }

    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
      cell.accessibilityLabel = items[indexPath.item]
      return cell
    }

    func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String? {
      items[indexPath.item]
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      label.text = "chose \(items[indexPath.item])"
    }
  }

  private let server: TestServer
  private let browser: Browser

  init() throws {
    server = try TestServer(ListDelegate.self)
    browser = server.browser()
    try browser.open("/")
  }

  /// The id of the row of the table that shows a text, in the page that is open.
  private func row(_ text: String) throws -> String {
    let rows = browser.page.body.components(separatedBy: "<li id=\"").dropFirst()
    let row = rows.first { $0.contains(">\(text)</p>") }
    return try #require(row?.split(separator: "\"").first.map(String.init))
  }

  @Test func aTapOfARowSelectsIt() throws {
    try browser.tap(row("Eggs"))
    #expect(browser.page.text("label") == "selected Eggs")
    try browser.tap(row("Tea") + ".row-accessory")
    #expect(browser.page.text("label") == "details of Tea")
  }

  @Test func aTapOfAnOldPageMeansTheRowThatItShowedOrNone() throws {
    let (eggs, tea) = (try row("Eggs"), try row("Tea"))
    let other = browser.newTab()
    try other.open("/")
    try other.tap(eggs + ".row-action-_Use_20up")
    #expect(other.page.text("label") == "used up Eggs")
    try browser.tap(tea)
    #expect(browser.page.text("label") == "selected Tea", "which is in the place of the eggs now")
    try browser.tap(eggs)
    #expect(browser.page.status == 409)
    #expect(browser.page.text("label") == "selected Tea")
  }

  @Test func rowsAreDeletedAndMovedByButtons() throws {
    #expect(!browser.page.body.contains("Delete"))
    try browser.tap("edit")
    try browser.tap(row("Eggs") + ".row-up")
    #expect(browser.page.text("label") == "Eggs,Milk,Tea")
    try browser.tap(row("Milk") + ".row-delete")
    #expect(browser.page.text("label") == "deleted Milk")
    #expect(!browser.page.body.contains(">Milk<"))
    try browser.tap("edit")
    try browser.tap(row("Tea") + ".row-delete")
    #expect(browser.page.status == 409, "the table is not edited any more")
  }

  /// What is typed is put in before the tap, and may change the rows under it.
  @Test func aRowThatTypingReplacedIsNotTapped() throws {
    try browser.tap(row("Milk"), ["field": "Wine,Milk"])
    #expect(browser.page.text("label") == "selected Milk", "it is the same row at another place")
    try browser.tap(row("Milk"), ["field": "Beer,Wine"])
    #expect(browser.page.status == 409)
    #expect(browser.page.text("label") == "selected Milk")
    #expect(browser.page.body.contains(">Beer</p>"))
  }

  @Test func itemsOfCollectionViewsAreTapped() throws {
    let tea = try #require(browser.page.first(/value="([^"]+\.Tea)"/))
    try browser.tap(tea)
    #expect(browser.page.text("label") == "chose Tea")
    try browser.tap(tea.replacing("Tea", with: "Coffee"))
    #expect(browser.page.status == 409)
  }

  @Test func gesturesAreButtons() throws {
    try browser.tap("card")
    #expect(browser.page.text("label") == "tapped")
    try browser.tap("card.gesture-_Long_20press")
    #expect(browser.page.text("label") == "pressed")
    try browser.tap("card.gesture-Pinch")
    #expect(browser.page.status == 409)
  }

  @Test func refreshingIsAButton() throws {
    try browser.tap("refresh")
    #expect(browser.page.text("label") == "refreshed")
    #expect(!browser.page.body.contains("Refreshing"))
  }
}
