import Katana
import Tempura
import UIKit

struct FrontViewModel: ViewModelWithState, Equatable {
  let breaking: [Story]
  let desks: [[Story]]
  let isLoading: Bool

  init(state: AppState) {
    breaking = Array(state.stories.prefix(5))
    desks = state.stories.isEmpty ? [] : [Array(state.stories[5..<13]), Array(state.stories[13...])]
    isLoading = state.isLoading
  }
}

final class FrontView: UIView, ViewControllerModellableView {
  private let collectionView = UICollectionView(frame: .zero, collectionViewLayout: MosaicLayout())
  private let spinner = UIActivityIndicatorView(style: .large)
  private let refreshControl = UIRefreshControl()

  var didSelectStory: CustomInteraction<Story>?

  func setup() {
    collectionView.register(StoryCell.self, forCellWithReuseIdentifier: StoryCell.reuseIdentifier)
    collectionView.register(BreakingCell.self, forCellWithReuseIdentifier: BreakingCell.reuseIdentifier)
    collectionView.register(
      HeaderView.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: HeaderView.reuseIdentifier)
    collectionView.dataSource = self
    collectionView.delegate = self
    refreshControl.addAction(
      UIAction { [unowned self] _ in
        collectionView.reloadData()
        refreshControl.endRefreshing()
      }, for: .valueChanged)
    collectionView.refreshControl = refreshControl
    spinner.hidesWhenStopped = true
    spinner.translatesAutoresizingMaskIntoConstraints = false
    addSubview(collectionView)
    addSubview(spinner)
    NSLayoutConstraint.activate([
      spinner.centerXAnchor.constraint(equalTo: centerXAnchor),
      spinner.centerYAnchor.constraint(equalTo: centerYAnchor),
    ])
  }

  func style() {
    backgroundColor = .paper
    collectionView.backgroundColor = .clear
    collectionView.alwaysBounceVertical = true
    collectionView.contentInsetAdjustmentBehavior = .always
  }

  func update(oldModel: FrontViewModel?) {
    guard let model, model != oldModel else { return }
    model.isLoading ? spinner.startAnimating() : spinner.stopAnimating()
    collectionView.reloadData()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    collectionView.frame = bounds
  }
}

extension FrontView: UICollectionViewDataSource, MosaicLayoutDelegate {
  func numberOfSections(in collectionView: UICollectionView) -> Int {
    guard let model, !model.desks.isEmpty else { return 0 }
    return 1 + model.desks.count
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    section == 0 ? 1 : model?.desks[section - 1].count ?? 0
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    if indexPath.section == 0 {
      let cell =
        collectionView.dequeueReusableCell(withReuseIdentifier: BreakingCell.reuseIdentifier, for: indexPath)
        as! BreakingCell
      cell.stories = model?.breaking ?? []
      cell.didSelect = { [weak self] in self?.didSelectStory?($0) }
      return cell
    }
    guard
      let cell = collectionView.dequeueReusableCell(
        withReuseIdentifier: StoryCell.reuseIdentifier, for: indexPath) as? StoryCell,
      let story = model?.desks[indexPath.section - 1][indexPath.item]
    else { return UICollectionViewCell() }
    cell.configure(with: story)
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let header = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: HeaderView.reuseIdentifier, for: indexPath)
    (header as? HeaderView)?.titleLabel.text = NSLocalizedString("front.\(indexPath.section)", comment: "")
    return header
  }

  func collectionView(_ collectionView: UICollectionView, isMosaicInSection section: Int) -> Bool { section > 0 }

  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    indexPath.section > 0
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    guard let story = model?.desks[indexPath.section - 1][indexPath.item] else { return }
    didSelectStory?(story)
  }

  func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
    UIView.animate(withDuration: 0.2) {
      collectionView.cellForItem(at: indexPath)?.transform = CGAffineTransform(scaleX: 0.97, y: 0.97)
    }
  }

  func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    UIView.animate(withDuration: 0.2) { collectionView.cellForItem(at: indexPath)?.transform = .identity }
  }
}

final class FrontViewController: ViewController<FrontView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.front.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.article): .push { [unowned self] in ArticleViewController(store: store, story: $0 as? Int ?? 1) },
      .show(Screen.subscribe): .presentModally { [unowned self] _ in
        UINavigationController(rootViewController: SubscribeViewController(store: store))
      },
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("The Daily Paper", comment: "")
    navigationItem.largeTitleDisplayMode = .always
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: NSLocalizedString("Subscribe", comment: ""), style: .plain, target: self,
      action: FrontViewController.subscribe)
    navigationItem.backButtonDisplayMode = .minimal
  }

  override func setupInteraction() {
    rootView.didSelectStory = { [unowned self] in dispatch(Show(Screen.article, animated: true, context: $0.id)) }
  }

  func subscribe() { dispatch(Show(Screen.subscribe, animated: true)) }
}
