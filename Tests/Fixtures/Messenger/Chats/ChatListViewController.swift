import Katana
import Tempura
import UIKit

final class ChatListViewController: ViewControllerWithLocalState<ChatListView> {
  private var deleteItem: UIBarButtonItem!
  private var readItem: UIBarButtonItem!

  init(store: PartialStore<AppState>) {
    super.init(store: store, localState: ChatListLocalState())
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Chats", comment: "")
    navigationItem.leftBarButtonItem = editButtonItem
    let compose = UIBarButtonItem(
      systemItem: .compose,
      primaryAction: UIAction { [unowned self] _ in
        dispatch(Show(Screen.newGroup, animated: true))
      })
    let gear = UIBarButtonItem(
      image: UIImage(systemName: "gearshape"), style: .plain, target: self, action: ChatListViewController.openSettings)
    gear.accessibilityLabel = NSLocalizedString("Settings", comment: "")
    navigationItem.rightBarButtonItems = [compose, gear]
    readItem = UIBarButtonItem(
      title: NSLocalizedString("Read", comment: ""), style: .plain, target: self,
      action: ChatListViewController.markSelectionRead)
    deleteItem = UIBarButtonItem(
      barButtonSystemItem: .trash, target: self, action: ChatListViewController.deleteSelection)
    toolbarItems = [
      readItem, UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil), deleteItem,
    ]
    updateToolbar()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    if isEditing { setEditing(false, animated: false) }
  }

  override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    rootView.tableView.setEditing(editing, animated: animated)
    navigationController?.setToolbarHidden(!editing, animated: animated)
    updateToolbar()
  }

  override func setupInteraction() {
    rootView.didSelectChat = { [unowned self] id in
      dispatch(Show(Screen.chat, animated: true, context: id))
    }
    rootView.didSearch = { [unowned self] text in localState.search = text }
    rootView.didPin = { [unowned self] chat in dispatch(ChangeChats(ids: [chat.id]) { $0.isPinned.toggle() }) }
    rootView.didMute = { [unowned self] chat in dispatch(ChangeChats(ids: [chat.id]) { $0.isMuted.toggle() }) }
    rootView.didMarkRead = { [unowned self] chat in dispatch(ChangeChats(ids: [chat.id]) { $0.unread = 0 }) }
    rootView.didDelete = { [unowned self] ids in confirmDeletion(of: ids) }
    rootView.didPullToRefresh = { [unowned self] in dispatch(RefreshChats()) }
    rootView.didChangeSelection = { [unowned self] in updateToolbar() }
  }

  private func updateToolbar() {
    let count = rootView.selectedIDs.count
    deleteItem.isEnabled = count > 0
    readItem.isEnabled = count > 0
    navigationItem.prompt = isEditing ? String(format: NSLocalizedString("%d selected", comment: ""), count) : nil
  }

  private func confirmDeletion(of ids: [String]) {
    let alert = UIAlertController(
      title: String(format: NSLocalizedString("Delete %d chats?", comment: ""), ids.count),
      message: NSLocalizedString("The messages cannot be restored.", comment: ""), preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: NSLocalizedString("Cancel", comment: ""), style: .cancel, handler: nil))
    alert.addAction(
      UIAlertAction(title: NSLocalizedString("Delete", comment: ""), style: .destructive) { [unowned self] _ in
        dispatch(DeleteChats(ids: ids))
        setEditing(false, animated: true)
      })
    present(alert, animated: true, completion: nil)
  }

  private func openSettings() { dispatch(Show(Screen.settings, animated: true)) }

  private func markSelectionRead() {
    dispatch(ChangeChats(ids: rootView.selectedIDs) { $0.unread = 0 })
    setEditing(false, animated: true)
  }

  private func deleteSelection() { confirmDeletion(of: rootView.selectedIDs) }
}

extension ChatListViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.chats.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.chat): .push { [unowned self] context in
        ChatViewController(store: store, localState: ChatLocalState(chatID: context as? String ?? ""))
      },
      .show(Screen.settings): .push { [unowned self] _ in SettingsViewController(store: store) },
      .show(Screen.newGroup): .presentModally { [unowned self] _ in
        let navigation = UINavigationController(rootViewController: NewGroupViewController(store: store))
        navigation.modalPresentationStyle = .formSheet
        return navigation
      },
    ]
  }
}
