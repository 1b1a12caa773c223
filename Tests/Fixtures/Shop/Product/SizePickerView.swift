import UIKit

/// The sizes of a product in a row that scrolls.
final class SizePickerView: UIView, UICollectionViewDataSource, UICollectionViewDelegate {
  private let collectionView: UICollectionView
  private var sizes: [String] = []

  var didSelect: ((Int) -> Void)?

  override init(frame: CGRect) {
    let layout = UICollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    layout.minimumInteritemSpacing = 8
    layout.sectionInset = UIEdgeInsets(top: 0, left: 20, bottom: 0, right: 20)
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    super.init(frame: frame)
    collectionView.showsHorizontalScrollIndicator = false
    collectionView.backgroundColor = .clear
    collectionView.register(SizeCell.self, forCellWithReuseIdentifier: "SizeCell")
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.translatesAutoresizingMaskIntoConstraints = false
    addSubview(collectionView)
    NSLayoutConstraint.activate([
      collectionView.topAnchor.constraint(equalTo: topAnchor),
      collectionView.leadingAnchor.constraint(equalTo: leadingAnchor),
      collectionView.trailingAnchor.constraint(equalTo: trailingAnchor),
      collectionView.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func show(_ sizes: [String], selected: Int?) {
    if self.sizes != sizes {
      self.sizes = sizes
      collectionView.reloadData()
    }
    if let selected = selected {
      collectionView.selectItem(
        at: IndexPath(item: selected, section: 0), animated: true, scrollPosition: .centeredHorizontally)
    }
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sizes.count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    guard
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "SizeCell", for: indexPath) as? SizeCell
    else { return UICollectionViewCell() }
    cell.label.text = NSLocalizedString(sizes[indexPath.item], comment: "")
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    didSelect?(indexPath.item)
  }
}

final class SizeCell: UICollectionViewCell {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.layer.cornerRadius = 10
    contentView.layer.borderWidth = 1
    label.font = .systemFont(ofSize: 16, weight: .medium)
    label.textAlignment = .center
    label.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
      label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
      label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
      label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
      label.widthAnchor.constraint(greaterThanOrEqualToConstant: 24),
    ])
    updateAppearance()
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override var isSelected: Bool {
    didSet { updateAppearance() }
  }

  private func updateAppearance() {
    contentView.backgroundColor = isSelected ? Palette.tint : .clear
    contentView.layer.borderColor = (isSelected ? Palette.tint : UIColor.separator).cgColor
    label.textColor = isSelected ? .systemBackground : .label
  }
}

/// A message that goes away by itself.
final class ToastView: UIView {
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    alpha = 0
    isUserInteractionEnabled = false
    backgroundColor = UIColor.label.withAlphaComponent(0.9)
    layer.cornerRadius = 18
    label.font = .systemFont(ofSize: 15, weight: .medium)
    label.textColor = .systemBackground
    label.numberOfLines = 0
    label.textAlignment = .center
    label.translatesAutoresizingMaskIntoConstraints = false
    addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: topAnchor, constant: 10),
      label.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 20),
      label.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -20),
      label.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -10),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func show(_ text: String) {
    label.text = text
    UIView.animate(withDuration: 0.3) { self.alpha = 1 }
    UIAccessibility.post(notification: .announcement, argument: text)
    let hide = DispatchWorkItem { [weak self] in self?.hide() }
    DispatchQueue.main.asyncAfter(deadline: .now() + 2, execute: hide)
  }

  private func hide() {
    UIView.animate(withDuration: 0.3) { self.alpha = 0 }
  }
}
