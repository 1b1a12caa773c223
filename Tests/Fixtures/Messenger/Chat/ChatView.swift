import Tempura
import UIKit

final class ChatView: UIView, ViewControllerModellableView, @unchecked Sendable {
  let tableView = UITableView()
  let composer = ComposerView()
  let titleView = ChatTitleView()
  private let emptyLabel = UILabel()
  private let blockedLabel = UILabel()
  private var keyboardHeight: CGFloat = 0
  private var observers: [NSObjectProtocol] = []
  private var needsScroll = true

  var didReact: ((String, String) -> Void)?
  var didReply: CustomInteraction<String>?
  var didCopy: CustomInteraction<String>?
  var didDelete: CustomInteraction<String>?

  func setup() {
    tableView.register(BubbleCell.self, forCellReuseIdentifier: BubbleCell.reuseIdentifier)
    tableView.register(CapsuleCell.self, forCellReuseIdentifier: CapsuleCell.reuseIdentifier)
    tableView.dataSource = self
    tableView.delegate = self
    for view in [tableView, emptyLabel, composer, blockedLabel] { addSubview(view) }
    composer.didChangeHeight = { [unowned self] in setNeedsLayout() }
    let center = NotificationCenter.default
    for name in [UIResponder.keyboardWillShowNotification, UIResponder.keyboardWillHideNotification] {
      observers.append(
        center.addObserver(forName: name, object: nil, queue: .main) { [weak self] in self?.keyboardChanged($0) })
    }
  }

  deinit { observers.forEach(NotificationCenter.default.removeObserver) }

  func style() {
    backgroundColor = Theme.wallpaper
    tableView.backgroundColor = .clear
    tableView.separatorStyle = .none
    tableView.allowsSelection = false
    tableView.keyboardDismissMode = .interactive
    tableView.contentInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    emptyLabel.text = NSLocalizedString("No messages yet", comment: "")
    emptyLabel.textColor = .secondaryLabel
    emptyLabel.textAlignment = .center
    blockedLabel.text = NSLocalizedString("You have blocked this contact.", comment: "")
    blockedLabel.textColor = .secondaryLabel
    blockedLabel.textAlignment = .center
    blockedLabel.backgroundColor = .secondarySystemBackground
  }

  func update(oldModel: ChatViewModel?) {
    guard let model else { return }
    titleView.configure(title: model.title, subtitle: model.subtitle)
    composer.quote = model.quote
    composer.isHidden = model.isBlocked
    blockedLabel.isHidden = !model.isBlocked
    emptyLabel.isHidden = !model.rows.isEmpty
    if model.rows != oldModel?.rows {
      tableView.reloadData()
      needsScroll = true
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bottom = max(safeAreaInsets.bottom, keyboardHeight)
    let height = composer.sizeThatFits(bounds.size).height
    composer.frame = CGRect(x: 0, y: bounds.maxY - bottom - height, width: bounds.width, height: height)
    blockedLabel.frame = composer.frame
    tableView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: composer.frame.minY)
    emptyLabel.frame = CGRect(x: 32, y: 0, width: bounds.width - 64, height: 24)
    emptyLabel.center = tableView.center
    if needsScroll { scrollToBottom(animated: false) }
  }

  func scrollToBottom(animated: Bool) {
    needsScroll = false
    guard let count = model?.rows.count, count > 0 else { return }
    tableView.scrollToRow(at: IndexPath(row: count - 1, section: 0), at: .bottom, animated: animated)
  }

  private func keyboardChanged(_ notification: Notification) {
    let frame = notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect ?? .zero
    let duration = notification.userInfo?[UIResponder.keyboardAnimationDurationUserInfoKey] as? Double ?? 0.25
    keyboardHeight = notification.name == UIResponder.keyboardWillShowNotification ? frame.height : 0
    needsScroll = true
    UIView.animate(withDuration: duration) {
      self.setNeedsLayout()
      self.layoutIfNeeded()
    }
  }
}

extension ChatView: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.rows.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    switch model!.rows[indexPath.row] {
    case .bubble(let bubble):
      let cell =
        tableView.dequeueReusableCell(withIdentifier: BubbleCell.reuseIdentifier, for: indexPath) as! BubbleCell
      cell.configure(with: bubble)
      return cell
    case .day(let text), .typing(let text):
      let cell =
        tableView.dequeueReusableCell(withIdentifier: CapsuleCell.reuseIdentifier, for: indexPath) as! CapsuleCell
      if case .typing = model!.rows[indexPath.row] {
        cell.configure(text: String(format: NSLocalizedString("%@ is typing…", comment: ""), text), isTyping: true)
      } else {
        cell.configure(text: text, isTyping: false)
      }
      return cell
    }
  }
}

extension ChatView: UITableViewDelegate {
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    guard case .bubble(let bubble) = model?.rows[indexPath.row] else { return 40 }
    return BubbleLayout(bubble, width: tableView.bounds.width).height
  }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard case .bubble(let bubble) = model?.rows[indexPath.row] else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [unowned self] _ in
      let reactions = ["👍", "❤️", "😂", "😮"].map { emoji in
        UIAction(title: emoji, state: bubble.reaction == emoji ? .on : .off) { _ in self.didReact?(bubble.id, emoji) }
      }
      let copy = UIAction(title: NSLocalizedString("Copy", comment: ""), image: UIImage(systemName: "doc.on.doc")) {
        _ in
        self.didCopy?(bubble.text)
      }
      let reply = UIAction(
        title: NSLocalizedString("Reply", comment: ""), image: UIImage(systemName: "arrowshape.turn.up.left")
      ) { _ in self.didReply?(bubble.id) }
      let delete = UIAction(
        title: NSLocalizedString("Delete", comment: ""), image: UIImage(systemName: "trash"), attributes: .destructive
      ) { _ in self.didDelete?(bubble.id) }
      return UIMenu(
        title: "",
        children: [
          UIMenu(
            title: NSLocalizedString("React", comment: ""), image: UIImage(systemName: "face.smiling"),
            children: reactions),
          UIMenu(title: "", options: .displayInline, children: bubble.picture == nil ? [copy, reply] : [reply]),
          delete,
        ])
    }
  }
}

final class ChatTitleView: UIControl {
  private let avatarView = AvatarView()
  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel.font = .systemFont(ofSize: 16, weight: .semibold)
    subtitleLabel.font = .systemFont(ofSize: 12)
    subtitleLabel.textColor = .secondaryLabel
    for view in [avatarView, titleLabel, subtitleLabel] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var intrinsicContentSize: CGSize { UIView.layoutFittingExpandedSize }

  func configure(title: String, subtitle: String) {
    avatarView.name = title
    titleLabel.text = title
    subtitleLabel.text = subtitle
    accessibilityLabel = title
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    avatarView.frame = CGRect(x: 0, y: bounds.midY - 16, width: 32, height: 32)
    titleLabel.frame = CGRect(x: 40, y: bounds.midY - 18, width: bounds.width - 40, height: 20)
    subtitleLabel.frame = CGRect(x: 40, y: bounds.midY + 2, width: bounds.width - 40, height: 15)
  }
}
