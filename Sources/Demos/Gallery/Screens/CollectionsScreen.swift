import Tempura
import UIKit

final class CollectionsScreen: ScreenView {
  private let list = CollectionView<FruitCell, SimpleSource<Fruit>>()
  private let addButton = UIButton(type: .system)
  private let turnButton = UIButton(type: .system)

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
