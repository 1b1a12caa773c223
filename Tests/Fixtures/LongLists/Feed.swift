import Tempura
import UIKit

struct FeedViewModel: ViewModelWithState {
  let posts: [Row]

  init(state: AppState) {
    posts = (1...state.posts).map { number in
      let text = String(repeating: "This is what somebody writes. ", count: 1 + number * 7 % 5)
      return Row(id: number, text: text, isOn: state.liked.contains(number))
    }
  }
}

/// A feed that loads more posts when its last row is about to be shown.
final class FeedViewController: ListViewController<FeedView> {
  override func setupInteraction() {
    rootView.didReachEnd = { [unowned self] count in
      dispatch(LoadMore(canLoad: { $0.posts == count && count < 600 }, load: { $0.posts += 40 }))
    }
    rootView.didLike = { [unowned self] post in dispatch(Change { $0.liked.toggle(post) }) }
  }
}

final class FeedView: UIView, ViewControllerModellableView, UITableViewDataSource, UITableViewDelegate {
  private let tableView = UITableView(frame: .zero, style: .plain)
  var didReachEnd: ((Int) -> Void)?
  var didLike: ((Int) -> Void)?

  func setup() {
    (tableView.dataSource, tableView.delegate) = (self, self)
    tableView.register(PostCell.self, forCellReuseIdentifier: "post")
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 120
    add(tableView, below: safeAreaLayoutGuide)
  }

  func style() { backgroundColor = .systemBackground }

  func update(oldModel: FeedViewModel?) {
    guard let posts = model?.posts, let old = oldModel?.posts else { return tableView.reloadData() }
    if posts.count > old.count {
      tableView.insertRows(at: (old.count..<posts.count).map { IndexPath(row: $0, section: 0) }, with: .automatic)
    } else {
      let changed = posts.indices.filter { posts[$0] != old[$0] }
      tableView.reloadRows(at: changed.map { IndexPath(row: $0, section: 0) }, with: .none)
    }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.posts.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "post", for: indexPath) as! PostCell
    guard let post = model?.posts[indexPath.row] else { return cell }
    cell.show(post)
    cell.didLike = { [weak self] in self?.didLike?(post.id) }
    return cell
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    if let count = model?.posts.count, indexPath.row == count - 1 { didReachEnd?(count) }
  }
}

final class PostCell: UITableViewCell {
  private let nameLabel = UILabel()
  private let bodyLabel = UILabel()
  private let likeButton = UIButton(type: .system)
  var didLike: (() -> Void)?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    nameLabel.font = .preferredFont(forTextStyle: .headline)
    bodyLabel.numberOfLines = 0
    likeButton.addAction(UIAction { [unowned self] _ in didLike?() }, for: .touchUpInside)
    let stack = UIStackView(arrangedSubviews: [nameLabel, bodyLabel, likeButton])
    (stack.axis, stack.alignment, stack.spacing) = (.vertical, .leading, 4)
    contentView.add(stack, insets: UIEdgeInsets(top: 12, left: 16, bottom: 12, right: 16))
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func show(_ post: Row) {
    nameLabel.text = "Post \(post.id)"
    bodyLabel.text = post.text
    likeButton.setTitle(post.isOn ? "Unlike post \(post.id)" : "Like post \(post.id)", for: .normal)
  }
}
