import Foundation
import Testing

@testable import TempuraUI

/// Tables whose cells lay out their subviews by frames.
@Suite struct FramedTableTests {
  /// A cell as most apps write it: a title, and a subtitle below it.
  class MessageCell: UITableViewCell {
    let title = UILabel()
    var layouts = 0
    var boundsInLayout: [CGRect] = []
    var contentInLayout: [CGRect] = []

    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      contentView.addSubview(title)
    }
    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
      super.layoutSubviews()
      layouts += 1
      boundsInLayout.append(bounds)
      contentInLayout.append(contentView.bounds)
      title.frame = CGRect(x: 16, y: 8, width: contentView.bounds.width - 32, height: contentView.bounds.height - 16)
    }
  }

  /// A cell that knows its height.
  final class BubbleCell: MessageCell {
    var lines = 1
    nonisolated(unsafe) static var widths: [CGFloat] = []
    override func sizeThatFits(_ size: CGSize) -> CGSize {
      Self.widths.append(size.width)
      return CGSize(width: size.width, height: CGFloat(lines) * 20 + 16)
    }
  }

  private final class FlowingCell: UITableViewCell {
    let title = UILabel()
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      contentView.addSubview(title)
    }
    required init?(coder: NSCoder) { nil }
  }

  final class App: NSObject, UITableViewDataSource, UITableViewDelegate {
    let table: UITableView
    var kinds: [UITableViewCell.Type]
    var heights: [Int: CGFloat] = [:]
    var heightForWidth: ((CGFloat) -> CGFloat)?
    let actions: UISwipeActionsConfiguration?
    var header: UIView?
    var displayed: [IndexPath] = []
    var scrolls = 0

    init(
      _ kinds: [UITableViewCell.Type], frame: CGRect = CGRect(x: 0, y: 0, width: 320, height: 200),
      actions: UISwipeActionsConfiguration? = nil
    ) {
      self.kinds = kinds
      self.actions = actions
      table = UITableView(frame: frame)
      super.init()
      table.dataSource = self
      table.delegate = self
      table.layoutIfNeeded()
    }

    func cell(_ row: Int) -> UITableViewCell? { table.cellForRow(at: IndexPath(row: row, section: 0)) }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { kinds.count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      if let cell = tableView.dequeueReusableCell(withIdentifier: "cell") { return cell }
      let cell = UIResponder.make(kinds[indexPath.row])
      cell.dequeuedIdentifier = "cell"
      return cell
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      heights[indexPath.row] ?? heightForWidth?(tableView.bounds.width) ?? tableView.rowHeight
    }
    func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? { actions }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { header }
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
      displayed.append(indexPath)
    }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
  }

  @Test func aCellHasItsSizeWhenItIsLaidOut() throws {
    let app = App([MessageCell.self])
    let cell = try #require(app.cell(0) as? MessageCell)
    #expect(cell.boundsInLayout.first == CGRect(x: 0, y: 0, width: 320, height: 44))
    #expect(cell.contentInLayout.first?.width == 320)
    #expect(cell.title.frame == CGRect(x: 16, y: 8, width: 288, height: 28))
    cell.accessoryType = .disclosureIndicator
    app.table.layoutIfNeeded()
    #expect(cell.contentView.bounds.width < 320)
    #expect(cell.bounds.width == 320)
  }

  @Test func theDelegateComputesHeightsForTheWidthOfTheTable() {
    let app = App([MessageCell.self, MessageCell.self], frame: .zero)
    app.heightForWidth = { $0 / 4 }
    app.table.reloadData()
    _ = app.table.visibleCells
    for width in [320, 400] {
      app.table.frame = CGRect(x: 0, y: 0, width: width, height: 200)
      app.table.layoutIfNeeded()
      #expect(app.cell(1)?.frame == CGRect(x: 0, y: width / 4, width: width, height: width / 4))
    }
  }

  @Test func actionsTakeNoRoomFromARow() throws {
    let reply = UIContextualAction(style: .normal, title: "Reply") { _, _, done in done(true) }
    let app = App([MessageCell.self], actions: UISwipeActionsConfiguration(actions: [reply]))
    #expect(try #require(app.cell(0)).contentView.bounds.width == 320)
    #expect(html(app.table).contains("class=\"opens-menu more over\""))
    app.heightForWidth = { _ in 60 }
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.cell(0)?.contentView.bounds.size == CGSize(width: 320, height: 60))
  }

  @Test func aCellIsToldOfItsSelection() {
    final class SizeCell: MessageCell {
      var states: [Bool] = []
      override func setSelected(_ selected: Bool, animated: Bool) {
        super.setSelected(selected, animated: animated)
        states.append(isSelected)
      }
    }
    let app = App([SizeCell.self])
    app.table.selectRow(at: [0, 0], animated: false, scrollPosition: .none)
    app.table.deselectRow(at: [0, 0], animated: false)
    #expect((app.cell(0) as? SizeCell)?.states == [true, false])
  }

  @Test func aNewCellIsAsLargeAsOnIOS() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    #expect(cell.contentView.bounds == CGRect(x: 0, y: 0, width: 320, height: 44))
    let field = UITextField(frame: cell.contentView.bounds.insetBy(dx: 16, dy: 0))
    field.autoresizingMask = .flexibleWidth
    cell.contentView.addSubview(field)
    cell.setLaidOutFrame(CGRect(x: 0, y: 0, width: 358, height: 44))
    cell.layoutIfNeeded()
    #expect(field.frame == CGRect(x: 16, y: 0, width: 326, height: 44))
  }

  @Test func aSearchBarAboveTheRowsIsAsWideAsTheTable() {
    let app = App([MessageCell.self])
    let bar = UISearchBar()
    bar.sizeToFit()
    app.table.tableHeaderView = bar
    app.table.layoutIfNeeded()
    #expect(bar.frame == CGRect(x: 0, y: 0, width: 320, height: 56))
    #expect(!css(bar).contains("fit-content"))
  }

  @Test func aRowOfAFrameLaidCellHasExactlyItsHeight() throws {
    let app = App([MessageCell.self, FlowingCell.self, MessageCell.self])
    app.heights = [0: 70.5]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    let cell = try #require(app.cell(0))
    #expect(cell.frame == CGRect(x: 0, y: 0, width: 320, height: 70.5))
    #expect(css(cell).contains("height:4.4063rem;"))
    #expect(html(app.table).contains("MessageCell UITableViewCell placed"))
    let flowing = try #require(app.cell(1))
    #expect(css(flowing).contains("height:2.75rem"), "each row of a page that is laid out has a frame")
    #expect(flowing.bounds.width == 320)
    #expect(app.table.rectForRow(at: [0, 2]) == CGRect(x: 0, y: 114.5, width: 320, height: 44))
    #expect(app.table.contentSize == CGSize(width: 320, height: 158.5))
    #expect(app.table.indexPathForRow(at: CGPoint(x: 5, y: 75)) == [0, 1])
    #expect(app.table.indexPathForRow(at: CGPoint(x: 5, y: 500)) == nil)
    #expect(app.table.indexPathsForRows(in: CGRect(x: 0, y: 60, width: 1, height: 20)) == [[0, 0], [0, 1]])
    #expect(app.table.rect(forSection: 0) == CGRect(x: 0, y: 0, width: 320, height: 158.5))
  }

  @Test func aCellWithItsOwnSizeIsAskedForIt() throws {
    BubbleCell.widths = []
    let app = App([BubbleCell.self, BubbleCell.self])
    #expect(BubbleCell.widths.allSatisfy { $0 == 320 })
    #expect(app.cell(1)?.frame == CGRect(x: 0, y: 36, width: 320, height: 36))
    let cells = app.table.visibleCells.compactMap { $0 as? BubbleCell }
    cells[0].lines = 3
    let layouts = cells[1].layouts
    cells[0].setNeedsLayout()
    app.table.layoutIfNeeded()
    #expect(cells[0].frame.height == 76)
    #expect(cells[1].frame.minY == 76)
    #expect(cells[1].layouts == layouts, "it only moved")
    #expect(app.table.contentSize.height == 112)
  }

  @Test func rowsAreLaidOutAgainForAnotherWidth() throws {
    let app = App([MessageCell.self])
    let cell = try #require(app.cell(0) as? MessageCell)
    let layouts = cell.layouts
    app.table.layoutIfNeeded()
    app.table.setNeedsLayout()
    app.table.layoutIfNeeded()
    #expect(cell.layouts == layouts)
    app.table.frame.size.width = 400
    app.table.layoutIfNeeded()
    #expect(cell.title.frame.width == 368)
    #expect(cell.layouts > layouts)
  }

  @Test func aFramedListOfManyRowsLaysOutEachRowOnce() {
    let app = App(Array(repeating: MessageCell.self, count: 300))
    let cells = app.table.content.cells.compactMap { $0 as? MessageCell }
    #expect(cells.count == ListWindow.minCells)
    #expect(cells.allSatisfy { $0.layouts == 1 })
  }

  @Test func aFlowingListMeasuresNothing() {
    final class Counting: UITableViewCell {
      nonisolated(unsafe) static var count = 0
      override func sizeThatFits(_ size: CGSize) -> CGSize {
        Self.count += 1
        return super.sizeThatFits(size)
      }
    }
    let app = App(Array(repeating: Counting.self, count: 20), frame: .zero)
    app.table.setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 200))
    for cell in app.table.visibleCells { cell.textLabel?.text = "Text" }
    app.table.layoutIfNeeded()
    #expect(Counting.count == 0)
    #expect(app.table.contentSize == CGSize(width: 320, height: 880), "estimated")
    #expect(!html(app.table).contains("placed"))
  }

  @Test func aSizingCellWorksWithoutAList() {
    let sizing = BubbleCell(style: .default, reuseIdentifier: nil)
    sizing.lines = 2
    #expect(sizing.sizeThatFits(CGSize(width: 200, height: 0)).height == 56)
    let size = sizing.systemLayoutSizeFitting(
      CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size == CGSize(width: 200, height: 56))
    sizing.frame = CGRect(x: 0, y: 0, width: 200, height: 56)
    sizing.layoutIfNeeded()
    #expect(sizing.contentView.bounds == CGRect(x: 0, y: 0, width: 200, height: 56))
    #expect(sizing.title.frame.width == 168)
  }

  @Test func headersHaveTheHeightOfTheirFrameOrOfTheirContent() throws {
    final class Header: UITableViewHeaderFooterView {
      let title = UILabel()
      override func layoutSubviews() {
        super.layoutSubviews()
        if title.superview == nil { contentView.addSubview(title) }
        title.frame = CGRect(x: 10, y: 0, width: bounds.width - 20, height: bounds.height)
      }
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 33) }
    }
    let app = App([MessageCell.self])
    app.header = Header(reuseIdentifier: nil)
    app.table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 120))
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.table.tableHeaderView?.frame == CGRect(x: 0, y: 0, width: 320, height: 120))
    #expect(app.header?.frame == CGRect(x: 0, y: 120, width: 320, height: 33))
    #expect((app.header as? Header)?.title.frame == CGRect(x: 10, y: 0, width: 300, height: 33))
    #expect(app.table.rectForHeader(inSection: 0) == CGRect(x: 0, y: 120, width: 320, height: 33))
    #expect(app.cell(0)?.frame.minY == 153)
    #expect(html(app.table).contains(#"class="header pinned bare "#), "it stays visible above its rows")
    let style = app.table.tableHeaderView.map { css($0) }
    #expect(style?.contains("height:7.5rem") == true)
  }

  @Test func aTableWithAFrameScrollsToItsRows() {
    let app = App(Array(repeating: MessageCell.self, count: 20))
    app.table.scrollToRow(at: [0, 10], at: .top, animated: false)
    #expect(app.table.contentOffset == CGPoint(x: 0, y: 440))
    app.table.scrollToRow(at: [0, 19], at: .top, animated: false)
    #expect(app.table.contentOffset == CGPoint(x: 0, y: 680), "not past the end")
    app.table.scrollToRow(at: [0, 5], at: .middle, animated: false)
    #expect(app.table.contentOffset == CGPoint(x: 0, y: 142))
    app.table.scrollToRow(at: [0, 5], at: .none, animated: false)
    #expect(app.table.contentOffset == CGPoint(x: 0, y: 142), "it is visible")
    #expect(app.scrolls == 3)
    #expect(html(app.table).contains("tabindex"))
  }

  @Test func aRowThatTheAppScrollsToBeforeTheTableHasAPlaceIsShownThen() {
    let app = App(Array(repeating: MessageCell.self, count: 50), frame: .zero)
    app.table.scrollToRow(at: [0, 49], at: .bottom, animated: false)
    app.table.frame = CGRect(x: 0, y: 0, width: 320, height: 200)
    app.table.layoutIfNeeded()
    #expect(app.table.contentOffset == CGPoint(x: 0, y: 2000))
    #expect(html(app.table).components(separatedBy: "data-scroll-target").count == 2, "one place to scroll to")
  }

  @Test func emptyUpdatesGiveRowsTheirNewHeights() {
    let app = App([MessageCell.self, MessageCell.self])
    app.heights = [0: 60]
    app.table.beginUpdates()
    app.table.endUpdates()
    app.table.layoutIfNeeded()
    #expect(app.cell(0)?.frame.height == 60)
    #expect(app.cell(1)?.frame.minY == 60)
  }

  @Test func rowsMakeRoomForAViewThatComesAboveThemLater() {
    let app = App([MessageCell.self])
    app.table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
    app.table.layoutIfNeeded()
    #expect(app.cell(0)?.frame.minY == 50)
    app.table.tableHeaderView = nil
    app.table.layoutIfNeeded()
    #expect(app.cell(0)?.frame.minY == 0)
  }

  @Test func theContentOfAFlowingTableGrowsWithItsRows() {
    let app = App([FlowingCell.self], frame: .zero)
    app.table.setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 200))
    app.table.layoutIfNeeded()
    #expect(app.table.contentSize.height == 44)
    app.kinds.append(FlowingCell.self)
    app.table.insertRows(at: [[0, 1]], with: .none)
    app.table.layoutIfNeeded()
    #expect(app.table.contentSize.height == 88)
    #expect(app.table.rectForRow(at: [0, 1]).minY == 44)
  }

  @Test func aTableThatIsAsHighAsItsContentHearsOfIt() {
    final class Fitting: UITableView {
      var invalidations = 0
      override var contentSize: CGSize {
        didSet {
          invalidateIntrinsicContentSize()
          invalidations += 1
        }
      }
      override var intrinsicContentSize: CGSize { contentSize }
    }
    let app = App([MessageCell.self, MessageCell.self])
    let table = Fitting(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    table.dataSource = app
    table.reloadData()
    table.layoutIfNeeded()
    #expect(table.intrinsicContentSize == CGSize(width: 320, height: 88))
    #expect(table.invalidations == 1)
    app.kinds.append(MessageCell.self)
    table.reloadData()
    table.layoutIfNeeded()
    #expect(table.contentSize.height == 132)
  }

  @Test(arguments: [0, 2])
  func rowsThatComeAndGoLeaveTheOthersWhereAReloadWouldPutThem(count: Int) throws {
    let app = App(Array(repeating: MessageCell.self, count: count))
    func tops() -> [CGFloat?] { app.kinds.indices.map { app.cell($0)?.frame.minY } }
    app.kinds.append(MessageCell.self)
    app.table.insertRows(at: [[0, 0]], with: .automatic)
    app.table.layoutIfNeeded()
    let cell = try #require(app.cell(0) as? MessageCell)
    #expect(cell.boundsInLayout.allSatisfy { $0.size == CGSize(width: 320, height: 44) })
    #expect(tops() == (0...count).map { CGFloat($0) * 44 })
    app.kinds.removeLast()
    app.table.deleteRows(at: [[0, 0]], with: .automatic)
    app.table.layoutIfNeeded()
    #expect(tops() == (0..<count).map { CGFloat($0) * 44 })
    #expect(app.table.contentSize.height == CGFloat(count) * 44)
  }

  @Test func theContentOfACellMakesRoomForTheControlsOfEditingMode() throws {
    let app = App([MessageCell.self])
    let cell = try #require(app.cell(0) as? MessageCell)
    app.table.isEditing = true
    app.table.layoutIfNeeded()
    #expect(cell.contentView.frame.minX > 0 && cell.contentView.frame.width < 320)
    #expect(cell.title.frame.width == cell.contentView.bounds.width - 32)
    app.table.isEditing = false
    app.table.layoutIfNeeded()
    #expect(cell.contentView.frame == CGRect(x: 0, y: 0, width: 320, height: 44))
  }

  @Test func eachCellIsAnnouncedOnce() {
    let app = App([MessageCell.self, FlowingCell.self])
    #expect(app.displayed == [[0, 0], [0, 1]])
    app.table.setNeedsLayout()
    app.table.layoutIfNeeded()
    #expect(app.displayed.count == 2)
    app.kinds.append(FlowingCell.self)
    app.table.performBatchUpdates { app.table.insertRows(at: [[0, 2]], with: .automatic) }
    app.table.layoutIfNeeded()
    #expect(app.displayed == [[0, 0], [0, 1], [0, 2]])
  }

  @Test(arguments: [CGFloat.infinity, .nan, -20, 1e300])
  func nonsensicalHeightsDoNoHarm(height: CGFloat) throws {
    let app = App([MessageCell.self, MessageCell.self])
    app.heights = [0: height]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    let frame = try #require(app.cell(0)?.frame)
    #expect(frame.height.isFinite && frame.height >= 0)
    #expect(app.table.contentSize.height.isFinite)
    #expect(!html(app.table).contains("nan"))
  }

  @Test func aCellMayInsetItsContent() throws {
    final class Inset: UITableViewCell {
      override func layoutSubviews() {
        super.layoutSubviews()
        contentView.frame = contentView.frame.insetBy(dx: 10, dy: 5)
      }
    }
    let app = App([Inset.self])
    app.table.layoutIfNeeded()
    #expect(app.cell(0)?.contentView.frame == CGRect(x: 10, y: 5, width: 300, height: 34))
  }

  @Test func aCellMayBeNarrowerThanTheTable() throws {
    final class Narrow: MessageCell {
      override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(x: 12, y: newValue.minY, width: newValue.width - 24, height: newValue.height) }
      }
    }
    let app = App([Narrow.self])
    let cell = try #require(app.cell(0) as? Narrow)
    #expect(cell.frame.width == 296)
    #expect(cell.title.frame.width == 264)
    #expect(css(cell).contains("width:18.5rem;") && css(cell).contains("left:0.75rem;"))
  }

  @Test func theLabelsOfACellHavePlacesBesideOtherViews() throws {
    let app = App([MessageCell.self])
    let cell = try #require(app.cell(0))
    cell.textLabel?.text = "Name"
    cell.setNeedsLayout()
    app.table.layoutIfNeeded()
    #expect(cell.textLabel?.frame == CGRect(x: 20, y: 0, width: 280, height: 44))
  }

  @Test func anAccessoryViewHasTheSizeOfItsFrameOrOfItsContent() throws {
    let views: [(UIView, CGSize)] = [
      (UIStepper(), CGSize(width: 94, height: 32)), (UITextField(), CGSize(width: 140, height: 22)),
      (UISlider(), CGSize(width: 140, height: 34)), (UIPickerView(), CGSize(width: 140, height: 216)),
      (UIStackView(arrangedSubviews: [UISwitch()]), CGSize(width: 51, height: 31)),
      (UIView(frame: CGRect(x: 5, y: 5, width: 30, height: 20)), CGSize(width: 30, height: 20)), (UIView(), .zero),
    ]
    for (view, size) in views {
      let app = App([MessageCell.self])
      let cell = try #require(app.cell(0))
      cell.textLabel?.text = "Name"
      cell.accessoryView = view
      app.table.reloadData()
      app.table.layoutIfNeeded()
      let frame = view.frame
      #expect(abs(frame.width - size.width) < 1 && abs(frame.height - size.height) < 2, "\(view) \(frame)")
      #expect(view.frame.maxX == 300 && view.frame.midY == cell.bounds.midY)
      #expect(cell.frame.height == max(size.height, 44))
    }
  }
}
