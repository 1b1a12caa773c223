import Tempura
import UIKit

struct FeedViewModel: ViewModelWithState {
  let liked: Set<Int>
  init(state: CellsState) { liked = state.liked }
}

final class FeedViewController: ViewController<FeedView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Feed"
  }

  override func setupInteraction() {
    rootView.didToggle = { [unowned self] post in dispatch(ToggleLike(post: post)) }
  }
}

extension FeedViewController: Routable {
  var routeIdentifier: RouteElementIdentifier { "cells" }
}

/// A table of 20 posts.
final class FeedView: UIView, ViewControllerModellableView {
  private let tableView = UITableView()
  private var posts: UITableViewDiffableDataSource<Int, Int>!
  var didToggle: ((Int) -> Void)?

  func setup() {
    tableView.register(PostCell.self, forCellReuseIdentifier: "post")
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 140
    tableView.translatesAutoresizingMaskIntoConstraints = false
    addSubview(tableView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: topAnchor),
      tableView.leadingAnchor.constraint(equalTo: leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
    posts = UITableViewDiffableDataSource(tableView: tableView) { [unowned self] tableView, indexPath, post in
      let cell = tableView.dequeueReusableCell(withIdentifier: "post", for: indexPath) as! PostCell
      cell.show(post, isLiked: model?.liked.contains(post) == true)
      cell.didToggle = { [weak self] in self?.didToggle?(post) }
      return cell
    }
  }

  func style() { backgroundColor = .systemBackground }

  func update(oldModel: FeedViewModel?) {
    guard let model else { return }
    var snapshot = posts.snapshot()
    if snapshot.numberOfItems == 0 {
      snapshot.appendSections([0])
      snapshot.appendItems(Array(0..<20))
    }
    snapshot.reconfigureItems(Array(model.liked.symmetricDifference(oldModel?.liked ?? model.liked)))
    posts.apply(snapshot, animatingDifferences: false)
  }
}

/// A cell of 7 views with 28 constraints. With those for the sizes of their contents, these are some 56.
final class PostCell: UITableViewCell {
  private let avatarView = UIImageView()
  private let nameLabel = UILabel()
  private let dateLabel = UILabel()
  private let bodyLabel = UILabel()
  private let toggleButton = UIButton(type: .system)
  private let countLabel = UILabel()
  private let shareButton = UIButton(type: .system)

  var didToggle: (() -> Void)?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    avatarView.image = UIImage(systemName: "person.crop.circle")
    nameLabel.font = .preferredFont(forTextStyle: .headline)
    dateLabel.font = .preferredFont(forTextStyle: .footnote)
    dateLabel.textColor = .secondaryLabel
    dateLabel.setContentCompressionResistancePriority(.required, for: .horizontal)
    dateLabel.setContentHuggingPriority(.required, for: .horizontal)
    bodyLabel.numberOfLines = 0
    countLabel.font = .preferredFont(forTextStyle: .footnote)
    toggleButton.addAction(UIAction { [unowned self] _ in didToggle?() }, for: .touchUpInside)
    shareButton.setTitle("Share", for: .normal)
    for view in [avatarView, nameLabel, dateLabel, bodyLabel, toggleButton, countLabel, shareButton] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    let guide = contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      avatarView.topAnchor.constraint(equalTo: guide.topAnchor),
      avatarView.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      avatarView.widthAnchor.constraint(equalToConstant: 40),
      avatarView.heightAnchor.constraint(equalTo: avatarView.widthAnchor),
      avatarView.bottomAnchor.constraint(lessThanOrEqualTo: guide.bottomAnchor),
      nameLabel.topAnchor.constraint(equalTo: guide.topAnchor),
      nameLabel.leadingAnchor.constraint(equalTo: avatarView.trailingAnchor, constant: 12),
      nameLabel.trailingAnchor.constraint(lessThanOrEqualTo: dateLabel.leadingAnchor, constant: -8),
      nameLabel.heightAnchor.constraint(greaterThanOrEqualToConstant: 20),
      dateLabel.firstBaselineAnchor.constraint(equalTo: nameLabel.firstBaselineAnchor),
      dateLabel.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      dateLabel.widthAnchor.constraint(lessThanOrEqualToConstant: 120),
      bodyLabel.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 4),
      bodyLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      bodyLabel.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      bodyLabel.heightAnchor.constraint(greaterThanOrEqualToConstant: 20),
      toggleButton.topAnchor.constraint(equalTo: bodyLabel.bottomAnchor, constant: 8),
      toggleButton.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      toggleButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 32),
      toggleButton.widthAnchor.constraint(greaterThanOrEqualToConstant: 44),
      toggleButton.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      countLabel.centerYAnchor.constraint(equalTo: toggleButton.centerYAnchor),
      countLabel.leadingAnchor.constraint(equalTo: toggleButton.trailingAnchor, constant: 8),
      countLabel.trailingAnchor.constraint(lessThanOrEqualTo: shareButton.leadingAnchor, constant: -8),
      shareButton.centerYAnchor.constraint(equalTo: toggleButton.centerYAnchor),
      shareButton.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      shareButton.heightAnchor.constraint(equalTo: toggleButton.heightAnchor),
      shareButton.widthAnchor.constraint(greaterThanOrEqualToConstant: 44),
    ])
  }

  required init?(coder: NSCoder) { nil }

  func show(_ post: Int, isLiked: Bool) {
    nameLabel.text = "Author number \(post + 1)"
    dateLabel.text = "\(post + 1) h ago"
    bodyLabel.text =
      "Post number \(post + 1) says something that is longer than a line of a phone, so that its text is wrapped."
    toggleButton.setTitle(isLiked ? "Unlike" : "Like", for: .normal)
    countLabel.text = "\(post * 3 + (isLiked ? 1 : 0)) likes"
  }
}
