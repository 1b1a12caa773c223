import Katana
import Tempura
import UIKit

struct CommentRow: Equatable {
  let comment: Comment
  let depth: Int
}

struct CommentsViewModel: ViewModelWithState, Equatable {
  let rows: [CommentRow]

  init(state: AppState) {
    func thread(_ parent: Int?, _ depth: Int) -> [CommentRow] {
      state.comments.filter { $0.parent == parent }.flatMap {
        [CommentRow(comment: $0, depth: depth)] + thread($0.id, depth + 1)
      }
    }
    rows = thread(nil, 0)
  }
}

final class CommentCell: UITableViewCell {
  private let avatar = UILabel()
  private let authorLabel = UILabel()
  private let bodyLabel = UILabel()
  private let votesLabel = UILabel()
  private let upButton = UIButton(type: .system)
  private let downButton = UIButton(type: .system)
  private let replyButton = UIButton(type: .system)
  private let threadLine = UIView()
  private lazy var leading = avatar.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16)

  var didVote: ((Int) -> Void)?
  var didReply: (() -> Void)?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    avatar.textAlignment = .center
    avatar.font = .systemFont(ofSize: 14, weight: .semibold)
    avatar.textColor = .white
    avatar.backgroundColor = .accent
    avatar.layer.cornerRadius = 16
    avatar.layer.masksToBounds = true
    authorLabel.font = .preferredFont(forTextStyle: .subheadline).bold
    bodyLabel.font = .preferredFont(forTextStyle: .body)
    bodyLabel.numberOfLines = 0
    votesLabel.font = .monospacedDigitSystemFont(ofSize: 15, weight: .medium)
    votesLabel.textColor = .secondaryLabel
    upButton.setImage(UIImage(systemName: "arrow.up"), for: .normal)
    upButton.accessibilityLabel = NSLocalizedString("Vote up", comment: "")
    downButton.setImage(UIImage(systemName: "arrow.down"), for: .normal)
    downButton.accessibilityLabel = NSLocalizedString("Vote down", comment: "")
    replyButton.setTitle(NSLocalizedString("Reply", comment: ""), for: .normal)
    upButton.on(.touchUpInside) { [unowned self] _ in didVote?(1) }
    downButton.on(.touchUpInside) { [unowned self] _ in didVote?(-1) }
    replyButton.on(.touchUpInside) { [unowned self] _ in didReply?() }
    threadLine.backgroundColor = .separator
    let actions = UIStackView(arrangedSubviews: [upButton, votesLabel, downButton, replyButton])
    actions.spacing = 12
    actions.alignment = .center
    for view in [avatar, authorLabel, bodyLabel, actions] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    contentView.addSubview(threadLine)
    NSLayoutConstraint.activate([
      leading, avatar.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
      avatar.widthAnchor.constraint(equalToConstant: 32), avatar.heightAnchor.constraint(equalToConstant: 32),
      authorLabel.leadingAnchor.constraint(equalTo: avatar.trailingAnchor, constant: 10),
      authorLabel.trailingAnchor.constraint(lessThanOrEqualTo: contentView.trailingAnchor, constant: -16),
      authorLabel.centerYAnchor.constraint(equalTo: avatar.centerYAnchor),
      bodyLabel.topAnchor.constraint(equalTo: avatar.bottomAnchor, constant: 4),
      bodyLabel.leadingAnchor.constraint(equalTo: authorLabel.leadingAnchor),
      bodyLabel.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
      actions.topAnchor.constraint(equalTo: bodyLabel.bottomAnchor, constant: 4),
      actions.leadingAnchor.constraint(equalTo: bodyLabel.leadingAnchor),
      actions.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -8),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(with row: CommentRow) {
    avatar.text = String(row.comment.author.prefix(1))
    authorLabel.text = row.comment.author
    bodyLabel.text = row.comment.text
    votesLabel.text = "\(row.comment.votes)"
    upButton.tintColor = row.comment.vote == 1 ? .systemGreen : .secondaryLabel
    downButton.tintColor = row.comment.vote == -1 ? .systemRed : .secondaryLabel
    upButton.isSelected = row.comment.vote == 1
    leading.constant = 16 + 24 * CGFloat(min(row.depth, 4))
    indentationLevel = row.depth
    threadLine.isHidden = row.depth == 0
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let x = leading.constant - 10
    let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
    threadLine.frame = CGRect(
      x: isRightToLeft ? contentView.bounds.width - x - 2 : x, y: 0, width: 2, height: contentView.bounds.height)
  }
}

extension UIFont {
  var bold: UIFont {
    guard let descriptor = fontDescriptor.withSymbolicTraits(.traitBold) else { return self }
    return UIFont(descriptor: descriptor, size: pointSize)
  }
}

final class CommentsView: UIView, ViewControllerModellableView, UITableViewDataSource, UITableViewDelegate {
  private let tableView = UITableView()

  var didVote: CustomInteraction<(id: Int, vote: Int)>?
  var didReply: CustomInteraction<Int>?

  func setup() {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 120
    tableView.separatorInset = UIEdgeInsets(top: 0, left: 58, bottom: 0, right: 0)
    tableView.register(CommentCell.self, forCellReuseIdentifier: "comment")
    addSubview(tableView)
  }

  func style() { tableView.backgroundColor = .paper }

  func update(oldModel: CommentsViewModel?) {
    if model != oldModel { tableView.reloadData() }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    tableView.frame = bounds
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.rows.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "comment", for: indexPath) as! CommentCell
    guard let row = model?.rows[indexPath.row] else { return cell }
    cell.backgroundColor = .clear
    cell.configure(with: row)
    cell.didVote = { [unowned self] in didVote?((row.comment.id, $0)) }
    cell.didReply = { [unowned self] in didReply?(row.comment.id) }
    return cell
  }

  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}

final class CommentsViewController: ViewController<CommentsView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.comments.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .hide(Screen.comments): .pop,
      .show(Screen.compose): .presentModally { [unowned self] in
        let compose = ComposeViewController(parent: $0 as? Int) { [unowned self] text, parent in
          dispatch(PostComment(text: text, parent: parent))
        }
        compose.didCancel = { [unowned self] in dispatch(Hide(Screen.compose, animated: true)) }
        let navigation = UINavigationController(rootViewController: compose)
        navigation.isModalInPresentation = true
        return navigation
      },
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Comments", comment: "")
    navigationItem.largeTitleDisplayMode = .never
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .compose, target: self, action: CommentsViewController.compose)
  }

  override func setupInteraction() {
    rootView.didVote = { [unowned self] in dispatch(Vote(id: $0.id, vote: $0.vote)) }
    rootView.didReply = { [unowned self] in dispatch(Show(Screen.compose, animated: true, context: $0)) }
  }

  private func compose() { dispatch(Show(Screen.compose, animated: true)) }
}
