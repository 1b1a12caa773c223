import Tempura
import UIKit

final class ChatListView: UIView, ViewControllerModellableView {
  let tableView = UITableView(frame: .zero, style: .plain)
  private let searchBar = UISearchBar()
  private let refreshControl = UIRefreshControl()
  private let emptyLabel = UILabel()

  var didSelectChat: CustomInteraction<String>?
  var didSearch: CustomInteraction<String>?
  var didPin: CustomInteraction<ChatCellModel>?
  var didMute: CustomInteraction<ChatCellModel>?
  var didMarkRead: CustomInteraction<ChatCellModel>?
  var didDelete: CustomInteraction<[String]>?
  var didPullToRefresh: Interaction?
  var didChangeSelection: Interaction?

  func setup() {
    tableView.register(ChatCell.self, forCellReuseIdentifier: ChatCell.reuseIdentifier)
    tableView.dataSource = self
    tableView.delegate = self
    tableView.allowsMultipleSelectionDuringEditing = true
    tableView.refreshControl = refreshControl
    refreshControl.addTarget(self, action: ChatListView.pulled, for: .valueChanged)
    searchBar.delegate = self
    tableView.tableHeaderView = searchBar
    addSubview(tableView)
    addSubview(emptyLabel)
  }

  func style() {
    backgroundColor = .systemBackground
    tableView.rowHeight = ChatCell.height
    tableView.keyboardDismissMode = .onDrag
    tableView.tableFooterView = UIView()
    searchBar.placeholder = NSLocalizedString("Search", comment: "")
    searchBar.searchBarStyle = .minimal
    searchBar.showsCancelButton = true
    emptyLabel.textColor = .secondaryLabel
    emptyLabel.textAlignment = .center
    emptyLabel.font = .preferredFont(forTextStyle: .title3)
  }

  func update(oldModel: ChatListViewModel?) {
    guard let model else { return }
    emptyLabel.text =
      model.isSearching
      ? NSLocalizedString("No results", comment: "") : NSLocalizedString("No chats", comment: "")
    emptyLabel.isHidden = !model.sections.isEmpty
    refreshControl.endRefreshing()
    let selected = Set(selectedIDs(of: oldModel))
    tableView.reloadData()
    for (section, group) in model.sections.enumerated() {
      for (row, chat) in group.chats.enumerated() where selected.contains(chat.id) {
        tableView.selectRow(at: IndexPath(row: row, section: section), animated: false, scrollPosition: .none)
      }
    }
    setNeedsLayout()
  }

  var selectedIDs: [String] { selectedIDs(of: model) }

  private func selectedIDs(of model: ChatListViewModel?) -> [String] {
    guard tableView.isEditing, let model, let paths = tableView.indexPathsForSelectedRows else { return [] }
    return paths.compactMap { path in
      guard path.section < model.sections.count, path.row < model.sections[path.section].chats.count else { return nil }
      return model.sections[path.section].chats[path.row].id
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    tableView.frame = bounds
    searchBar.sizeToFit()
    tableView.tableHeaderView = searchBar
    let size = emptyLabel.sizeThatFits(CGSize(width: bounds.width - 64, height: .greatestFiniteMagnitude))
    emptyLabel.bounds.size = size
    emptyLabel.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  private func pulled() { didPullToRefresh?() }

  fileprivate func chat(at indexPath: IndexPath) -> ChatCellModel? {
    guard let model, indexPath.section < model.sections.count else { return nil }
    return model.sections[indexPath.section].chats[indexPath.row]
  }
}

extension ChatListView: UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { model?.sections.count ?? 0 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    model?.sections[section].chats.count ?? 0
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    model?.sections[section].title
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: ChatCell.reuseIdentifier, for: indexPath) as! ChatCell
    if let chat = chat(at: indexPath) { cell.configure(with: chat) }
    return cell
  }
}

extension ChatListView: UITableViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    guard !tableView.isEditing else {
      didChangeSelection?()
      return
    }
    tableView.deselectRow(at: indexPath, animated: true)
    if let chat = chat(at: indexPath) { didSelectChat?(chat.id) }
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    didChangeSelection?()
  }

  func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    guard let chat = chat(at: indexPath) else { return nil }
    let title = chat.isPinned ? NSLocalizedString("Unpin", comment: "") : NSLocalizedString("Pin", comment: "")
    let pin = UIContextualAction(style: .normal, title: title) { [weak self] _, _, completion in
      self?.didPin?(chat)
      completion(true)
    }
    pin.backgroundColor = .systemOrange
    pin.image = UIImage(systemName: chat.isPinned ? "pin.slash" : "pin")
    let configuration = UISwipeActionsConfiguration(actions: [pin])
    configuration.performsFirstActionWithFullSwipe = true
    return configuration
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    guard let chat = chat(at: indexPath) else { return nil }
    let delete = UIContextualAction(
      style: .destructive, title: NSLocalizedString("Delete", comment: "")
    ) { [weak self] _, _, completion in
      self?.didDelete?([chat.id])
      completion(true)
    }
    delete.image = UIImage(systemName: "trash")
    let title = chat.isMuted ? NSLocalizedString("Unmute", comment: "") : NSLocalizedString("Mute", comment: "")
    let mute = UIContextualAction(style: .normal, title: title) { [weak self] _, _, completion in
      self?.didMute?(chat)
      completion(true)
    }
    mute.backgroundColor = .systemIndigo
    mute.image = UIImage(systemName: "bell.slash")
    return UISwipeActionsConfiguration(actions: [delete, mute])
  }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let chat = chat(at: indexPath), !tableView.isEditing else { return nil }
    return UIContextMenuConfiguration(identifier: chat.id as NSString, previewProvider: nil) { [weak self] _ in
      let read = UIAction(
        title: NSLocalizedString("Mark as Read", comment: ""), image: UIImage(systemName: "envelope.open")
      ) { _ in self?.didMarkRead?(chat) }
      let delete = UIAction(
        title: NSLocalizedString("Delete", comment: ""), image: UIImage(systemName: "trash"), attributes: .destructive
      ) { _ in self?.didDelete?([chat.id]) }
      return UIMenu(title: chat.title, children: [read, delete])
    }
  }
}

extension ChatListView: UISearchBarDelegate {
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
    didSearch?(searchText)
  }

  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
    searchBar.resignFirstResponder()
  }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {
    searchBar.text = nil
    searchBar.resignFirstResponder()
    didSearch?("")
  }
}
