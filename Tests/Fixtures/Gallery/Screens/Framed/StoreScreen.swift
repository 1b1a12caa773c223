import UIKit

/// A compositional layout: a grid, a row that scrolls by itself, and cells with constraints.
final class StoreScreen: FramedScreenView {
  private lazy var list = UICollectionView(frame: .zero, collectionViewLayout: Self.makeLayout())
  private var source: UICollectionViewDiffableDataSource<String, String>?

  private static let shelves = [
    ("Categories", ["Bread", "Cheese", "Fruit", "Tea"]),
    ("New this week", ["A loaf of rye", "Goat's cheese with herbs", "Pears"]),
    ("For your kitchen", ["Knives", "Boards"]),
  ]

  override func addExamples() {
    list.backgroundColor = .clear
    list.accessibilityLabel = "Store"
    let cells = UICollectionView.CellRegistration<ProductCell, String> { cell, path, name in
      cell.show(name, isTall: path.section == 1)
    }
    let headers = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { header, _, path in
      var content = UIListContentConfiguration.prominentInsetGroupedHeader()
      content.text = Self.shelves[path.section].0
      header.contentConfiguration = content
    }
    let source = UICollectionViewDiffableDataSource<String, String>(collectionView: list) { list, path, name in
      list.dequeueConfiguredReusableCell(using: cells, for: path, item: name)
    }
    source.supplementaryViewProvider = { list, _, path in
      list.dequeueConfiguredReusableSupplementary(using: headers, for: path)
    }
    var snapshot = NSDiffableDataSourceSnapshot<String, String>()
    for (title, names) in Self.shelves {
      snapshot.appendSections([title])
      snapshot.appendItems(names, toSection: title)
    }
    source.apply(snapshot, animatingDifferences: false)
    self.source = source
    addSubview(list)
  }

  private static func makeLayout() -> UICollectionViewLayout {
    UICollectionViewCompositionalLayout { section, _ in makeSection(section) }
  }

  private static func makeSection(_ section: Int) -> NSCollectionLayoutSection {
    let isRow = section == 1
    let item = NSCollectionLayoutItem(
      layoutSize: .init(widthDimension: .fractionalWidth(isRow ? 1 : 0.5), heightDimension: .fractionalHeight(1)))
    item.contentInsets = .init(top: 4, leading: 4, bottom: 4, trailing: 4)
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: .init(
        widthDimension: .fractionalWidth(isRow ? 0.7 : 1), heightDimension: .absolute(isRow ? 140 : 72)),
      subitems: [item])
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: .init(widthDimension: .fractionalWidth(1), heightDimension: .absolute(48)),
      elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
    header.pinToVisibleBounds = section == 2
    let made = NSCollectionLayoutSection(group: group)
    made.contentInsets = .init(top: 0, leading: 12, bottom: 12, trailing: 12)
    made.boundarySupplementaryItems = [header]
    if isRow { made.orthogonalScrollingBehavior = .groupPaging }
    return made
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    list.frame = scrollView.frame
    return 0
  }
}

/// A card with a name and a price, which constraints position.
private final class ProductCell: UICollectionViewCell {
  private let name = UILabel()
  private let price = UILabel()
  private var nameAtBottom: NSLayoutConstraint?
  private var nameInMiddle: NSLayoutConstraint?

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = .secondarySystemBackground
    contentView.layer.cornerRadius = 12
    name.font = .systemFont(ofSize: 17, weight: .semibold)
    name.numberOfLines = 2
    price.text = "New"
    price.font = .systemFont(ofSize: 13)
    price.textColor = Palette.secondary
    for label in [name, price] {
      label.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(label)
    }
    nameAtBottom = name.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -12)
    nameInMiddle = name.centerYAnchor.constraint(equalTo: contentView.centerYAnchor)
    NSLayoutConstraint.activate([
      name.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 12),
      name.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -12),
      price.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
      price.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -12),
    ])
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  func show(_ text: String, isTall: Bool) {
    name.text = text
    price.isHidden = !isTall
    nameAtBottom?.isActive = isTall
    nameInMiddle?.isActive = !isTall
  }
}
