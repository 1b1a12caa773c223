import Tempura
import UIKit

final class NewGroupView: UIView, ViewControllerModellableView {
  static let maximumLength = 25

  let nameField = UITextField()
  private let photoButton = UIButton(type: .custom)
  private let countLabel = UILabel()
  private let tokensView = TokensView()
  private let tableView = UITableView(frame: .zero, style: .plain)

  var didToggle: CustomInteraction<String>?
  var didTapPhoto: Interaction?
  var didChangeName: Interaction?

  func setup() {
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "contact")
    tableView.dataSource = self
    tableView.delegate = self
    tableView.allowsMultipleSelection = true
    nameField.delegate = self
    nameField.addTarget(self, action: NewGroupView.nameChanged, for: .editingChanged)
    photoButton.addTarget(self, action: NewGroupView.photoTapped, for: .touchUpInside)
    tokensView.didRemove = { [unowned self] id in didToggle?(id) }
    for view in [photoButton, nameField, countLabel, tokensView, tableView] { addSubview(view) }
  }

  func style() {
    backgroundColor = .systemBackground
    nameField.placeholder = NSLocalizedString("Group name", comment: "")
    nameField.borderStyle = .roundedRect
    nameField.clearButtonMode = .whileEditing
    nameField.returnKeyType = .done
    nameField.autocapitalizationType = .sentences
    countLabel.font = .monospacedDigitSystemFont(ofSize: 12, weight: .regular)
    countLabel.textColor = .secondaryLabel
    countLabel.textAlignment = .right
    countLabel.text = "0/\(Self.maximumLength)"
    photoButton.layer.cornerRadius = 32
    photoButton.clipsToBounds = true
    photoButton.backgroundColor = .secondarySystemFill
    photoButton.tintColor = .secondaryLabel
    photoButton.imageView?.contentMode = .scaleAspectFill
    photoButton.accessibilityLabel = NSLocalizedString("Choose a photo", comment: "")
  }

  func update(oldModel: NewGroupViewModel?) {
    guard let model else { return }
    tokensView.contacts = model.selected
    photoButton.setImage(model.hasPhoto ? Theme.picture(4) : UIImage(systemName: "camera"), for: .normal)
    tableView.reloadData()
    for contact in model.selected {
      guard let row = model.contacts.firstIndex(where: { $0.id == contact.id }) else { continue }
      tableView.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let area = bounds.inset(by: safeAreaInsets).inset(by: UIEdgeInsets(top: 16, left: 16, bottom: 0, right: 16))
    photoButton.frame = CGRect(x: area.minX, y: area.minY, width: 64, height: 64)
    nameField.frame = CGRect(x: photoButton.frame.maxX + 12, y: area.minY + 8, width: area.width - 76, height: 36)
    countLabel.frame = CGRect(
      x: nameField.frame.minX, y: nameField.frame.maxY + 2, width: nameField.frame.width, height: 16)
    let tokensHeight = tokensView.sizeThatFits(CGSize(width: bounds.width, height: .greatestFiniteMagnitude)).height
    tokensView.frame = CGRect(x: 0, y: photoButton.frame.maxY + 8, width: bounds.width, height: tokensHeight)
    tableView.frame = bounds.divided(atDistance: tokensView.frame.maxY, from: .minYEdge).remainder
  }

  private func photoTapped() { didTapPhoto?() }

  private func nameChanged() {
    countLabel.text = "\(nameField.text?.count ?? 0)/\(Self.maximumLength)"
    didChangeName?()
  }
}

extension NewGroupView: UITextFieldDelegate {
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    let current = textField.text ?? ""
    guard let swiftRange = Range(range, in: current) else { return false }
    return current.replacingCharacters(in: swiftRange, with: string).count <= Self.maximumLength
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    textField.resignFirstResponder()
    return true
  }
}

extension NewGroupView: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.contacts.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "contact", for: indexPath)
    guard let model else { return cell }
    let contact = model.contacts[indexPath.row]
    cell.textLabel?.text = contact.name
    cell.selectionStyle = .none
    cell.accessoryType = model.selected.contains { $0.id == contact.id } ? .checkmark : .none
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    if let model { didToggle?(model.contacts[indexPath.row].id) }
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    if let model { didToggle?(model.contacts[indexPath.row].id) }
  }
}
