import Katana
import Tempura
import UIKit

struct DeskLocalState: LocalState, Codable {
  var desk: Desk
}

struct DeskViewModel: ViewModelWithLocalState, Equatable {
  let stories: [Story]
  let bookmarks: Set<Int>

  init?(state: AppState?, localState: DeskLocalState) {
    stories = state?.stories.filter { $0.desk == localState.desk } ?? []
    bookmarks = state?.bookmarks ?? []
  }
}

/// A grid: one big story, then two columns.
final class DeskView: UIView, ViewControllerModellableView, UICollectionViewDelegateFlowLayout {
  private enum Section { case lead, more }

  private lazy var collectionView = UICollectionView(frame: .zero, collectionViewLayout: makeLayout())
  private lazy var dataSource = makeDataSource()

  var didSelectStory: CustomInteraction<Int>?

  func setup() {
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

  func style() { collectionView.backgroundColor = .clear }

  func update(oldModel: DeskViewModel?) {
    guard let model, model != oldModel else { return }
    var snapshot = NSDiffableDataSourceSnapshot<Section, Story>()
    snapshot.appendSections([.lead, .more])
    snapshot.appendItems(Array(model.stories.prefix(1)), toSection: .lead)
    snapshot.appendItems(Array(model.stories.dropFirst()), toSection: .more)
    dataSource.apply(snapshot, animatingDifferences: oldModel != nil)
  }

  private func makeDataSource() -> UICollectionViewDiffableDataSource<Section, Story> {
    collectionView.register(StoryCell.self, forCellWithReuseIdentifier: StoryCell.reuseIdentifier)
    collectionView.register(
      HeaderView.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: HeaderView.reuseIdentifier)
    let dataSource = UICollectionViewDiffableDataSource<Section, Story>(collectionView: collectionView) {
      collectionView, indexPath, story in
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: StoryCell.reuseIdentifier, for: indexPath)
      (cell as? StoryCell)?.configure(with: story)
      return cell
    }
    dataSource.supplementaryViewProvider = { collectionView, kind, indexPath in
      let view = collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: HeaderView.reuseIdentifier, for: indexPath)
      (view as? HeaderView)?.titleLabel.text = NSLocalizedString("desk.header.\(indexPath.section)", comment: "")
      return view
    }
    return dataSource
  }

  private func makeLayout() -> UICollectionViewLayout {
    let layout = UICollectionViewFlowLayout()
    layout.sectionHeadersPinToVisibleBounds = true
    layout.sectionInset = UIEdgeInsets(top: 12, left: 16, bottom: 20, right: 16)
    layout.minimumLineSpacing = 12
    layout.minimumInteritemSpacing = 12
    layout.headerReferenceSize = CGSize(width: 0, height: 44)
    return layout
  }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    let width = collectionView.bounds.width - 32
    guard indexPath.section > 0 else { return CGSize(width: width, height: 320) }
    let columns: CGFloat = traitCollection.horizontalSizeClass == .regular ? 3 : 2
    return CGSize(width: ((width - 12 * (columns - 1)) / columns).rounded(.down), height: 240)
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    guard let story = dataSource.itemIdentifier(for: indexPath) else { return }
    didSelectStory?(story.id)
  }

  func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let story = dataSource.itemIdentifier(for: indexPath) else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
      UIMenu(children: [
        UIAction(title: NSLocalizedString("Read", comment: ""), image: UIImage(systemName: "doc.text")) { _ in
          self?.didSelectStory?(story.id)
        }
      ])
    }
  }
}

final class DeskViewController: ViewControllerWithLocalState<DeskView> {
  init(store: PartialStore<AppState>, desk: Desk) {
    super.init(store: store, localState: DeskLocalState(desk: desk))
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func setupInteraction() {
    rootView.didSelectStory = { [unowned self] in dispatch(Show(Screen.article, animated: true, context: $0)) }
  }
}
