import Foundation
import Katana
import Tempura
import TempuraServer
import TempuraUI

// A screen of the library with text fields, whose texts it uses on a tap.

struct DeskModel: ViewModelWithState {
  let used: String
  let isLocked: Bool
  init?(state: LibraryState) {
    used = state.notes.joined(separator: ",")
    isLocked = state.role == "lock"
  }
}

final class DeskView: UIView, ViewControllerModellableView, UITableViewDataSource, UITextViewDelegate {
  final class Row: UITableViewCell {
    let field = UITextField()
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      contentView.addSubview(field)
    }
    required init?(coder: NSCoder) { nil }
  }

  static let actions = ["nothing", "use", "clear", "lock", "detail", "secret", "hide", "reverse", "delete", "reveal"]

  let used = UILabel()
  /// The events of the fields since the screen was created.
  let heard = UILabel()
  let field = UITextField()
  let short = UITextField()
  let notes = UITextView()
  let password = UITextField()
  let shown = UITextField()
  let code = UITextField()
  let search = UISearchBar()
  let table = UITableView()
  var source: UITableViewDiffableDataSource<Int, String>!
  var items = ["a", "b", "c"]
  var didTap: ((String) -> Void)?

  func setup() {
    for label in [used, heard] { addSubview(label) }
    for view in [field, short, notes, password, shown, code, search, table] as [UIView] {
      view.accessibilityLabel = "x"
      addSubview(view)
    }
    for action in Self.actions {
      let button = UIButton()
      button.setTitle(action, for: .normal)
      button.on(.touchUpInside) { [unowned self] _ in didTap?(action) }
      buttons.append(button)
      addSubview(button)
    }
    short.maximumLength = 5
    password.isSecureTextEntry = true
    shown.isSecureTextEntry = true
    code.textContentType = .oneTimeCode
    notes.delegate = self
    for field in [field, short, password, shown, code, search.searchTextField] as [UITextField] {
      field.on(.editingChanged) { [unowned self] field in hear(field.text ?? "") }
    }
    source = UITableViewDiffableDataSource(tableView: table) { table, _, _ in
      let row = Row(style: .default, reuseIdentifier: nil)
      row.field.accessibilityLabel = "x"
      return row
    }
    showItems()
  }

  var buttons: [UIButton] = []

  func showItems() {
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(items)
    source.apply(snapshot)
  }

  private func hear(_ text: String) { heard.text = (heard.text ?? "") + "(\(text))" }

  func textViewDidChange(_ textView: UITextView) { hear(textView.text) }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }

  func style() {}
  func update(oldModel: DeskModel?) {
    used.text = model?.used
    field.isEnabled = model?.isLocked != true
    notes.isHidden = model?.isLocked == true
  }
}

final class DeskController: ViewController<DeskView>, RoutableWithConfiguration {
  let name: String
  var routeIdentifier: RouteElementIdentifier { name }

  init(_ name: String, store: PartialStore<LibraryState>) {
    self.name = name
    super.init(store: store)
  }

  required init?(coder: NSCoder) { nil }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    guard name == "desk" else { return [.hide(name): .dismissModally(behaviour: .hard)] }
    return [
      .show("detail"): .presentModally { [unowned self] _ in DeskController("detail", store: store) },
      .show("secret"): .presentModally { [unowned self] _ in DeskController("secret", store: store) },
    ]
  }

  override func setupInteraction() {
    let view = rootView
    view.field.accessibilityIdentifier = "\(name).field"
    for (button, action) in zip(view.buttons, DeskView.actions) {
      button.accessibilityIdentifier = "\(name).\(action)"
    }
    view.didTap = { [unowned self] action in
      switch action {
      case "use":
        dispatch(TakeNote(text: view.field.text ?? ""))
        view.field.text = ""
      case "clear":
        view.field.text = nil
        view.notes.text = nil
      case "lock": dispatch(BecomeRole(role: "lock"))
      case "detail": dispatch(Show("detail"))
      case "secret": dispatch(Show("secret", context: NSObject()))
      case "hide": dispatch(Hide())
      case "reveal": view.shown.isSecureTextEntry = false
      case "reverse":
        view.items.reverse()
        view.showItems()
      case "delete":
        view.items.removeLast()
        view.showItems()
      default: break
      }
    }
  }
}
