import UIKit

/// A screen of what UIKit lays out itself: controls, one below the other, and a table with rows of all styles.
///
/// It flows in the browser, unless a view with a frame makes the page one that is laid out. Both must look alike.
final class KindsViewController: UIViewController, UITableViewDataSource {
  private let style: UITableView.Style
  private let isLaidOut: Bool

  init(style: UITableView.Style, isLaidOut: Bool) {
    self.style = style
    self.isLaidOut = isLaidOut
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Kinds"
    let heading = UILabel()
    heading.text = "A heading"
    heading.font = .preferredFont(forTextStyle: .title2)
    let text = UILabel()
    text.text = "A text of some length, which needs two lines on a phone of 390 points."
    text.numberOfLines = 0
    let field = UITextField()
    field.placeholder = "Name"
    field.borderStyle = .roundedRect
    let choice = UISegmentedControl(items: ["One", "Two"])
    choice.selectedSegmentIndex = 0
    let table = UITableView(frame: .zero, style: style)
    table.dataSource = self
    for (name, each) in [
      ("heading", heading), ("text", text), ("field", field), ("choice", choice), ("progress", UIProgressView()),
      ("slider", UISlider()), ("list", table),
    ] {
      each.accessibilityIdentifier = name
      view.addSubview(each)
    }
    if isLaidOut { view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))) }
  }

  func numberOfSections(in tableView: UITableView) -> Int { 2 }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { section == 0 ? 4 : 6 }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    section == 0 ? "Styles" : "Accessories"
  }
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    section == 0 ? "A footer that explains the rows above it, in so many words that it needs two lines." : nil
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    "\(indexPath.section)-\(indexPath.row)"
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let styles: [UITableViewCell.CellStyle] = [.default, .subtitle, .value1, .value2]
    let cell = UITableViewCell(style: indexPath.section == 0 ? styles[indexPath.row] : .default, reuseIdentifier: nil)
    if indexPath != [1, 5] { cell.textLabel?.text = "Row \(indexPath.row)" }
    cell.detailTextLabel?.text = "Detail"
    guard indexPath.section == 1 else { return cell }
    switch indexPath.row {
    case 0: cell.accessoryType = .disclosureIndicator
    case 1: cell.accessoryType = .checkmark
    case 2: cell.accessoryView = UISwitch()
    case 3:
      cell.imageView?.image = UIImage(systemName: "star.fill")
      cell.textLabel?.text = "With an image"
    case 4:
      cell.textLabel?.text = "A row whose title has so many words that it needs two lines, if it may have them"
      cell.textLabel?.numberOfLines = 0
    default:
      var content = cell.defaultContentConfiguration()
      content.text = "Configured"
      content.secondaryText = "With a second text"
      cell.contentConfiguration = content
    }
    return cell
  }
}
