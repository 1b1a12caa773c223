import Tempura
import UIKit

final class ProductListView: UIView, ViewControllerModellableView {
  private let layout = UICollectionViewFlowLayout()
  private lazy var collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
  private let refreshControl = UIRefreshControl()
  private let spinner = UIActivityIndicatorView(style: .large)
  private let emptyView = EmptyView()

  var didSelectProduct: CustomInteraction<String>?
  var didToggleFavourite: CustomInteraction<String>?
  var didRefresh: Interaction?

  func setup() {
    layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    layout.minimumInteritemSpacing = 16
    layout.minimumLineSpacing = 16
    layout.sectionInset = UIEdgeInsets(top: 8, left: 16, bottom: 16, right: 16)
    layout.headerReferenceSize = CGSize(width: 0, height: 44)
    collectionView.register(ProductCell.self, forCellWithReuseIdentifier: ProductCell.reuseIdentifier)
    collectionView.register(
      SectionHeaderView.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: SectionHeaderView.reuseIdentifier)
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.alwaysBounceVertical = true
    collectionView.keyboardDismissMode = .onDrag
    collectionView.refreshControl = refreshControl
    refreshControl.addTarget(self, action: ProductListView.refresh, for: .valueChanged)
    spinner.hidesWhenStopped = true
    emptyView.show(
      image: "magnifyingglass", title: NSLocalizedString("Nothing found", comment: ""),
      text: NSLocalizedString("Try another word, or reset the filters.", comment: ""))

    for view in [collectionView, spinner, emptyView] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    NSLayoutConstraint.activate([
      collectionView.topAnchor.constraint(equalTo: topAnchor),
      collectionView.leadingAnchor.constraint(equalTo: safeAreaLayoutGuide.leadingAnchor),
      collectionView.trailingAnchor.constraint(equalTo: safeAreaLayoutGuide.trailingAnchor),
      collectionView.bottomAnchor.constraint(equalTo: bottomAnchor),
      spinner.centerXAnchor.constraint(equalTo: centerXAnchor),
      spinner.centerYAnchor.constraint(equalTo: centerYAnchor),
      emptyView.centerXAnchor.constraint(equalTo: centerXAnchor),
      emptyView.centerYAnchor.constraint(equalTo: centerYAnchor),
      emptyView.widthAnchor.constraint(lessThanOrEqualTo: widthAnchor, constant: -64),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    collectionView.backgroundColor = .clear
  }

  func update(oldModel: ProductListViewModel?) {
    guard let model = model else { return }
    if model.sections != oldModel?.sections {
      collectionView.reloadData()
    }
    emptyView.isHidden = !model.isEmpty
    if model.isLoading {
      if model.sections.isEmpty { spinner.startAnimating() }
    } else {
      spinner.stopAnimating()
      refreshControl.endRefreshing()
    }
  }

  private func refresh() {
    didRefresh?()
  }

  private var columnWidth: CGFloat {
    let width = bounds.width > 0 ? bounds.width : UIScreen.main.bounds.width
    let columns = max(2, (width / 220).rounded(.down))
    return ((width - 32 - 16 * (columns - 1)) / columns).rounded(.down)
  }
}

extension ProductListView: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  func numberOfSections(in collectionView: UICollectionView) -> Int {
    model?.sections.count ?? 0
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    model?.sections[section].items.count ?? 0
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell =
      collectionView.dequeueReusableCell(withReuseIdentifier: ProductCell.reuseIdentifier, for: indexPath)
      as! ProductCell
    guard let item = model?.sections[indexPath.section].items[indexPath.item] else { return cell }
    cell.configure(with: item, width: columnWidth)
    cell.didTapFavourite = { [weak self] in self?.didToggleFavourite?(item.product.id) }
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let header =
      collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: SectionHeaderView.reuseIdentifier, for: indexPath) as! SectionHeaderView
    header.label.text = model?.sections[indexPath.section].title
    return header
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    collectionView.deselectItem(at: indexPath, animated: true)
    guard let item = model?.sections[indexPath.section].items[indexPath.item] else { return }
    didSelectProduct?(item.product.id)
  }
}

final class EmptyView: UIView {
  private let imageView = UIImageView()
  private let titleLabel = UILabel()
  private let textLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    imageView.tintColor = .tertiaryLabel
    titleLabel.font = .preferredFont(forTextStyle: .title3)
    textLabel.font = .preferredFont(forTextStyle: .body)
    textLabel.textColor = .secondaryLabel
    for label in [titleLabel, textLabel] {
      label.textAlignment = .center
      label.numberOfLines = 0
    }
    let stack = UIStackView(arrangedSubviews: [imageView, titleLabel, textLabel])
    stack.axis = .vertical
    stack.alignment = .center
    stack.spacing = 8
    stack.setCustomSpacing(16, after: imageView)
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: topAnchor),
      stack.leadingAnchor.constraint(equalTo: leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func show(image: String, title: String, text: String) {
    let configuration = UIImage.SymbolConfiguration(pointSize: 48, weight: .light)
    imageView.image = UIImage(systemName: image, withConfiguration: configuration)
    titleLabel.text = title
    textLabel.text = text
  }
}
