import Tempura
import UIKit

final class CollectionsScreen: ScreenView {
  private let list = CollectionView<FruitCell, SimpleSource<Fruit>>()
  private let addButton = UIButton(type: .system)
  private let turnButton = UIButton(type: .system)
  private let grid = UICollectionView(frame: .zero, collectionViewLayout: GridLayout())
  private let swatches = Swatches()
  private let trees = Trees()

  private var fruits = ["Apple", "Banana", "Cherry"].map(Fruit.init)

  override func addExamples() {
    list.accessibilityLabel = "Fruit"
    list.useDiffs = true
    list.configureInteractions = { [unowned self] cell, _ in
      cell.didTap = { [unowned self] name in remove(name) }
    }
    addButton.setTitle("Add a fruit", for: .normal)
    note(addButton, .touchUpInside) { [unowned self] _ in add() }
    turnButton.setTitle("Turn the order around", for: .normal)
    note(turnButton, .touchUpInside) { [unowned self] _ in
      fruits.reverse()
      show()
      return "\(fruits.first?.name ?? "Nothing") is first"
    }
    show()
    addGroup("Rows", [list, addButton, turnButton])
    grid.accessibilityLabel = "Colours"
    grid.register(SwatchCell.self, forCellWithReuseIdentifier: "swatch")
    grid.register(
      SwatchHeader.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "header")
    swatches.didSelect = { [unowned self] name in didHappen?("\(name) was chosen") }
    grid.dataSource = swatches
    grid.delegate = swatches
    addGroup("A grid in sections, to choose from", [grid])
    trees.list.accessibilityLabel = "Trees"
    addGroup("A list in sections", [trees.list])
  }

  private func show() { list.source = SimpleSource(fruits) }

  private func add() -> String {
    let others = ["Apple", "Banana", "Cherry", "Damson", "Elderberry", "Fig"].filter { name in
      !fruits.contains { $0.name == name }
    }
    guard let name = others.first else { return "There are no other fruits" }
    fruits.append(Fruit(name: name))
    show()
    return "\(name) was added"
  }

  private func remove(_ name: String) {
    fruits.removeAll { $0.name == name }
    show()
    didHappen?("\(name) was removed")
  }
}

struct Fruit: ViewModel, Equatable, Identifiable {
  let name: String
  var id: String { name }
}

/// A row: a name, and a button that removes it.
final class FruitCell: UICollectionViewCell, ConfigurableCell {
  private let nameLabel = UILabel()
  private let removeButton = UIButton(type: .system)

  // interactions
  var didTap: CustomInteraction<String>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
    style()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {
    removeButton.on(.touchUpInside) { [unowned self] _ in
      if let model { didTap?(model.name) }
    }
    let row = UIStackView(arrangedSubviews: [nameLabel, removeButton])
    row.alignment = .center
    row.distribution = .equalSpacing
    contentView.addSubview(row)
  }

  func style() {
    removeButton.setTitle("Remove", for: .normal)
  }

  func update(oldModel: Fruit?) {
    guard let model else { return }
    nameLabel.text = model.name
    removeButton.accessibilityLabel = "Remove \(model.name)"
  }
}

/// Tiles side by side.
private final class GridLayout: UICollectionViewFlowLayout {
  override init() {
    super.init()
    itemSize = CGSize(width: 110, height: 56)
    headerReferenceSize = CGSize(width: 0, height: 32)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// The items of the grid.
private final class Swatches: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  var didSelect: ((String) -> Void)?

  private let sections = [("Warm", ["Red", "Orange", "Yellow"]), ("Cold", ["Green", "Blue", "Indigo", "Violet"])]

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].1.count
  }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "swatch", for: indexPath)
    (cell as? SwatchCell)?.nameLabel.text = sections[indexPath.section].1[indexPath.item]
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let header = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "header", for: indexPath)
    (header as? SwatchHeader)?.titleLabel.text = sections[indexPath.section].0
    return header
  }

  func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String? {
    sections[indexPath.section].1[indexPath.item]
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    didSelect?(sections[indexPath.section].1[indexPath.item])
  }
}

/// A list whose headers, rows and footers are configurations.
private final class Trees {
  let list: UICollectionView
  private let source: UICollectionViewDiffableDataSource<String, String>

  init() {
    var layout = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    (layout.headerMode, layout.footerMode) = (.supplementary, .supplementary)
    list = UICollectionView(
      frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout.list(using: layout))
    let rows = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, path, name in
      var content = path.section == 0 ? UIListContentConfiguration.subtitleCell() : .valueCell()
      content.text = name
      content.secondaryText = path.section == 0 ? "Loses its leaves" : "Evergreen"
      content.image = path.section == 0 ? UIImage(systemName: "star") : nil
      cell.contentConfiguration = content
      cell.accessories = [.disclosureIndicator()]
    }
    let texts = [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter].map { kind in
      UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(elementKind: kind) { view, kind, path in
        var content = view.defaultContentConfiguration()
        let isHeader = kind == UICollectionView.elementKindSectionHeader
        content.text = isHeader ? ["Broad leaves", "Needles"][path.section] : "These grow here."
        view.contentConfiguration = content
      }
    }
    source = UICollectionViewDiffableDataSource(collectionView: list) { list, path, name in
      list.dequeueConfiguredReusableCell(using: rows, for: path, item: name)
    }
    source.supplementaryViewProvider = { list, kind, path in
      list.dequeueConfiguredReusableSupplementary(
        using: texts[kind == UICollectionView.elementKindSectionHeader ? 0 : 1], for: path)
    }
    var snapshot = NSDiffableDataSourceSnapshot<String, String>()
    snapshot.appendSections(["broad", "needles"])
    snapshot.appendItems(["Beech", "Oak"], toSection: "broad")
    snapshot.appendItems(["Fir", "Yew"], toSection: "needles")
    source.apply(snapshot, animatingDifferences: false)
  }
}

private final class SwatchCell: UICollectionViewCell {
  let nameLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Palette.tile
    layer.cornerRadius = 8
    nameLabel.textAlignment = .center
    contentView.addSubview(nameLabel)
  }

  required init?(coder: NSCoder) { nil }
}

private final class SwatchHeader: UICollectionReusableView {
  let titleLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel.accessibilityTraits = .header
    titleLabel.headingLevel = 3
    addSubview(titleLabel)
  }

  required init?(coder: NSCoder) { nil }
}
