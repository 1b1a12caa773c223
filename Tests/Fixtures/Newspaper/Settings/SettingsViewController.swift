import Katana
import Tempura
import UIKit

struct SettingsViewModel: ViewModelWithState, Equatable {
  let settings: ReaderSettings
  let isSubscribed: Bool
  let bookmarks: Int

  init(state: AppState) {
    settings = state.settings
    isSubscribed = state.subscription.isActive
    bookmarks = state.bookmarks.count
  }
}

final class SettingsView: UIView, ViewControllerModellableView {
  fileprivate enum Section: Int, CaseIterable { case account, text, font, language }

  private let tableView = UITableView(frame: .zero, style: .insetGrouped)
  private let languages: [(code: String?, name: String)] = [(nil, "System"), ("en", "English"), ("ar", "العربية")]

  var didTapSubscribe: Interaction?
  var didTapReset: Interaction?
  var didChange: CustomInteraction<(inout ReaderSettings) -> Void>?

  func setup() {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.translatesAutoresizingMaskIntoConstraints = false
    addSubview(tableView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: topAnchor), tableView.bottomAnchor.constraint(equalTo: bottomAnchor),
      tableView.leadingAnchor.constraint(equalTo: leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: trailingAnchor),
    ])
  }

  func style() { backgroundColor = .systemGroupedBackground }

  func update(oldModel: SettingsViewModel?) {
    guard let model, model != oldModel else { return }
    window?.overrideUserInterfaceStyle = model.settings.isDark ? .dark : .unspecified
    tableView.reloadData()
  }
}

extension SettingsView: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { Section.allCases.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    switch Section(rawValue: section) {
    case .account: return 2
    case .text: return 3
    default: return 3
    }
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    Section(rawValue: section).map { NSLocalizedString("settings.\($0)", comment: "") }
  }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    section == Section.language.rawValue ? NSLocalizedString("settings.footer", comment: "") : nil
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "cell") ?? UITableViewCell(style: .value1, reuseIdentifier: "cell")
    cell.accessoryView = nil
    cell.accessoryType = .none
    guard let model else { return cell }
    cell.imageView?.image = nil
    cell.detailTextLabel?.text = nil
    cell.textLabel?.font = .preferredFont(forTextStyle: .body)
    switch (Section(rawValue: indexPath.section), indexPath.row) {
    case (.account, 0):
      cell.textLabel?.text = NSLocalizedString("Subscription", comment: "")
      cell.detailTextLabel?.text = NSLocalizedString(model.isSubscribed ? "Active" : "None", comment: "")
      cell.imageView?.image = UIImage(systemName: "creditcard")
      cell.imageView?.tintColor = .accent
      cell.accessoryType = .disclosureIndicator
    case (.account, _):
      cell.textLabel?.text = NSLocalizedString("Bookmarks", comment: "")
      cell.detailTextLabel?.text = "\(model.bookmarks)"
      cell.imageView?.image = UIImage(systemName: "bookmark")
      cell.selectionStyle = .none
    case (.text, 0):
      cell.textLabel?.text = NSLocalizedString("Text size", comment: "")
      cell.detailTextLabel?.text = "\(Int(model.settings.scale * 100)) %"
      let stepper = UIStepper()
      stepper.minimumValue = 0.8
      stepper.maximumValue = 1.6
      stepper.stepValue = 0.1
      stepper.value = Double(model.settings.scale)
      stepper.addAction(
        UIAction { [unowned self] in
          let value = ($0.sender as? UIStepper)?.value ?? 1
          didChange? { $0.scale = Float(value) }
        }, for: .valueChanged)
      cell.accessoryView = stepper
    case (.text, 1):
      cell.textLabel?.text = NSLocalizedString("Notifications", comment: "")
      cell.accessoryView = makeSwitch(isOn: model.settings.notifies) { settings, isOn in settings.notifies = isOn }
    case (.text, _):
      cell.textLabel?.text = NSLocalizedString("Dark appearance", comment: "")
      cell.accessoryView = makeSwitch(isOn: model.settings.isDark) { settings, isOn in settings.isDark = isOn }
    case (.font, let row):
      let font = ReaderFont.allCases[row]
      cell.textLabel?.text = font.title
      cell.textLabel?.font = font.font(.body)
      cell.accessoryType = model.settings.font == font ? .checkmark : .none
    default:
      cell.textLabel?.text = NSLocalizedString(languages[indexPath.row].name, comment: "")
      cell.accessoryType = model.settings.language == languages[indexPath.row].code ? .checkmark : .none
    }
    return cell
  }

  private func makeSwitch(isOn: Bool, change: @escaping (inout ReaderSettings, Bool) -> Void) -> UISwitch {
    let control = UISwitch()
    control.isOn = isOn
    control.onTintColor = .accent
    control.addAction(
      UIAction { [unowned self] action in
        guard let control = action.sender as? UISwitch else { return }
        let isOn = control.isOn
        didChange? { change(&$0, isOn) }
      }, for: .valueChanged)
    return control
  }

  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath.section == Section.text.rawValue || indexPath == IndexPath(row: 1, section: 0) ? nil : indexPath
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    switch Section(rawValue: indexPath.section) {
    case .account: didTapSubscribe?()
    case .font: didChange? { $0.font = ReaderFont.allCases[indexPath.row] }
    case .language:
      let code = languages[indexPath.row].code
      didChange? { $0.language = code }
      UIApplication.shared.preferredLanguage = code
    default: break
    }
  }
}

final class SettingsViewController: ViewController<SettingsView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.settings.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.show(Screen.subscribe): .push { [unowned self] _ in SubscribeViewController(store: store) }]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("tab.settings", comment: "")
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: NSLocalizedString("Reset", comment: ""),
      menu: UIMenu(children: [
        UIAction(title: NSLocalizedString("Reset all settings", comment: ""), attributes: .destructive) {
          [unowned self] _ in confirmReset()
        }
      ]))
  }

  private func confirmReset() {
    let alert = UIAlertController(
      title: NSLocalizedString("Reset all settings", comment: ""), message: nil, preferredStyle: .actionSheet)
    alert.addAction(
      UIAlertAction(title: NSLocalizedString("Reset", comment: ""), style: .destructive) { [unowned self] _ in
        dispatch(ChangeSettings { $0 = ReaderSettings() })
      })
    alert.addAction(UIAlertAction(title: NSLocalizedString("Cancel", comment: ""), style: .cancel))
    alert.popoverPresentationController?.barButtonItem = navigationItem.rightBarButtonItem
    present(alert, animated: true)
  }

  override func setupInteraction() {
    rootView.didTapSubscribe = { [unowned self] in dispatch(Show(Screen.subscribe, animated: true)) }
    rootView.didChange = { [unowned self] in dispatch(ChangeSettings(change: $0)) }
  }
}
