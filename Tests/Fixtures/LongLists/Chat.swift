import Tempura
import UIKit

struct ChatViewModel: ViewModelWithState {
  let messages: [Row]

  init(state: AppState) {
    messages =
      (state.firstMessage...3599).map { Row(id: $0, text: String(repeating: "hello ", count: 1 + $0 % 13)) }
      + state.sent.enumerated().map { Row(id: 3600 + $0.offset, text: $0.element) }
  }
}

/// A chat of 3,000 messages that begins at its end, and loads older messages above.
final class ChatViewController: ListViewController<ChatView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    let send = UIAction { [unowned self] _ in dispatch(Change { $0.sent.append("A new message") }) }
    navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Send", primaryAction: send)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    rootView.scrollToEnd(animated: false)
  }

  override func setupInteraction() {
    rootView.didReachTop = { [unowned self] in
      dispatch(
        LoadMore(canLoad: { $0.firstMessage > 1 }, load: { $0.firstMessage = max(1, $0.firstMessage - 50) }))
    }
  }
}

final class ChatView: UIView, ViewControllerModellableView, UITableViewDataSource, UITableViewDelegate {
  private let tableView = UITableView()
  var didReachTop: (() -> Void)?

  func setup() {
    (tableView.dataSource, tableView.delegate) = (self, self)
    tableView.separatorStyle = .none
    tableView.allowsSelection = false
    tableView.register(MessageCell.self, forCellReuseIdentifier: "message")
    add(tableView, below: safeAreaLayoutGuide)
  }

  func style() { backgroundColor = .systemBackground }

  func update(oldModel: ChatViewModel?) {
    guard let messages = model?.messages, let old = oldModel?.messages else { return tableView.reloadData() }
    if messages.first?.id != old.first?.id {
      // Keeps the distance to the end.
      let distance = tableView.contentSize.height - tableView.contentOffset.y
      tableView.reloadData()
      tableView.layoutIfNeeded()
      tableView.contentOffset = CGPoint(x: 0, y: tableView.contentSize.height - distance)
    } else if messages.count > old.count {
      tableView.insertRows(at: [IndexPath(row: messages.count - 1, section: 0)], with: .bottom)
      scrollToEnd(animated: true)
    }
  }

  func scrollToEnd(animated: Bool) {
    guard let count = model?.messages.count, count > 0 else { return }
    tableView.scrollToRow(at: IndexPath(row: count - 1, section: 0), at: .bottom, animated: animated)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.messages.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "message", for: indexPath) as! MessageCell
    if let message = model?.messages[indexPath.row] { cell.show(message) }
    return cell
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    if scrollView.contentOffset.y < 200 { didReachTop?() }
  }
}

final class MessageCell: UITableViewCell {
  private let bubble = UIView()
  private let label = UILabel()
  private var sides: [NSLayoutConstraint] = []

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    label.numberOfLines = 0
    bubble.layer.cornerRadius = 14
    bubble.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(bubble)
    bubble.add(label, insets: UIEdgeInsets(top: 8, left: 12, bottom: 8, right: 12))
    sides = [
      bubble.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 12),
      bubble.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -12),
    ]
    NSLayoutConstraint.activate([
      bubble.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 4),
      bubble.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -4),
      bubble.widthAnchor.constraint(lessThanOrEqualToConstant: 260),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func show(_ message: Row) {
    let isMine = message.id % 3 == 0
    label.text = "\(message.id): \(message.text)"
    label.textColor = isMine ? .white : .label
    bubble.backgroundColor = isMine ? .systemBlue : .systemGray5
    sides[isMine ? 0 : 1].isActive = false
    sides[isMine ? 1 : 0].isActive = true
  }
}
