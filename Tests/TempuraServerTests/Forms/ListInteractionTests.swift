import Foundation
import Katana
import Tempura
import TempuraUI
import Testing

@testable import TempuraServer

/// Lists over HTTP, without script: what a page shows is what a tap of it means, or it is refused.
@Suite struct ListInteractionTests {
  private final class ListDelegate: WindowDelegate {
    override func makeRoot() -> UIViewController? { Controller() }
  }

  private final class Controller: UIViewController, UITableViewDataSource, UITableViewDelegate {
    var items = ["Milk", "Eggs", "Tea"]
    let table = UITableView(frame: .zero, style: .insetGrouped)
    let label = UILabel()
    let field = UITextField()

    override func viewDidLoad() {
      for (view, identifier) in [(table, "table"), (label, "label"), (field, "field")] as [(UIView, String)] {
        view.accessibilityIdentifier = identifier
        self.view.addSubview(view)
      }
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      (table.dataSource, table.delegate) = (self, self)
      field.on(.editingChanged) { [unowned self] field in
        items = (field.text ?? "").split(separator: ",").map(String.init)
        table.reloadData()
      }
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.textLabel?.text = items[indexPath.row]
      return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      label.text = "selected \(items[indexPath.row])"
      tableView.deselectRow(at: indexPath, animated: true)
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
  }

  private let browser: Browser

  init() throws { browser = try TestServer(ListDelegate.self).browser(at: "/") }

  /// The id of the row of the table that shows a text, in the page that is open.
  private func row(_ text: String) throws -> String {
    let rows = browser.page.body.components(separatedBy: "<li id=\"").dropFirst()
    let row = rows.first { $0.contains(">\(text)</p>") }
    return try #require(row?.split(separator: "\"").first.map(String.init))
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

  /// What is typed is put in before the tap, and may change the rows under it.
  @Test func aRowThatTypingReplacedIsNotTapped() throws {
    try browser.tap(row("Milk"), ["field": "Wine,Milk"])
    #expect(browser.page.text("label") == "selected Milk", "it is the same row at another place")
    try browser.tap(row("Milk"), ["field": "Beer,Wine"])
    #expect(browser.page.status == 409)
    #expect(browser.page.text("label") == "selected Milk")
    #expect(browser.page.body.contains(">Beer</p>"))
  }
}

/// Alerts over the screens of a route.
@Suite struct AlertTests {
  private let browser: Browser

  init() throws {
    PageController.define("ask") { page, _ in
      let alert = UIAlertController(title: "Who?", message: "The name is remembered.", preferredStyle: .alert)
      alert.addTextField { $0.maximumLength = 5 }
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
      alert.addAction(
        UIAlertAction(title: "OK", style: .default) { [unowned page, unowned alert] _ in
          page.dispatch(TakeNote(text: alert.textFields?.first?.text ?? ""))
        })
      page.present(alert, animated: true)
    }
    browser = try TestServer().browser(at: "/list")
    try ask()
  }

  private func ask() throws { try browser.tap("list.go", ["list.field": "ask"]) }

  @Test func theAlertIsShownAtTheURLOfTheScreenBelow() throws {
    #expect(browser.path == "/list")
    #expect(browser.page.body.contains("Who?</h2>"))
    #expect(browser.page.body.contains("value=\"list.go\""), "the screen below is seen")
    #expect(try browser.get("/list").body.contains("Who?</h2>"), "a reload shows it again")
    #expect(try browser.post([("tap", "list.go")]).status == 409)
    try browser.tap("alertView.Cancel", ["alertView.textField": ""])
    #expect(browser.path == "/list" && !browser.page.body.contains("<dialog"))
  }

  @Test func typedTextReachesTheAction() throws {
    try browser.tap("alertView.OK", ["alertView.textField": "Ann"])
    #expect(browser.page.text("notesLabel") == "Ann")
    try ask()
    let stale = try browser.post([("alertView.textField", "Bob"), ("return", "1")])
    #expect(stale.status == 409, "an old page's alert is another one")
    let answer = try browser.post([("alertView2.textField", "Bob"), ("return", "1")])
    #expect(answer.status == 303)
    #expect(try browser.open("/list").text("notesLabel") == "Ann,Bob", "Enter is the action")
  }

  @Test func aTooLongTextIsExplainedInTheAlert() throws {
    let answer = try browser.post([("alertView.textField", "Annabel"), ("tap", "alertView.OK")])
    #expect(answer.status == 422)
    #expect(answer.body.contains("it has 7 characters") && answer.body.contains("value=\"Annabel\""))
  }

  @Test func anActionThatIsNotThereIsRefused() throws {
    #expect(try browser.post([("tap", "alertView.Delete")]).status == 409)
    try browser.tap("alertView.Cancel")
    #expect(try browser.post([("tap", "alertView.OK")]).status == 409, "an old page's alert is gone")
  }

  @Test func newScreensHaveNoAlert() throws {
    try #require(browser.server).evictAll()
    #expect(try !browser.open("/list").body.contains("<dialog"))
  }
}
