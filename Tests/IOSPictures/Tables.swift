import UIKit

let tables: [Picture] = [
  Picture("s06-table", 320, 548) {
    Rows(10) { row in
      let cell = UITableViewCell()
      cell.textLabel?.text = "\(row)"
      return cell
    }
  }.cut(top: 20),
  Picture("a09-table-switches", 393, 793) {
    Rows(3) { _ in
      let cell = UITableViewCell()
      var content = cell.defaultContentConfiguration()
      content.text = "Hello World"
      cell.contentConfiguration = content
      cell.accessoryView = UISwitch()
      return cell
    }
  }.cut(top: 59),
  Picture("c01-list-large", 375, 764, scale: 2, Documents.init).cut(top: 48),
  // Its table has 22 points above its first row.
  Picture("w05-editing-table", 375, 746) {
    let rows = Rows(3) { row in
      let cell = UITableViewCell()
      cell.textLabel?.text = "Title\(row + 1)"
      return cell
    }
    rows.tableView.rowHeight = 44
    rows.tableView.allowsMultipleSelectionDuringEditing = true
    rows.setEditing(true, animated: false)
    rows.clearsSelectionOnViewWillAppear = false
    rows.tableView.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    return rows
  }.cut(top: 66),
]

/// A table with one section.
private final class Rows: UITableViewController {
  private let count: Int
  private let cell: (Int) -> UITableViewCell

  init(_ count: Int, cell: @escaping (Int) -> UITableViewCell) {
    self.count = count
    self.cell = cell
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    cell(indexPath.row)
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
    view.fill(with: table)
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
    let title = label("My driving license", .preferredFont(forTextStyle: .title1), lines: 0)
    let subtitle = label("Nov 20, 2019 at 13:30, JPG", .preferredFont(forTextStyle: .title3))
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
    contentView.fill(with: stack, x: 20, y: 10)
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
