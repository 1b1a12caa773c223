import Foundation
import Testing

@testable import TempuraUI

/// Which rows of a long list have cells.
@Suite struct ListWindowTests {
  private func app(_ count: Int, height: CGFloat = 0, hasIdentities: Bool = true) -> TableApp {
    let app = TableApp((0..<count).map { "r\($0)" }, hasIdentities: hasIdentities)
    guard height > 0 else { return app }
    app.table.rowHeight = 44
    app.table.frame = CGRect(x: 0, y: 0, width: 320, height: height)
    app.table.layoutIfNeeded()
    return app
  }

  private func rows(_ app: TableApp) -> Range<Int> { app.table.content.window.shown }

  private func cells(_ app: TableApp) -> [String] {
    app.table.content.cells.compactMap { ($0 as? UITableViewCell)?.textLabel?.text }
  }

  /// Tells what a page shows.
  private func see(_ app: TableApp, _ first: Int, _ last: Int, wanted: Int = 0, offset: Double = 0) {
    let numbers = [0, offset, Double(first), Double(last), 4400, Double(wanted), 1]
    let viewport = Viewport(id: "table", numbers, scale: 1)!
    let before = app.table.contentOffset
    app.table.see(viewport)
    app.table.userDidScroll(from: before, isOver: true)
    app.table.layoutIfNeeded()
  }

  @Test func aShortListHasACellForEachRow() {
    let app = app(100)
    #expect(rows(app) == 0..<100 && app.table.visibleCells.count == 100)
    #expect(!html(app.table).contains("data-room"))
  }

  @Test func aLongListHasCellsForTheFirstRows() {
    let app = app(10_000, height: 440)
    #expect(rows(app) == 0..<50)
    #expect(app.table.visibleCells.count == 10 && app.table.indexPathsForVisibleRows?.count == 10)
    #expect(app.table.cellForRow(at: [0, 49]) != nil && app.table.cellForRow(at: [0, 50]) == nil)
    #expect(app.table.contentSize.height == 440_000 && app.table.numberOfRows(inSection: 0) == 10_000)
    #expect(app.table.subviews.count == 50)
  }

  @Test func cellsFollowWhatThePageShows() {
    let app = app(10_000, height: 440)
    see(app, 9_000, 9_009, offset: 396_000)
    #expect(rows(app) == 8_970..<9_040)
    #expect(cells(app).first == "r8970" && cells(app).last == "r9039")
    #expect(app.table.contentOffset.y == 396_000)
    #expect(app.table.indexPathsForVisibleRows == (9_000..<9_010).map { [0, $0] })
    #expect(app.table.cellForRow(at: [0, 9_000])?.frame.minY == 396_000)
    #expect(app.table.cellForRow(at: [0, 0]) == nil)
    see(app, 9_990, 9_999, offset: 439_560)
    #expect(rows(app).upperBound == 10_000)
  }

  @Test func scrollingLeavesAtMost300Cells() {
    let app = app(10_000, height: 440)
    for first in stride(from: 0, through: 2_000, by: 10) { see(app, first, first + 9, offset: Double(first) * 44) }
    #expect(rows(app).count == 300 && rows(app).contains(2_000) && rows(app).contains(2_009))
    see(app, 2_000, 2_009, wanted: 2_000, offset: 88_000)
    #expect(rows(app).count == 2_000)
  }

  @Test func aListOfWhichAllRowsHaveCellsKnowsWhatIsSeen() {
    let app = app(200, height: 440)
    see(app, 50, 59, wanted: 300, offset: 2_200)
    #expect(rows(app) == 0..<200 && app.table.indexPathsForVisibleRows == (50..<60).map { [0, $0] })
  }

  @Test func aPageGoesToARowThatHadNoCell() throws {
    let app = app(1_000)
    app.configure = { cell, _ in (cell as? NoteCell)?.star.frame = CGRect(x: 0, y: 0, width: 44, height: 44) }
    let (controller, window) = (UIViewController(), UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 800)))
    controller.view = app.table
    window.rootViewController = controller
    window.makeKeyAndVisible()
    app.table.reloadData()
    let renderer = HTMLRenderer()
    for row in [0, 900] {
      app.table.scrollToRow(at: [0, row], at: .top, animated: false)
      window.layoutIfNeeded()
      renderer.update(window)
      let id = try #require(app.table.cellForRow(at: [0, row])).elementID
      let html = renderer.markup.string
      let start = try #require(html.range(of: " data-scroll-target"))
      #expect(html[..<start.lowerBound].split(separator: "<").last?.contains("id=\"\(id)\"") == true)
      #expect(!html.contains("<span data-scroll-target"))
    }
  }

  @Test func exactHeightsStayExact() {
    let app = TableApp((0..<1_000).map { "r\($0)" })
    app.table.rowHeight = 30
    app.table.frame = CGRect(x: 0, y: 0, width: 320, height: 300)
    for first in [0, 500, 20, 990] {
      see(app, first, first + 9, offset: Double(first) * 30)
      #expect(app.table.contentSize.height == 30_000 && app.table.rectForRow(at: [0, 990]).minY == 29_700)
    }
  }

  @Test func theRowThatTheUserTypesInStays() {
    let app = app(10_000, height: 440)
    see(app, 1_000, 1_009, wanted: -1, offset: 44_000)
    #expect(rows(app) == 0..<1_040)
    see(app, 9_000, 9_009, wanted: -1, offset: 396_000)
    #expect(rows(app) == 8_970..<9_040, "up to 2,000 rows")
  }

  @Test func cellsThatLeaveAreReused() {
    let app = app(10_000, height: 440)
    let old = app.table.visibleCells
    see(app, 5_000, 5_009, offset: 220_000)
    #expect(app.table.content.cells.contains { old.contains($0 as! UITableViewCell) })
    #expect(cells(app) == rows(app).map { "r\($0)" })
  }

  @Test func theDelegateIsToldOfTheRowsOnTheScreen() {
    let app = app(10_000, height: 440)
    #expect(app.displays == (0..<10).map { "show \($0)" })
    app.displays = []
    see(app, 5, 14, offset: 220)
    let cells = (0..<5).map { "hide \($0)" } + (10..<15).map { "show \($0)" }
    #expect(app.displays == ["begin", "at 220", "end", "rest"] + cells)
  }

  @Test func rowsAboveDoNotMoveTheReader() {
    for hasIdentities in [true, false] {
      let app = app(10_000, height: 440, hasIdentities: hasIdentities)
      see(app, 5_000, 5_009, offset: 220_000)
      app.sections[0].insert(contentsOf: ["a", "b", "c"], at: 0)
      app.table.insertRows(at: (0..<3).map { [0, $0] }, with: .none)
      app.table.layoutIfNeeded()
      #expect(app.table.content.window.seen == 5_003..<5_013)
      #expect(cells(app).contains("r5000") && cells(app).contains("r5009"))
      app.sections[0].removeFirst(100)
      app.table.deleteRows(at: (0..<100).map { [0, $0] }, with: .none)
      app.table.layoutIfNeeded()
      #expect(app.table.content.window.seen == 4_903..<4_913 && cells(app).contains("r5000"))
    }
  }

  @Test func aReloadFindsTheReadersRowByItsIdentity() {
    let app = app(10_000, height: 440)
    see(app, 5_000, 5_009, offset: 220_000)
    app.sections[0].insert(contentsOf: ["a", "b", "c"], at: 0)
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.table.content.window.seen == 5_003..<5_013 && cells(app).contains("r5000"))
  }

  @Test func theAppScrollsAwayFromWhatThePageShows() {
    let app = app(3_000, height: 440)
    see(app, 60, 69, offset: 2_640)
    app.sections[0].append("new")
    app.table.insertRows(at: [[0, 3_000]], with: .none)
    app.table.scrollToRow(at: [0, 3_000], at: .bottom, animated: true)
    #expect(app.table.contentOffset.y == 131_604)
    app.table.layoutIfNeeded()
    #expect(app.table.indexPathsForVisibleRows?.last == [0, 3_000] && cells(app).last == "new")
  }

  @Test func theAppScrollsToARowWithoutACell() {
    let app = app(10_000, height: 440)
    app.table.scrollToRow(at: [0, 9_999], at: .bottom, animated: false)
    app.table.layoutIfNeeded()
    #expect(app.table.cellForRow(at: [0, 9_999]) != nil && app.table.contentOffset.y == 440_000 - 440)
    #expect(app.table.visibleCells.last?.textLabel?.text == "r9999")
    app.table.selectRow(at: [0, 5_000], animated: false, scrollPosition: .top)
    app.table.layoutIfNeeded()
    #expect(app.table.cellForRow(at: [0, 5_000])?.isSelected == true)
    #expect(app.table.indexPathForSelectedRow == [0, 5_000])
  }

  @Test func buttonsShowMoreRows() throws {
    let app = app(1_000)
    let html = html(app.table)
    #expect(html.contains("Show more") && html.contains("Show all") && !html.contains("Show earlier"))
    let shown = rows(app)
    try #require(app.table.tapTarget(ofPart: "rows-after")).tap()
    app.table.layoutIfNeeded()
    #expect(rows(app) == 0..<shown.upperBound + 50)
    try #require(app.table.tapTarget(ofPart: "rows-all-after")).tap()
    app.table.layoutIfNeeded()
    #expect(rows(app) == 0..<1_000 && app.table.tapTarget(ofPart: "rows-after") == nil)
  }

  @Test func rowsWithTheSameContentAreNamedByTheirNumbers() {
    let app = TableApp(Array(repeating: "same", count: 1_000))
    see(app, 0, 9)
    func name(_ row: Int) -> String? { app.table.cellForRow(at: [0, row])?.pathName }
    let (first, twentieth) = (name(0), name(20))
    see(app, 45, 54)
    #expect(name(0) == first && name(20) == twentieth && name(40) != first)
    see(app, 500, 509)
    #expect(!app.table.content.cells.contains { [first, twentieth].contains($0.pathName) })
    app.sections[0].removeFirst()
    app.table.deleteRows(at: [[0, 0]], with: .none)
    see(app, 0, 9)
    #expect(name(0) != first && name(20) != twentieth, "a tap of an old page is refused")
  }

  @Test func contentThatARowOutOfSightHasTooNamesNoRow() {
    let app = TableApp((0..<1_000).map { [10, 310].contains($0) ? "ok" : "r\($0)" })
    see(app, 5, 14)
    let name = app.table.cellForRow(at: [0, 10])?.pathName
    see(app, 305, 314)
    #expect(app.table.cellForRow(at: [0, 10]) == nil && app.table.cellForRow(at: [0, 310])?.textLabel?.text == "ok")
    #expect(app.table.cellForRow(at: [0, 310])?.pathName != name)
  }

  @Test func aButtonGoesOnBehindTheRowsOfItsPage() throws {
    let app = app(1_000)
    try #require(app.table.tapTarget(ofPart: "rows-after-250")).tap()
    #expect(rows(app) == 0..<300)
    try #require(app.table.tapTarget(ofPart: "rows-after-300")).tap()
    #expect(rows(app) == 0..<350 && app.table.tapTarget(ofPart: "rows-after-1000") == nil)
    for part in ["rows-after-\(Int.max)", "rows-9", "rows", "rows-all", "rows-before-5", "rows-behind"] {
      #expect(app.table.tapTarget(ofPart: part) == nil)
    }
  }

  @Test func aTableThatScrollsBeforeItsFirstLayoutShowsItsLastRow() {
    let app = app(402)
    app.table.rowHeight = 44
    app.table.frame = CGRect(x: 0, y: 0, width: 320, height: 440)
    for _ in 0..<2 {
      app.table.scrollToRow(at: [0, 401], at: .bottom, animated: false)
      app.table.layoutIfNeeded()
      #expect(cells(app).last == "r401" && app.table.contentOffset.y == 402 * 44 - 440)
      _ = HTMLRenderer().update(app.table)
      see(app, 0, 9)
    }
  }

  @Test func aButtonShowsNoRowsThatHaveGone() throws {
    let app = app(200)
    let button = try #require(app.table.tapTarget(ofPart: "rows-after-50"))
    app.sections[0].removeLast(160)
    button.tap()
    #expect(rows(app) == 0..<40)
  }

  @Test func aListThatIsAtItsEndAlreadyKnowsWhatIsSeen() {
    let app = app(1_000, height: 440)
    see(app, 990, 999, offset: 43_560)
    app.table.scrollToRow(at: [0, 999], at: .top, animated: false)
    app.table.layoutIfNeeded()
    #expect(app.table.visibleCells.count == 10)
  }

  @Test func rowsKeepTheirNamesWhenTheListIsWhole() {
    let app = TableApp((0..<150).map { [10, 20].contains($0) ? "same" : "r\($0)" })
    see(app, 0, 9)
    let name = app.table.cellForRow(at: [0, 10])?.pathName
    see(app, 140, 149, wanted: 150)
    #expect(rows(app) == 0..<150 && app.table.cellForRow(at: [0, 10])?.pathName == name)
  }

  @Test func rowsCanBeInsertedWhenACellHasLeft() {
    let app = app(1_000, height: 440)
    app.didEnd = {
      app.didEnd = {}
      app.sections[0].insert("new", at: 500)
      app.table.insertRows(at: [[0, 500]], with: .none)
    }
    see(app, 500, 509, offset: 22_000)
    #expect(app.table.numberOfRows(inSection: 0) == 1_001)
    #expect(cells(app).contains("new") && cells(app).contains("r505"))
  }

  @Test func aDelegateThatEstimatesIsAskedForTheHeightsOfCellsOnly() {
    let app = TableApp((0..<1_000).map { "r\($0)" })
    app.estimate = 100
    app.table.rowHeight = 44
    app.table.frame = CGRect(x: 0, y: 0, width: 320, height: 440)
    app.table.layoutIfNeeded()
    #expect(app.askedHeights == Set(rows(app)))
    #expect(app.table.contentSize.height == CGFloat(rows(app).count * 44 + (1_000 - rows(app).count) * 100))
    see(app, 600, 609, offset: 60_000)
    let first = app.table.rectForRow(at: [0, rows(app).lowerBound])
    #expect(first.height == 44 && app.table.rectForRow(at: [0, 0]).height == 44)
    #expect(app.table.rectForRow(at: [0, 300]).height == 100)
    #expect(app.askedHeights.count < 200)
  }

  @Test func aFormOfAnOldPageFindsItsRow() {
    for hasIdentities in [true, false] {
      let app = app(1_000, hasIdentities: hasIdentities)
      let other = TableApp((0..<1_000).map { "r\($0)" }, hasIdentities: hasIdentities)
      see(other, 400, 409)
      let id = other.table.cellForRow(at: [0, 405])!.pathName
      #expect(app.table.presentNames(ofRows: [id, "nothing"]) == [id: id])
      #expect(app.table.cellForRow(at: [0, 405]) != nil)
      let window = rows(app)
      #expect(app.table.presentNames(ofRows: ["nothing", "row_nothing"]).isEmpty && rows(app) == window)
    }
    let app = app(10_000)
    #expect(app.table.presentNames(ofRows: Set(app.sections[0])).count == rows(app).count)
    #expect(app.log.count < 2 * ListWindow.maxCells, "of the cells that are made")
  }

  @Test func senselessReportsChangeNothing() {
    #expect(Viewport(id: "a", [.nan, 0, 0, 0, 0, 0, 0], scale: 1) == nil)
    #expect(Viewport(id: "a", [0, .infinity, 0, 0, 0, 0, 0], scale: 1) == nil)
    #expect(Viewport(id: "a", [0, 0, 0], scale: 1) == nil)
    let app = app(1_000, height: 440)
    see(app, 1_000_000_000, 2_000_000_000, wanted: 1_000_000_000, offset: 1e300)
    #expect(app.table.content.window.shown.count <= 2_000 && app.table.contentOffset.y == 44_000 - 440)
    see(app, 5, 2, offset: -1e300)
    #expect(app.table.contentOffset.y == -220, "a finger pulls content by no more than half of the view")
  }

  @Test func headersAreMadeForTheSectionsThatAreShown() {
    let app = TableApp()
    app.sections = (0..<200).map { section in (0..<50).map { "\(section) \($0)" } }
    app.titles = (0..<200).map { "S\($0)" }
    app.table.rowHeight = 44
    app.table.frame = CGRect(x: 0, y: 0, width: 320, height: 440)
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.table.headerView(forSection: 0) != nil && app.table.headerView(forSection: 100) == nil)
    let area = app.table.rectForRow(at: [100, 0])
    see(app, 5_000, 5_009, offset: area.minY)
    #expect(app.table.headerView(forSection: 100)?.textLabel?.text == "S100")
    #expect(app.table.cellForRow(at: [100, 5])?.textLabel?.text == "100 5")
    #expect(app.table.content.shownSections.count <= 4)
  }
}
