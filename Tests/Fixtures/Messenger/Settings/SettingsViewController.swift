import Katana
import Tempura
import UIKit

final class SettingsViewController: UITableViewController, Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.settings.rawValue }

  private static let statusLimit = 140

  private let store: PartialStore<AppState>
  private let nameField = UITextField()
  private let statusCell = StatusCell(style: .default, reuseIdentifier: nil)
  private let nameCell = UITableViewCell(style: .default, reuseIdentifier: nil)
  private let sizeCell = UITableViewCell(style: .value1, reuseIdentifier: nil)
  private let sampleCell = UITableViewCell(style: .default, reuseIdentifier: nil)
  private let previewsCell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
  private let receiptsCell = UITableViewCell(style: .default, reuseIdentifier: nil)
  private let importCell = UITableViewCell(style: .default, reuseIdentifier: nil)
  private let sizeSlider = UISlider()
  private let previewsSwitch = UISwitch()
  private let receiptsSwitch = UISwitch()
  private var sections: [(title: String, footer: String?, cells: [UITableViewCell])] = []
  private var unsubscribe: (() -> Void)?

  init(store: PartialStore<AppState>) {
    self.store = store
    super.init(style: .insetGrouped)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  deinit { unsubscribe?() }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Settings", comment: "")
    let profile = store.state.profile
    nameField.text = profile.name
    nameField.textContentType = .name
    nameField.delegate = self
    nameField.placeholder = NSLocalizedString("Name", comment: "")
    nameField.clearButtonMode = .always
    nameField.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    nameField.frame = nameCell.contentView.bounds.insetBy(dx: 16, dy: 0)
    nameCell.contentView.addSubview(nameField)
    statusCell.textView.text = profile.status
    statusCell.limit = Self.statusLimit
    statusCell.didEnd = { [unowned self] text in _ = store.dispatch(ChangeProfile { $0.status = text }) }
    sizeCell.textLabel?.text = NSLocalizedString("Text size", comment: "")
    sizeSlider.frame = CGRect(x: 0, y: 0, width: 160, height: 34)
    sizeSlider.minimumValue = 0
    sizeSlider.maximumValue = 2
    sizeSlider.value = Float(profile.textSize)
    sizeSlider.minimumTrackTintColor = Theme.accent
    sizeSlider.accessibilityLabel = NSLocalizedString("Text size", comment: "")
    sizeSlider.addTarget(self, action: SettingsViewController.sizeChanged, for: .valueChanged)
    sizeCell.accessoryView = sizeSlider
    sampleCell.textLabel?.numberOfLines = 0
    sampleCell.textLabel?.text = NSLocalizedString("This is how messages look.", comment: "")
    previewsCell.textLabel?.text = NSLocalizedString("Show previews", comment: "")
    previewsCell.detailTextLabel?.text = NSLocalizedString("Texts of messages in the list of chats", comment: "")
    previewsCell.detailTextLabel?.textColor = .secondaryLabel
    previewsCell.imageView?.image = UIImage(systemName: "eye")
    previewsSwitch.isOn = profile.showsPreviews
    receiptsCell.textLabel?.text = NSLocalizedString("Send read receipts", comment: "")
    receiptsCell.imageView?.image = UIImage(systemName: "checkmark.circle")
    receiptsSwitch.isOn = profile.sendsReceipts
    for (cell, control) in [(previewsCell, previewsSwitch), (receiptsCell, receiptsSwitch)] {
      cell.accessoryView = control
      cell.selectionStyle = .none
      cell.imageView?.tintColor = Theme.accent
      control.accessibilityLabel = cell.textLabel?.text
      control.addTarget(self, action: SettingsViewController.switchChanged(_:), for: .valueChanged)
    }
    importCell.textLabel?.text = NSLocalizedString("Import 500 chats", comment: "")
    importCell.textLabel?.textColor = Theme.accent
    sections = [
      (NSLocalizedString("Name", comment: ""), nil, [nameCell]),
      (NSLocalizedString("Status", comment: ""), nil, [statusCell]),
      (NSLocalizedString("Appearance", comment: ""), nil, [sizeCell, sampleCell]),
      (
        NSLocalizedString("Privacy", comment: ""),
        NSLocalizedString("Without receipts you do not see those of others either.", comment: ""),
        [previewsCell, receiptsCell]
      ),
      (NSLocalizedString("Storage", comment: ""), nil, [importCell]),
    ]
    tableView.keyboardDismissMode = .onDrag
    unsubscribe = store.addAnyListener { [weak self] _, _ in self?.refresh() }
    refresh()
  }

  private func refresh() {
    let profile = store.state.profile
    let font = Theme.messageFont(size: profile.textSize)
    guard sampleCell.textLabel?.font != font else { return }
    sampleCell.textLabel?.font = font
    tableView.beginUpdates()
    tableView.endUpdates()
  }

  private func sizeChanged() {
    let size = Int(sizeSlider.value.rounded())
    sizeSlider.setValue(Float(size), animated: true)
    _ = store.dispatch(ChangeProfile { $0.textSize = size })
  }

  private func switchChanged(_ sender: UISwitch) {
    let isOn = sender.isOn
    if sender === previewsSwitch {
      _ = store.dispatch(ChangeProfile { $0.showsPreviews = isOn })
    } else {
      _ = store.dispatch(ChangeProfile { $0.sendsReceipts = isOn })
    }
  }

  override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].cells.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    sections[indexPath.section].cells[indexPath.row]
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].title
  }

  override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    sections[section].footer
  }

  override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    sections[indexPath.section].cells[indexPath.row] === statusCell ? 120 : UITableView.automaticDimension
  }

  override func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    sections[indexPath.section].cells[indexPath.row] === importCell ? indexPath : nil
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    _ = store.dispatch(ImportChats())
  }
}

extension SettingsViewController: UITextFieldDelegate {
  func textFieldDidEndEditing(_ textField: UITextField) {
    let name = textField.text ?? ""
    if !name.isEmpty { _ = store.dispatch(ChangeProfile { $0.name = name }) }
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    textField.resignFirstResponder()
  }
}
