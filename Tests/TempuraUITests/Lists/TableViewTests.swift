import Foundation
import Testing

@testable import TempuraUI

/// The content of tables.
@Suite struct TableViewTests {
  @Test func layoutLoadsTheRows() {
    let app = TableApp(["a", "b"], ["c"])
    #expect(app.shown == [["a", "b"], ["c"]])
    app.log = []
    app.sections = [["x"]]
    app.table.reloadData()
    #expect(app.log.isEmpty, "nobody needs the rows yet")
    #expect(app.table.numberOfRows(inSection: 0) == 1)
    #expect(app.log == ["cell x"])
  }

  @Test func aCellHasTheBackgroundOfTheTablesStyle() {
    let cell = UITableViewCell()
    #expect(cell.backgroundColor == nil)
    UITableView(frame: .zero, style: .plain).addSubview(cell)
    #expect(cell.backgroundColor == nil, "the table is gone")
    let (plain, grouped) = (UITableView(frame: .zero, style: .plain), UITableView(frame: .zero, style: .insetGrouped))
    plain.addSubview(cell)
    #expect(cell.backgroundColor == .systemBackground)
    grouped.addSubview(cell)
    #expect(cell.backgroundColor == .secondarySystemGroupedBackground && css(cell).isEmpty)
    cell.backgroundColor = .clear
    #expect(cell.backgroundColor == .clear)
  }

  @Test func sectionsAreListsWithHeadings() {
    let app = TableApp(["a"], ["b"])
    app.titles = ["First", nil]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    let markup = content(app.table)
    #expect(
      markup.hasPrefix(
        #"<div class="section" role="group" aria-labelledby="uiTableView.header-0"><div class="header" "#
          + #"id="uiTableView.header-0"><div id="uiTableView.section_row_"#))
    #expect(markup.contains(#"class="UILabel s0">First</h2></div></div><ul><li id="uiTableView.row_"#))
    #expect(markup.contains(#"</ul></div><div class="section"><ul><li "#))
  }

  @Test func aTableWithoutRowsHasNoLists() {
    let app = TableApp([])
    #expect(content(app.table) == #"<div class="section"></div>"#)
    app.sections = []
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(content(app.table) == "")
    let label = UILabel()
    label.text = "Nothing here"
    app.table.backgroundView = label
    #expect(content(app.table).contains("Nothing here"))
  }

  @Test func headersAndFootersCanBeViews() {
    final class Delegate: UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
        view?.textLabel?.text = "Section \(section)"
        return view
      }
      func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
        let button = UIButton()
        button.setTitle("More", for: .normal)
        return button
      }
    }
    let app = TableApp(["a"])
    let delegate = Delegate()
    app.table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
    app.table.delegate = delegate
    app.table.tableHeaderView = UILabel()
    app.table.tableFooterView = UIView()
    app.table.layoutIfNeeded()
    let markup = content(app.table)
    #expect(markup.hasPrefix(#"<p id="uiTableView.uiLabel""#), "the table's own header comes first")
    #expect(markup.contains(#"class="UILabel">Section 0</h2></div></div><ul>"#))
    #expect(markup.contains(#"</ul><div class="footer"><button"#))
    #expect(markup.hasSuffix(#"class="UIView"></div>"#))
    let header = app.table.headerView(forSection: 0)
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.table.headerView(forSection: 0) === header)
    app.table.tableHeaderView = nil
    #expect(!content(app.table).contains("uiTableView.uiLabel"))
  }

  @Test func headersAndFootersHaveTheHeightFromTheDelegateOrAreLeftOut() {
    final class Heights: UITableViewDelegate {
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        section == 0 ? 60 : .leastNormalMagnitude
      }
      func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? { UIView() }
    }
    let app = TableApp(["a"], ["b"])
    app.titles = ["First", "Second"]
    let heights = Heights()
    app.table.delegate = heights
    app.table.layoutIfNeeded()
    let renderer = renderingFromScratch(app.table)
    #expect(
      renderer.htmlWithStyles.contains(##"<div class="header {min-height:60px;}" id="uiTableView.header-0">"##))
    #expect(!renderer.html.contains("Second"))
    #expect(renderer.html.components(separatedBy: #"<div class="footer">"#).count == 3)
    app.table.sectionFooterHeight = 0
    app.table.layoutIfNeeded()
    #expect(!html(app.table).contains("footer"))
  }

  @Test func cellsShowTheTextsAndTheImageOfTheirStyle() {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: "x")
    cell.detailTextLabel?.text = "detail"
    cell.textLabel?.text = "text"
    cell.imageView?.image = UIImage(named: "icon")
    #expect(cell.contentView.subviews == [cell.imageView, cell.textLabel, cell.detailTextLabel].compactMap(\.self))
    #expect(attributes(cell) == #"data-style="subtitle""#)
    #expect(UITableViewCell(style: .default, reuseIdentifier: nil).detailTextLabel == nil)
    #expect(cell.reuseIdentifier == "x")
    #expect(css(cell.detailTextLabel ?? cell).contains("font-size:0.75rem;"))
    #expect(css(cell.detailTextLabel ?? cell).contains("white-space:nowrap;"), "it has one line")
  }

  @Test func accessoriesAreRendered() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    #expect(!html(cell).contains("accessory"))
    cell.accessoryType = .disclosureIndicator
    #expect(html(cell).contains(#"<span class="accessory disclosure"></span>"#))
    cell.accessoryType = .checkmark
    #expect(html(cell).contains(#"role="img" aria-label="Checked""#))
    cell.accessoryView = UISwitchForTest()
    #expect(!html(cell).contains("Checked"))
    #expect(html(cell).contains("UISwitchForTest"))
    cell.accessoryView = nil
    #expect(!html(cell).contains("UISwitchForTest"))
  }
  private final class UISwitchForTest: UIView {}

  @Test func cellsAreMadeFromTheirRegisteredClass() {
    let app = TableApp(["a"])
    let cell = app.table.cellForRow(at: [0, 0])
    #expect(cell is NoteCell)
    #expect(cell?.reuseIdentifier == "note")
    #expect(app.table.dequeueReusableCell(withIdentifier: "unknown") == nil)
  }

  @Test func aRowKeepsItsCellWhenItIsReloaded() {
    let app = TableApp(["a", "b"], hasIdentities: true)
    let cells = app.table.visibleCells
    app.sections = [["b", "c", "a"]]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.shown == [["b", "c", "a"]])
    #expect(app.table.cellForRow(at: [0, 0]) === cells[1])
    #expect(app.table.cellForRow(at: [0, 2]) === cells[0])
    #expect((cells[0] as? NoteCell)?.reuses == 1)
  }

  @Test func rowsHaveAMinimumHeight() {
    let app = TableApp(["a"])
    #expect(css(app.table.visibleCells[0]) == "")
    app.table.rowHeight = 60
    app.table.layoutIfNeeded()
    #expect(css(app.table.visibleCells[0]) == "min-height:max(60px,var(--target));")
  }

  @Test func theLinesBelowRowsAreWhereTheAppWantsThem() {
    let app = TableApp(["a", "b"])
    #expect(!css(app.table).contains("--separator"))
    app.table.separatorInset = UIEdgeInsets(top: 0, left: 48, bottom: 0, right: 16)
    #expect(css(app.table).contains("--separator-start:3rem;--separator-end:1rem;"))
    let cell = app.table.visibleCells[1]
    #expect(cell.separatorInset.left == 48 && css(cell) == "")
    cell.separatorInset = .zero
    #expect(css(cell) == "--separator-start:0;--separator-end:0;")
  }

  @Test func aRowShowsWithACircleWhetherItIsSelectedInEditingMode() {
    let app = TableApp(["a"])
    app.table.allowsMultipleSelectionDuringEditing = true
    #expect(!html(app.table).contains("circle"))
    app.isEditable = true
    app.table.isEditing = true
    app.table.layoutIfNeeded()
    #expect(html(app.table).contains(#"<span class="accessory circle"></span>"#))
  }

  @Test func aCellForTwoRowsIsShownOnce() {
    final class Source: UITableViewDataSource {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { cell }
    }
    let source = Source()
    let table = UITableView()
    table.dataSource = source
    #expect(table.visibleCells == [source.cell])
  }

  @Test func aHundredRowsAreAllRendered() {
    let app = TableApp((0..<100).map { "Row \($0)" })
    #expect(Set(app.table.subviews.map(\.elementID)).count == 100)
    #expect(html(app.table).components(separatedBy: "<li ").count == 101)
  }

  @Test func subviewsOfTheAppStayInTheTable() {
    let app = TableApp(["a"])
    let label = UILabel()
    app.table.addSubview(label)
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(label.superview === app.table)
    #expect(app.table.subviews.last === label)
  }

  @Test func aTableControllerIsTheDataSourceOfItsTable() {
    final class Controller: UITableViewController {
      override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
      override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
        cell.textLabel?.text = "\(indexPath.row)"
        return cell
      }
    }
    let controller = Controller(style: .insetGrouped)
    #expect(controller.tableView.style == .insetGrouped)
    #expect(controller.tableView.visibleCells.map { $0.textLabel?.text } == ["0", "1"])
    controller.tableView.selectRow(at: [0, 1], animated: false, scrollPosition: .none)
    controller.viewWillAppear(false)
    #expect(controller.tableView.indexPathForSelectedRow == nil)
    controller.setEditing(true, animated: false)
    #expect(controller.tableView.isEditing)
  }

  @Test func aContentOffsetScrollsThePage() {
    let app = TableApp(["a", "b"])
    #expect(!content(app.table).contains("data-scroll-target"))
    app.table.contentOffset = CGPoint(x: 0, y: 44)
    #expect(content(app.table).hasSuffix(#"</div><span data-scroll-target class="s0"></span>"#))
  }

  @Test func scrollToRowScrollsThePage() {
    let app = TableApp(["a", "b"])
    app.table.scrollToRow(at: [0, 1], at: .top, animated: true)
    #expect(html(app.table.visibleCells[1]).contains(" data-scroll-target"))
    app.table.scrollToRow(at: [0, 0], at: .top, animated: true)
    #expect(!html(app.table.visibleCells[1]).contains(" data-scroll-target"))
    #expect(html(app.table).contains(#" data-scrolls="2""#))
    #expect(html(app.table).components(separatedBy: "data-scroll-target").count == 2, "one place to scroll to")
    app.table.scrollToRow(at: [0, 0], at: .top, animated: true)
    #expect(html(app.table).contains(#" data-scrolls="3""#), "the user may have scrolled away")
  }
}
