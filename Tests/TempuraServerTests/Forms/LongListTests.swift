import Foundation
import TempuraUI
import Testing

@testable import TempuraServer

/// Long lists over HTTP: pages have the rows that are seen, and some around them.
@Suite struct LongListTests {
  private final class ListDelegate: WindowDelegate {
    override func makeRoot() -> UIViewController? { Controller() }
  }

  private final class Controller: UIViewController, UITableViewDataSource, UITableViewDelegate {
    var count = 1_000
    let table = UITableView(frame: .zero, style: .plain)
    let label = UILabel()

    override func viewDidLoad() {
      for (view, identifier) in [(table, "table"), (label, "label")] as [(UIView, String)] {
        view.accessibilityIdentifier = identifier
        self.view.addSubview(view)
      }
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      (table.dataSource, table.delegate) = (self, self)
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.textLabel?.text = "Row \(indexPath.row)."
      return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      label.text = "selected \(indexPath.row)"
    }

    // As apps load the next page.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      label.text = "scrolled to \(Int(scrollView.contentOffset.y))"
    }
  }

  private let server: TestServer
  private let browser: Browser

  init() throws {
    server = try TestServer(ListDelegate.self)
    browser = try server.browser(at: "/")
  }

  private func rows(_ text: String) -> [Int] {
    text.matches(of: /Row (\d+)\./).compactMap { Int($0.1) }
  }

  private func id(of row: Int, in text: String) throws -> String {
    let rows = text.components(separatedBy: "<li id=\"").dropFirst()
    return try #require(rows.first { $0.contains(">Row \(row).<") }?.split(separator: "\"").first.map(String.init))
  }

  @Test func withoutAScriptAButtonShowsMore() throws {
    let first = rows(browser.page.body)
    #expect(first == Array(0..<first.count) && (50..<100).contains(first.count))
    #expect(browser.page.body.contains("data-room=\"\(1_000 - first.count)\""))
    try browser.tap("table.rows-after")
    #expect(rows(browser.page.body) == Array(0..<first.count + 50))
    try browser.tap(id(of: first.count + 49, in: browser.page.body))
    #expect(browser.page.text("label") == "selected \(first.count + 49)")
    try browser.tap("table.rows-all-after")
    #expect(rows(browser.page.body) == Array(0..<1_000) && !browser.page.body.contains("data-room"))
  }

  @Test func aRowOfAnOldPageIsFoundAfterARestart() throws {
    try browser.tap("table.rows-after")
    let row = try id(of: 90, in: browser.page.body)
    let form = browser.form(tap: row)
    let other = try TestServer(ListDelegate.self).browser(at: "/")
    #expect(throws: Never.self) { try id(of: 40, in: other.page.body) }
    let fields = other.form(tap: row)
    #expect(form.count == fields.count)
    let answer = try other.post(fields)
    #expect(answer.status == 303, "\(answer.body)")
    #expect(try other.open("/").text("label") == "selected 90")
  }

  @Test func aLivePageGetsTheRowsThatItShows() throws {
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/")
    page.browser.headers["Tempura-Seen"] = "table 0 22000 500 519 4400 0 0"
    try page.ask()
    let shown = rows(page.patch.markup ?? "")
    #expect(shown == Array(440..<580))
    #expect(rows(try server.browser(of: page.browser).open("/").body) == shown, "a GET has the same rows")
    page.browser.headers["Tempura-Seen"] = "table 0 22440 510 529 4400 0 1"
    try page.scroll()
    #expect(page.patch.status == 200 && rows(page.patch.markup ?? "") == Array(580..<590))
    #expect(page.patch.markup?.contains("scrolled to 22440") == true)
    try page.scroll()
    #expect(page.patch.status == 200 && page.patch.markup == nil, "nothing has changed")
    try page.tap(id(of: 515, in: browser.open("/").body))
    #expect(page.patch.markup?.contains("selected 515") == true)
  }

  @Test(arguments: [
    "table", "table 0 0 0 0 0 0", "table nan 0 5 9 0 0 0", "nothing 0 0 5 9 4400 0 0", "table 0 0 9 5 4400 0 0",
    "table 0 0 99999999999 999999999999 1e300 1e300 1", ",,, ,", "%00 0 0 0 0 0 0 0", "table 0 0 1 2 3 4 5 6 7 8 9",
    String(repeating: "table 0 0 900 910 4400 2000 1,", count: 200),
  ])
  func aSenselessReportIsAnswered(seen: String) throws {
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/")
    page.browser.headers["Tempura-Seen"] = seen
    try page.ask()
    #expect(page.patch.status == 200)
    try page.scroll()
    #expect([200, 204].contains(page.patch.status))
    #expect(rows(try browser.open("/").body).count >= 50)
  }
}
