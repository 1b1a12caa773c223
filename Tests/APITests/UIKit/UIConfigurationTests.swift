import Testing
import UIKit

/// Configurations of cells and compositional layouts, as apps on iOS write them.
@MainActor @Suite struct UIConfigurationTests {
  final class ListViewController: UICollectionViewController {
    enum Section: Hashable { case main }
    struct Item: Hashable { let title: String }

    private var dataSource: UICollectionViewDiffableDataSource<Section, Item>!

    init() {
      var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
      configuration.headerMode = .supplementary
      configuration.trailingSwipeActionsConfigurationProvider = { _ in
        UISwipeActionsConfiguration(actions: [
          UIContextualAction(style: .destructive, title: "Delete") { _, _, done in done(true) }
        ])
      }
      super.init(collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func viewDidLoad() {
      super.viewDidLoad()
      let cellRegistration = UICollectionView.CellRegistration<UICollectionViewListCell, Item> {
        cell, indexPath, item in
        var content = cell.defaultContentConfiguration()
        content.text = item.title
        content.secondaryText = "\(indexPath.row)"
        content.image = UIImage(systemName: "star")
        content.imageProperties.tintColor = .systemYellow
        content.imageProperties.maximumSize = CGSize(width: 40, height: 40)
        content.imageProperties.preferredSymbolConfiguration = .init(pointSize: 20)
        content.textProperties.font = .preferredFont(forTextStyle: .headline)
        content.secondaryTextProperties.color = .secondaryLabel
        content.directionalLayoutMargins = .init(top: 12, leading: 16, bottom: 12, trailing: 16)
        cell.contentConfiguration = content
        cell.accessories = [
          .disclosureIndicator(), .checkmark(), .delete(displayed: .whenEditing, actionHandler: {}), .reorder(),
          .label(text: "3"), .disclosureIndicator(options: .init(tintColor: .systemGray)),
          .customView(configuration: .init(customView: UISwitch(), placement: .trailing(displayed: .always))),
          .outlineDisclosure(options: .init(style: .header)), .multiselect(displayed: .whenEditing),
        ]
        var background = UIBackgroundConfiguration.listGroupedCell()
        background.cornerRadius = 8
        cell.backgroundConfiguration = background
      }
      let headerRegistration = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
        elementKind: UICollectionView.elementKindSectionHeader
      ) { view, _, _ in
        var content = UIListContentConfiguration.groupedHeader()
        content.text = "Header"
        view.contentConfiguration = content
      }
      dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) { list, indexPath, item in
        list.dequeueConfiguredReusableCell(using: cellRegistration, for: indexPath, item: item)
      }
      dataSource.supplementaryViewProvider = { list, _, indexPath in
        list.dequeueConfiguredReusableSupplementary(using: headerRegistration, for: indexPath)
      }
      var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()
      snapshot.appendSections([.main])
      snapshot.appendItems([Item(title: "One")])
      dataSource.apply(snapshot, animatingDifferences: true)

      registerForTraitChanges([UITraitPreferredContentSizeCategory.self, UITraitUserInterfaceStyle.self]) {
        (self: Self, _: UITraitCollection) in self.title = "changed"
      }
      var unavailable = UIContentUnavailableConfiguration.empty()
      unavailable.text = "Nothing"
      unavailable.secondaryText = "Add one."
      unavailable.image = UIImage(systemName: "tray")
      unavailable.button = .filled()
      unavailable.button.title = "Add"
      unavailable.buttonProperties.primaryAction = UIAction { _ in }
      contentUnavailableConfiguration = unavailable
    }
  }

  /// A configuration of an app's own.
  struct BadgeConfiguration: UIContentConfiguration, Hashable {
    var count = 0
    func makeContentView() -> UIView & UIContentView { BadgeView(self) }
    func updated(for state: UIConfigurationState) -> BadgeConfiguration {
      guard let state = state as? UICellConfigurationState else { return self }
      var updated = self
      if state.isSelected { updated.count += 1 }
      return updated
    }
  }

  final class BadgeView: UIView, UIContentView {
    private let label = UILabel()
    var configuration: UIContentConfiguration { didSet { configure() } }

    init(_ configuration: BadgeConfiguration) {
      self.configuration = configuration
      super.init(frame: .zero)
      addSubview(label)
      label.translatesAutoresizingMaskIntoConstraints = false
      NSLayoutConstraint.activate([
        label.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
        label.topAnchor.constraint(equalTo: topAnchor), label.bottomAnchor.constraint(equalTo: bottomAnchor),
      ])
      configure()
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    private func configure() {
      guard let configuration = configuration as? BadgeConfiguration else { return }
      label.text = "\(configuration.count)"
    }
  }

  private func makeLayout() -> UICollectionViewLayout {
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.interSectionSpacing = 20
    return UICollectionViewCompositionalLayout(
      sectionProvider: { sectionIndex, layoutEnvironment in
        let isWide = layoutEnvironment.container.effectiveContentSize.width > 500
        let itemSize = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(80))
        let item = NSCollectionLayoutItem(layoutSize: itemSize)
        item.contentInsets = .init(top: 4, leading: 4, bottom: 4, trailing: 4)
        let groupSize = NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(isWide ? 0.5 : 0.9), heightDimension: .estimated(80))
        let group = NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitem: item, count: 2)
        group.interItemSpacing = .flexible(8)
        let section = NSCollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = sectionIndex == 0 ? .groupPagingCentered : .none
        section.visibleItemsInvalidationHandler = { _, _, _ in }
        let header = NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: .init(widthDimension: .fractionalWidth(1.0), heightDimension: .estimated(44)),
          elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
        header.pinToVisibleBounds = true
        section.boundarySupplementaryItems = [header]
        section.decorationItems = [NSCollectionLayoutDecorationItem.background(elementKind: "background")]
        return section
      }, configuration: configuration)
  }

  @Test func aListWithRegistrations() {
    let controller = ListViewController()
    controller.loadViewIfNeeded()
    controller.view.layoutIfNeeded()
    #expect(controller.collectionView.numberOfItems(inSection: 0) == 1)
    let cell = controller.collectionView.cellForItem(at: [0, 0]) as? UICollectionViewListCell
    #expect((cell?.contentConfiguration as? UIListContentConfiguration)?.text == "One")
    #expect(cell?.accessories.count == 9)
  }

  @Test func configurationsOfTheApp() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.contentConfiguration = BadgeConfiguration(count: 2)
    #expect((cell.contentConfiguration as? BadgeConfiguration)?.count == 2)
    cell.configurationUpdateHandler = { cell, state in
      cell.contentConfiguration = BadgeConfiguration(count: 2).updated(for: state)
    }
    cell.contentConfiguration = nil
    #expect(cell.contentConfiguration == nil)
    _ = makeLayout()
  }

  @Test func namesOfViews() {
    let (view, field) = (UIView(), UITextField())
    view.addSubview(field)
    field.translatesAutoresizingMaskIntoConstraints = false
    view.keyboardLayoutGuide.topAnchor.constraint(equalTo: field.bottomAnchor).isActive = true
    let image = UIImageView(image: UIImage(systemName: "star"))
    image.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 30)
    view.showsLargeContentViewer = true
    view.largeContentTitle = "Title"
    let table = UITableView(frame: .zero, style: .plain)
    table.cellLayoutMarginsFollowReadableWidth = true
    table.separatorInsetReference = .fromAutomaticInsets
    table.insetsContentViewsToSafeArea = false
    table.sectionIndexColor = .systemRed
    table.sectionIndexBackgroundColor = .clear
    UITraitCollection.current.performAsCurrent {}
    let search = UISearchController(searchResultsController: UIViewController())
    search.automaticallyShowsScopeBar = false
    search.showsSearchResultsController = true
    let item = UINavigationItem(title: "Title")
    item.searchController = search
    item.preferredSearchBarPlacement = .stacked
    #expect(item.searchController === search)
  }
}
