import UIKit

let tables: [Picture] = [
  Picture("s06-table", 320, 548, Numbers.init).cut(top: 20),
  Picture("a09-table-switches", 393, 793, Switches.init).cut(top: 59),
  Picture("c01-list-large", 375, 764, scale: 2, Documents.init).cut(top: 48),
  // Its table has 22 points above its first row.
  Picture("w05-editing-table", 375, 746, Editing.init).cut(top: 66),
]

private final class Numbers: UITableViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = "\(indexPath.row)"
    return cell
  }
}

private final class Switches: UITableViewController {
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell()
    var content = cell.defaultContentConfiguration()
    content.text = "Hello World"
    cell.contentConfiguration = content
    cell.accessoryView = UISwitch()
    return cell
  }
}

private final class Editing: UITableViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.rowHeight = 44
    tableView.allowsMultipleSelectionDuringEditing = true
    setEditing(true, animated: false)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    tableView.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell()
    cell.textLabel?.text = "Title\(indexPath.row + 1)"
    return cell
  }
}

// MARK: - A table of cells with constraints

private final class Documents: UIViewController, UITableViewDataSource {
  private let table = UITableView()

  private let statuses: [(String, UIColor, UIColor)] = [
    ("Received", .black, .green), ("Clarify", .white, .orange), ("Validated", .white, .green),
    ("Rejected", .white, .red),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    table.dataSource = self
    table.rowHeight = UITableView.automaticDimension
    table.register(DocumentCell.self, forCellReuseIdentifier: "document")
    table.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(table)
    NSLayoutConstraint.activate([
      table.topAnchor.constraint(equalTo: view.topAnchor),
      table.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      table.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      table.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { statuses.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "document", for: indexPath)
    let (text, color, background) = statuses[indexPath.row]
    (cell as? DocumentCell)?.show(status: text, color, on: background)
    return cell
  }
}

private final class DocumentCell: UITableViewCell {
  private let status = StatusLabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    let title = UILabel()
    title.text = "My driving license"
    title.font = .preferredFont(forTextStyle: .title1)
    title.numberOfLines = 0
    let subtitle = UILabel()
    subtitle.text = "Nov 20, 2019 at 13:30, JPG"
    subtitle.font = .preferredFont(forTextStyle: .title3)
    subtitle.textColor = .gray
    subtitle.setContentCompressionResistancePriority(.defaultLow, for: .vertical)
    let texts = UIStackView(arrangedSubviews: [title, subtitle])
    texts.axis = .vertical
    texts.spacing = 2

    status.font = .preferredFont(forTextStyle: .caption1)
    status.textAlignment = .center
    status.layer.cornerRadius = 10
    status.layer.masksToBounds = true
    status.setContentHuggingPriority(.required, for: .horizontal)
    status.setContentCompressionResistancePriority(.required, for: .horizontal)

    let stack = UIStackView(arrangedSubviews: [texts, status])
    stack.alignment = .center
    stack.spacing = 10
    stack.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 20),
      stack.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -20),
      stack.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
      stack.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
    ])
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  func show(status text: String, _ color: UIColor, on background: UIColor) {
    status.text = text
    status.textColor = color
    status.backgroundColor = background
  }
}

private final class StatusLabel: UILabel {
  override var intrinsicContentSize: CGSize {
    let size = super.intrinsicContentSize
    return CGSize(width: size.width + 20, height: size.height + 6)
  }
}
