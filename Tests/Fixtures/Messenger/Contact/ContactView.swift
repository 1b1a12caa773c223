import Tempura
import UIKit

final class ContactView: UIView, ViewControllerModellableView {
  private enum Section: Int, CaseIterable {
    case phone
    case options
    case media
    case block
  }

  private let tableView = UITableView(frame: .zero, style: .grouped)
  private let headerView = ContactHeaderView(frame: CGRect(x: 0, y: 0, width: 320, height: 220))
  private let muteSwitch = UISwitch()
  private let locationSwitch = UISwitch()
  private let disappearingControl = UISegmentedControl(items: ["Off", "1 day", "1 week"])

  var didMute: CustomInteraction<Bool>?
  var didShareLocation: CustomInteraction<Bool>?
  var didChangeDisappearing: CustomInteraction<Int>?
  var didTapPhone: CustomInteraction<String>?
  var didTapBlock: Interaction?
  var didTapPicture: CustomInteraction<Int>?

  func setup() {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.register(MediaGridCell.self, forCellReuseIdentifier: "media")
    tableView.tableHeaderView = headerView
    muteSwitch.addTarget(self, action: ContactView.muteChanged, for: .valueChanged)
    locationSwitch.addTarget(self, action: ContactView.locationChanged, for: .valueChanged)
    disappearingControl.addTarget(self, action: ContactView.disappearingChanged, for: .valueChanged)
    addSubview(tableView)
  }

  func style() {
    backgroundColor = .systemGroupedBackground
    tableView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    muteSwitch.onTintColor = Theme.accent
    muteSwitch.accessibilityLabel = NSLocalizedString("Mute", comment: "")
    locationSwitch.accessibilityLabel = NSLocalizedString("Share my location", comment: "")
    disappearingControl.accessibilityLabel = NSLocalizedString("Disappearing messages", comment: "")
  }

  func update(oldModel: ContactViewModel?) {
    guard let model else { return }
    headerView.configure(with: model.contact)
    muteSwitch.setOn(model.isMuted, animated: oldModel != nil)
    locationSwitch.isOn = model.contact.sharesLocation
    disappearingControl.selectedSegmentIndex = model.contact.disappearing
    tableView.reloadData()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    tableView.frame = bounds
    let size = headerView.sizeThatFits(CGSize(width: bounds.width, height: .greatestFiniteMagnitude))
    if headerView.frame.size != size {
      headerView.frame.size = size
      tableView.tableHeaderView = headerView
    }
  }

  private func muteChanged() { didMute?(muteSwitch.isOn) }
  private func locationChanged(_ sender: UISwitch) { didShareLocation?(sender.isOn) }
  private func disappearingChanged(_ sender: UISegmentedControl) { didChangeDisappearing?(sender.selectedSegmentIndex) }
}

extension ContactView: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { Section.allCases.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    Section(rawValue: section) == .options ? 3 : 1
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    switch Section(rawValue: section)! {
    case .phone: return NSLocalizedString("Phone", comment: "")
    case .options: return NSLocalizedString("Options", comment: "")
    case .media: return NSLocalizedString("Shared media", comment: "")
    case .block: return nil
    }
  }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    guard Section(rawValue: section) == .block else { return nil }
    return NSLocalizedString("Blocked contacts can neither call you nor send you messages.", comment: "")
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    guard Section(rawValue: indexPath.section) == .media else { return UITableView.automaticDimension }
    return MediaGridCell.height(count: model?.pictures.count ?? 0, width: tableView.bounds.width)
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    switch (Section(rawValue: indexPath.section)!, indexPath.row) {
    case (.phone, _):
      let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
      cell.textLabel?.text = NSLocalizedString("mobile", comment: "")
      cell.detailTextLabel?.text = model?.contact.phone
      cell.accessoryType = .disclosureIndicator
      return cell
    case (.options, 0):
      return cell(NSLocalizedString("Mute", comment: ""), accessory: muteSwitch)
    case (.options, 1):
      return cell(NSLocalizedString("Share my location", comment: ""), accessory: locationSwitch)
    case (.options, _):
      disappearingControl.sizeToFit()
      return cell(NSLocalizedString("Disappear", comment: ""), accessory: disappearingControl)
    case (.media, _):
      let cell = tableView.dequeueReusableCell(withIdentifier: "media", for: indexPath) as! MediaGridCell
      cell.pictures = model?.pictures ?? []
      cell.didSelect = { [unowned self] in didTapPicture?($0) }
      return cell
    case (.block, _):
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.textLabel?.text =
        model?.contact.isBlocked == true
        ? NSLocalizedString("Unblock", comment: "") : NSLocalizedString("Block", comment: "")
      cell.textLabel?.textColor = .systemRed
      cell.textLabel?.textAlignment = .center
      return cell
    }
  }

  private func cell(_ text: String, accessory: UIView) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = text
    cell.accessoryView = accessory
    cell.selectionStyle = .none
    return cell
  }

  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    [.phone, .block].contains(Section(rawValue: indexPath.section))
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    switch Section(rawValue: indexPath.section) {
    case .phone: didTapPhone?(model?.contact.phone ?? "")
    case .block: didTapBlock?()
    default: break
    }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    headerView.stretch(by: max(0, -scrollView.contentOffset.y))
  }
}

final class ContactHeaderView: UIView {
  private let backgroundView = UIView()
  private let gradientLayer = CAGradientLayer()
  private let avatarView = AvatarView()
  private let nameLabel = UILabel()
  private let detailLabel = UILabel()
  private var extraHeight: CGFloat = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(backgroundView)
    backgroundView.layer.addSublayer(gradientLayer)
    gradientLayer.colors = [
      Theme.accent.withAlphaComponent(0.5).cgColor, UIColor.systemGroupedBackground.cgColor,
    ]
    nameLabel.font = .systemFont(ofSize: 24, weight: .bold)
    nameLabel.textAlignment = .center
    nameLabel.numberOfLines = 0
    detailLabel.font = .systemFont(ofSize: 15)
    detailLabel.textColor = .secondaryLabel
    detailLabel.textAlignment = .center
    for view in [avatarView, nameLabel, detailLabel] { addSubview(view) }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(with contact: Contact) {
    avatarView.name = contact.name
    nameLabel.text = contact.name
    detailLabel.text = contact.isBlocked ? NSLocalizedString("Blocked", comment: "") : contact.phone
    setNeedsLayout()
  }

  func stretch(by height: CGFloat) {
    extraHeight = height
    setNeedsLayout()
  }

  private func nameHeight(for width: CGFloat) -> CGFloat {
    nameLabel.sizeThatFits(CGSize(width: width - 48, height: .greatestFiniteMagnitude)).height
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 24 + 96 + 12 + nameHeight(for: size.width) + 4 + 20 + 20)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    backgroundView.frame = CGRect(x: 0, y: -extraHeight, width: bounds.width, height: bounds.height + extraHeight)
    gradientLayer.frame = backgroundView.bounds
    avatarView.frame = CGRect(x: (bounds.width - 96) / 2, y: 24, width: 96, height: 96)
    nameLabel.frame = CGRect(
      x: 24, y: avatarView.frame.maxY + 12, width: bounds.width - 48, height: nameHeight(for: bounds.width))
    detailLabel.frame = CGRect(x: 24, y: nameLabel.frame.maxY + 4, width: bounds.width - 48, height: 20)
  }
}
