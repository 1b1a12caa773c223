import Tempura
import UIKit

/// A table of 60 rows, each with two labels and four constraints.
final class RowsViewController: UITableViewController, Routable {
  var routeIdentifier: RouteElementIdentifier { "cells" }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Rows"
    tableView.register(RowCell.self, forCellReuseIdentifier: "row")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 60 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    (cell as? RowCell)?.show(indexPath.row)
    return cell
  }
}

final class RowCell: UITableViewCell {
  private let nameLabel = UILabel()
  private let valueLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    valueLabel.textColor = .secondaryLabel
    for label in [nameLabel, valueLabel] {
      label.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(label)
    }
    NSLayoutConstraint.activate([
      nameLabel.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
      nameLabel.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
      valueLabel.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
      valueLabel.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }

  func show(_ row: Int) {
    nameLabel.text = "Row number \(row + 1)"
    valueLabel.text = "\(row * 7 % 100) %"
  }
}
