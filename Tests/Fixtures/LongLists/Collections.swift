import Tempura
import UIKit

struct PhotosViewModel: ViewModelWithState {
  let selected: Set<Int>
  init(state: AppState) { selected = state.selectedPhotos }
}

/// A grid of 5,000 squares.
final class PhotosViewController: ListViewController<PhotosView> {
  override func setupInteraction() {
    rootView.didToggle = { [unowned self] photo in dispatch(Change { $0.selectedPhotos.toggle(photo) }) }
  }
}

final class PhotosView: UIView, ViewControllerModellableView, UICollectionViewDataSource, UICollectionViewDelegate {
  private let layout = UICollectionViewFlowLayout()
  private lazy var collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
  var didToggle: ((Int) -> Void)?

  func setup() {
    (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (2, 2)
    (collectionView.dataSource, collectionView.delegate) = (self, self)
    collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: "photo")
    add(collectionView, below: safeAreaLayoutGuide)
  }

  func style() { backgroundColor = .systemBackground }

  override func layoutSubviews() {
    super.layoutSubviews()
    let side = floor((bounds.width - 3 * 2) / 4)
    layout.itemSize = CGSize(width: side, height: side)
  }

  func update(oldModel: PhotosViewModel?) {
    guard let model else { return }
    let changed = model.selected.symmetricDifference(oldModel?.selected ?? [])
    collectionView.reloadItems(at: changed.map { IndexPath(item: $0, section: 0) })
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 5000 }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath) as! PhotoCell
    cell.show(indexPath.item, isSelected: model?.selected.contains(indexPath.item) == true)
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    didToggle?(indexPath.item)
  }
}

final class PhotoCell: UICollectionViewCell {
  private let label = UILabel()

  func show(_ photo: Int, isSelected: Bool) {
    if label.superview == nil { contentView.add(label) }
    label.textAlignment = .center
    label.text = isSelected ? "✓ \(photo)" : "\(photo)"
    contentView.backgroundColor = UIColor(hue: CGFloat(photo % 20) / 20, saturation: 0.3, brightness: 1, alpha: 1)
    contentView.layer.borderWidth = isSelected ? 3 : 0
  }
}

struct PlainViewModel: ViewModelWithState {
  let rows: [Row]
  init(state: AppState) { rows = state.rows.map { Row(id: $0, isOn: state.switchedOn.contains($0)) } }
}

/// A list of 10,000 rows on a page without frames.
final class PlainViewController: ListViewController<PlainView> {
  override func setupInteraction() {
    rootView.didTapInsert = { [unowned self] in
      dispatch(Change { $0.rows.insert(1 + ($0.rows.max() ?? 0), at: 0) })
    }
    rootView.didTapRemove = { [unowned self] in dispatch(Change { $0.rows.removeFirst() }) }
    rootView.didToggle = { [unowned self] id in dispatch(Change { $0.switchedOn.toggle(id) }) }
  }
}

final class PlainView: UIView, ViewControllerModellableView {
  private let insertButton = UIButton(type: .system)
  private let removeButton = UIButton(type: .system)
  private let list = CollectionView<RowCell, SimpleSource<Row>>(frame: .zero, layout: UICollectionViewFlowLayout())

  var didTapInsert: Interaction?
  var didTapRemove: Interaction?
  var didToggle: CustomInteraction<Int>?

  func setup() {
    insertButton.on(.touchUpInside) { [unowned self] _ in didTapInsert?() }
    removeButton.on(.touchUpInside) { [unowned self] _ in didTapRemove?() }
    list.useDiffs = true
    list.configureInteractions = { [unowned self] cell, _ in cell.didToggle = { [unowned self] in didToggle?($0) } }
    [insertButton, removeButton, list].forEach(addSubview)
  }

  func style() {
    insertButton.setTitle("Insert at top", for: .normal)
    removeButton.setTitle("Remove first", for: .normal)
  }

  func update(oldModel: PlainViewModel?) {
    if let model { list.source = SimpleSource(model.rows) }
  }
}

final class RowCell: UICollectionViewCell, ConfigurableCell {
  private let button = UIButton(type: .system)
  var didToggle: CustomInteraction<Int>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func setup() {
    button.on(.touchUpInside) { [unowned self] _ in
      if let id = model?.id { didToggle?(id) }
    }
    contentView.addSubview(button)
  }

  func style() {}

  func update(oldModel: Row?) {
    if let model { button.setTitle("Row \(model.id) is \(model.isOn ? "on" : "off")", for: .normal) }
  }
}
