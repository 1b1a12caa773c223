import Foundation
import Testing

@testable import TempuraUI

/// Cells, headers and rows whose content is a configuration.
@Suite(.app) struct ContentConfigurationTests {
  final class Source: UITableViewDataSource {
    var fill: (UITableViewCell) -> Void
    init(_ fill: @escaping (UITableViewCell) -> Void) { self.fill = fill }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell =
        tableView.dequeueReusableCell(withIdentifier: "cell")
        ?? UITableViewCell(style: .default, reuseIdentifier: "cell")
      fill(cell)
      return cell
    }
  }

  private func table(_ source: Source, frame: CGRect = .zero) -> UITableView {
    let table = UITableView(frame: frame, style: .plain)
    table.dataSource = source
    table.setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 400))
    table.layoutIfNeeded()
    return table
  }

  @Test func aCellShowsTheTextsOfItsConfiguration() throws {
    let source = Source { cell in
      var content = cell.defaultContentConfiguration()
      content.text = "Title"
      content.secondaryText = "Second"
      content.image = UIImage(systemName: "star")
      cell.contentConfiguration = content
    }
    let table = table(source)
    let view = try #require(table.visibleCells[0].contentView.subviews.first as? UIListContentView)
    #expect(view.textLabel?.text == "Title" && view.secondaryTextLabel?.text == "Second")
    let markup = html(table)
    #expect(markup.contains(#"data-style="subtitle""#) && markup.contains("Title") && markup.contains("Second"))
    let cell = table.visibleCells[0]
    source.fill = { cell in
      var content = UIListContentConfiguration.valueCell()
      content.text = "Other"
      cell.contentConfiguration = content
    }
    table.reloadData()
    table.layoutIfNeeded()
    #expect(table.visibleCells[0] === cell && cell.contentView.subviews.count == 1, "it is the same view")
    #expect(html(table).contains(#"data-style="value1""#) && !html(table).contains("Second"))
  }

  struct Badge: UIContentConfiguration {
    var count = 0
    var isSelected = false
    func makeContentView() -> any UIView & UIContentView { BadgeView(self) }
    func updated(for state: any UIConfigurationState) -> Badge {
      Badge(count: count, isSelected: (state as? UICellConfigurationState)?.isSelected ?? false)
    }
  }

  final class BadgeView: UIView, UIContentView {
    let label = UILabel()
    var configuration: any UIContentConfiguration { didSet { show() } }
    init(_ configuration: Badge) {
      self.configuration = configuration
      super.init(frame: .zero)
      addSubview(label)
      show()
    }
    required init?(coder: NSCoder) { nil }
    func show() {
      guard let badge = configuration as? Badge else { return }
      label.text = "\(badge.count) new\(badge.isSelected ? ", selected" : "")"
    }
  }

  @Test func anAppsOwnContentViewReachesTheEdges() {
    var count = 3
    let source = Source { $0.contentConfiguration = Badge(count: count) }
    let table = table(source)
    #expect(html(table).contains("3 new") && html(table).contains("data-bare"))
    count = 4
    table.reloadData()
    table.layoutIfNeeded()
    #expect(html(table).contains("4 new") && !html(table).contains("3 new"))
  }

  @Test func aCellUpdatesItsConfigurationWhenItIsSelected() {
    final class Cell: UITableViewCell {
      override func updateConfiguration(using state: UICellConfigurationState) {
        var content = defaultContentConfiguration()
        content.text = state.isSelected ? "on" : "off"
        contentConfiguration = content
      }
    }
    final class CellSource: UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        Cell(style: .default, reuseIdentifier: nil)
      }
    }
    let source = CellSource()
    let table = UITableView(frame: .zero, style: .plain)
    table.dataSource = source
    table.setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 400))
    table.layoutIfNeeded()
    #expect(html(table).contains("off"))
    table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    table.layoutIfNeeded()
    #expect(html(table).contains(">on<"))
    #expect(!table.visibleCells[0].isLayoutDue)
    table.reloadData()
    table.layoutIfNeeded()
    #expect(html(table).contains("off"), "rows that are loaded again are not selected")
    table.visibleCells[0].isSelected = true
    table.layoutIfNeeded()
    #expect(html(table).contains(">on<"))
  }

  @Test func aRowWithTwoTextsSideBySideIsAsHighAsTheTitleThatWraps() {
    let source = Source { cell in
      var content = UIListContentConfiguration.valueCell()
      content.text = Array(repeating: "words", count: 6).joined(separator: " ")
      content.secondaryText = "A value"
      cell.contentConfiguration = content
      let bar = UIView()
      cell.contentView.addSubview(bar)
      bar.frame = CGRect(x: 0, y: 0, width: 4, height: 10)
    }
    let table = table(source)
    let view = table.visibleCells[0].configuredContentView as? UIListContentView
    let title = view?.textLabel
    #expect(title.map { $0.sizeThatFits(CGSize(width: $0.frame.width, height: 0)).height <= $0.frame.height } == true)
    #expect(table.visibleCells[0].frame.height > 60, "the title has two lines")
  }

  @Test func aTitleIsAHeadingOnlyInAHeader() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    for (content, isHeading) in [(UIListContentConfiguration.groupedHeader(), true), (.cell(), false)] {
      var content = content
      content.text = "Title"
      cell.contentConfiguration = content
      let view = cell.configuredContentView as? UIListContentView
      #expect(view?.textLabel?.accessibilityTraits.contains(.header) == isHeading)
    }
  }

  @Test func contentWithMarginsOfItsOwnReachesTheEdges() {
    let cell = UICollectionViewListCell()
    cell.contentView.addSubview(UILabel())
    #expect(!html(cell).contains("data-bare"))
    for content: any UIContentConfiguration in [Badge(count: 3), UIListContentConfiguration.cell()] {
      let cell = UICollectionViewListCell()
      cell.contentConfiguration = content
      #expect(html(cell).contains("data-bare"))
    }
    for cell in [UITableViewCell(), UICollectionViewListCell()] {
      let content = (cell as? UITableViewCell)?.contentView ?? (cell as? UICollectionViewCell)?.contentView ?? cell
      let label = UILabel()
      content.addSubview(label)
      label.translatesAutoresizingMaskIntoConstraints = false
      label.topAnchor.constraint(equalTo: content.topAnchor, constant: 8).isActive = true
      #expect(html(cell).contains("data-bare"))
    }
  }

  @Test func aRowIsAsHighAsItsConstraintsAndItsLine() {
    let source = Source { cell in
      guard cell.contentView.subviews.isEmpty else { return }
      let block = UIView()
      block.translatesAutoresizingMaskIntoConstraints = false
      cell.contentView.addSubview(block)
      NSLayoutConstraint.activate([
        block.heightAnchor.constraint(equalToConstant: 20),
        block.topAnchor.constraint(equalTo: cell.contentView.topAnchor, constant: 8),
        block.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor, constant: -8),
      ])
    }
    let table = table(source)
    func height() -> CGFloat {
      table.visibleCells[0].systemLayoutSizeFitting(
        CGSize(width: 320, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel
      ).height
    }
    #expect(height() == 36 + 1 / UIScreen.main.scale)
    table.separatorStyle = .none
    #expect(height() == 36)
  }

  @Test func theContentOfASelectedItemIsToldOfTheSelection() {
    let list = List(UICollectionLayoutListConfiguration(appearance: .plain)) { _ in [] }
    let cell = list.view.visibleCells[1]
    cell.contentConfiguration = Badge(count: 2)
    list.view.selectItem(at: [0, 1], animated: false, scrollPosition: [])
    list.view.layoutIfNeeded()
    #expect(html(cell).contains("2 new, selected"))
    list.view.deselectItem(at: [0, 1], animated: false)
    list.view.layoutIfNeeded()
    #expect(html(cell).contains("2 new<"))
  }

  @Test func accessoriesHaveTheColourAndTheVisibilityThatTheAppGives() {
    let (cell, view) = (UICollectionViewListCell(), UIView())
    cell.accessories = [
      .checkmark(options: .init(tintColor: UIColor(red: 1, green: 0, blue: 0, alpha: 1))), .reorder(), .detail(),
    ]
    #expect(html(cell).contains(#"class="accessory checkmark s"#))
    #expect(html(cell).components(separatedBy: "accessory").count == 2, "the others are not shown")
    for isHidden in [true, false] {
      cell.accessories = [
        .customView(configuration: .init(customView: view, placement: .trailing(), isHidden: isHidden))
      ]
      #expect(view.isHidden == isHidden)
    }
  }

  @Test func aControllerSaysWhatIsMissing() {
    final class Screen: UIViewController {
      var states: [String?] = []
      init() {
        super.init(nibName: nil, bundle: nil)
        contentUnavailableConfiguration = nil
      }
      required init?(coder: NSCoder) { nil }
      override func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {
        states.append(state.searchText)
        contentUnavailableConfiguration = UIContentUnavailableConfiguration.search()
      }
    }
    let screen = Screen()
    #expect(!screen.isViewLoaded, "there was nothing to remove")
    let search = UISearchController(searchResultsController: nil)
    screen.navigationItem.searchController = search
    let page = Page(showing: UINavigationController(rootViewController: screen))
    #expect(page.html.contains("No Results</") && page.html.contains("Check the spelling"))
    search.isActive = true
    search.searchBar.text = "tea"
    #expect(screen.states == [nil])
    screen.setNeedsUpdateContentUnavailableConfiguration()
    #expect(page.html.contains("No Results for “tea”"))
    #expect(screen.states == [nil, "tea"])
  }

  @Test func backgroundsAndTextPropertiesAreStyles() {
    let source = Source { cell in
      var content = cell.defaultContentConfiguration()
      content.text = "Title"
      content.textProperties.color = .systemRed
      content.textProperties.transform = .uppercase
      content.imageProperties.maximumSize = CGSize(width: 80, height: 40)
      cell.contentConfiguration = content
      var background = UIBackgroundConfiguration.listPlainCell()
      background.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      cell.backgroundConfiguration = background
    }
    let table = table(source)
    let label = table.visibleCells[0].contentView.subviews[0].subviews[0] as? UILabel
    #expect(html(table).contains("Title") && label.map { css($0).contains("text-transform:uppercase;") } == true)
    let capitals = UILabel()
    capitals.text = "TITLE"
    #expect(label?.intrinsicContentSize == capitals.intrinsicContentSize, "it is measured as it is shown")
    #expect(css(table.visibleCells[0]).contains("background-color"))
    #expect(css(table.visibleCells[0].contentView.subviews[0]).contains("--image-width:5rem;--image-height:2.5rem;"))
  }

  @Test func aRowLaidOutByFramesIsAsHighAsItsTexts() {
    let source = Source { cell in
      var content = UIListContentConfiguration.subtitleCell()
      content.text = "Title"
      content.secondaryText = Array(repeating: "words", count: 30).joined(separator: " ")
      cell.contentConfiguration = content
      cell.accessoryView = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      let bar = UIView()
      cell.contentView.addSubview(bar)
      bar.frame = CGRect(x: 0, y: 0, width: 4, height: 10)
    }
    let table = table(source)
    let cell = table.visibleCells[0]
    #expect(cell.hasAssignedFrame && cell.frame.height > 80)
    #expect(cell.configuredContentView?.frame.height == cell.contentView.bounds.height)
  }

  // MARK: - Lists of collection views

  final class List {
    let view: UICollectionView
    var log: [String] = []
    private var source: UICollectionViewDiffableDataSource<Int, String>?

    init(_ configuration: UICollectionLayoutListConfiguration, accessories: @escaping (List) -> [UICellAccessory]) {
      view = UICollectionView(
        frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
      let rows = UICollectionView.CellRegistration<UICollectionViewListCell, String> { [unowned self] cell, _, item in
        var content = cell.defaultContentConfiguration()
        content.text = item
        cell.contentConfiguration = content
        cell.accessories = accessories(self)
      }
      let headers = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
        elementKind: UICollectionView.elementKindSectionHeader
      ) { header, _, path in
        var content = header.defaultContentConfiguration()
        content.text = "Part \(path.section)"
        header.contentConfiguration = content
      }
      let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: view) { list, path, item in
        list.dequeueConfiguredReusableCell(using: rows, for: path, item: item)
      }
      source.supplementaryViewProvider = { list, _, path in
        list.dequeueConfiguredReusableSupplementary(using: headers, for: path)
      }
      self.source = source
      var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
      snapshot.appendSections([0, 1])
      snapshot.appendItems(["a", "b"], toSection: 0)
      snapshot.appendItems(["c"], toSection: 1)
      source.apply(snapshot, animatingDifferences: false)
      view.setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 400))
      view.layoutIfNeeded()
    }

    func tap(_ item: Int, _ part: String) -> Bool {
      let target = view.visibleCells[item].tapTarget(ofPart: part)
      target?.tap()
      return target != nil
    }
  }

  @Test func aListLooksLikeATable() {
    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    configuration.headerMode = .supplementary
    let list = List(configuration) { _ in [.disclosureIndicator(), .checkmark()] }
    let markup = html(list.view)
    #expect(markup.contains(#"data-style="insetGrouped""#))
    #expect(markup.contains("Part 0") && markup.contains("Part 1"))
    #expect(markup.contains("accessory disclosure") && markup.contains("accessory checkmark"))
    #expect(!list.view.isLaidOut, "the style sheet positions the rows")
  }

  @Test func accessoriesAndSwipeActionsAreButtons() {
    var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
    var log: [String] = []
    configuration.trailingSwipeActionsConfigurationProvider = { path in
      UISwipeActionsConfiguration(actions: [
        UIContextualAction(style: .destructive, title: "Delete") { _, _, done in
          log.append("deleted \(path.item)")
          done(true)
        }
      ])
    }
    let list = List(configuration) { list in [.delete { [unowned list] in list.log.append("accessory") }] }
    #expect(html(list.view).contains("row-action-Delete"))
    #expect(list.tap(1, "row-action-Delete") && log == ["deleted 1"])
    #expect(!list.tap(0, "row-accessory-delete"), "only in editing mode")
    list.view.isEditing = true
    #expect(list.tap(0, "row-accessory-delete") && list.log == ["accessory"])
    #expect(!html(list.view).contains("row-action-Delete"))
  }

  // MARK: - Section index

  @Test func theSectionIndexLinksToHeaders() {
    final class IndexSource: UITableViewDataSource {
      func numberOfSections(in tableView: UITableView) -> Int { 2 }
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "ab" }
      func sectionIndexTitles(for tableView: UITableView) -> [String]? { ["A", "B", "C"] }
    }
    let source = IndexSource()
    let table = UITableView(frame: .zero, style: .plain)
    table.sectionIndexColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    table.dataSource = source
    table.layoutIfNeeded()
    let markup = html(table)
    #expect(
      markup.contains("<a href=\"#uiTableView.header-1\">B</a>") && markup.contains("id=\"uiTableView.header-1\""))
    #expect(!markup.contains(">C</a>"), "there is no such section")
    #expect(css(table).contains("--index:"))
  }
}
