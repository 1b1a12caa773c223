import Tempura
import UIKit

struct BooksViewModel: ViewModelWithState, Equatable {
  struct Row: Equatable {
    let id: Book.ID
    let title, detail: String
    let isFinished: Bool
  }

  let rows: [Row]
  let goal: Int
  let progress: Float
  let summary: String

  init(state: BooksState) {
    rows = state.shelf.map { book in
      let status =
        switch book.status {
        case .unread: "Not begun"
        case .reading: "Reading"
        case .finished: "Finished"
        }
      let copies = book.copies == 1 ? "" : ", \(book.copies) copies"
      return Row(id: book.id, title: book.title, detail: status + copies, isFinished: book.status == .finished)
    }
    let finished = rows.count(where: \.isFinished)
    goal = state.goal
    progress = min(Float(finished) / Float(goal), 1)
    summary = "\(finished) of \(goal) books finished this year"
  }
}

final class BooksView: Column, ViewControllerModellableView {
  private let summaryLabel = UILabel()
  private let progressView = UIProgressView()
  private let goalLabel = UILabel()
  private let goalStepper = UIStepper()
  private let titleField = UITextField()
  private let addButton = UIButton(configuration: .filled())
  private let table = UITableView(frame: .zero, style: .insetGrouped)

  var didAdd: CustomInteraction<String>?
  var didTapBook: CustomInteraction<Book.ID>?
  var didChangeGoal: CustomInteraction<Int>?

  func setup() {
    let goalRow = UIStackView(arrangedSubviews: [goalLabel, goalStepper])
    let addRow = UIStackView(arrangedSubviews: [titleField, addButton])
    for row in [goalRow, addRow] {
      row.spacing = 12
      row.alignment = .center
    }
    goalRow.distribution = .equalSpacing
    for view in [summaryLabel, progressView, goalRow, addRow, table] { addSubview(view) }
    addButton.on(.touchUpInside) { [unowned self] _ in add() }
    titleField.on(.editingDidEndOnExit) { [unowned self] _ in add() }
    goalStepper.on(.valueChanged) { [unowned self] stepper in didChangeGoal?(Int(stepper.value)) }
    table.dataSource = self
    table.delegate = self
  }

  func style() {
    summaryLabel.font = .systemFont(ofSize: 22, weight: .bold)
    summaryLabel.accessibilityTraits = .header
    progressView.accessibilityLabel = "Progress of the year"
    goalLabel.text = "Goal for the year"
    goalStepper.minimumValue = 1
    goalStepper.accessibilityLabel = "Goal"
    titleField.placeholder = "Title of a book"
    titleField.accessibilityLabel = "Title"
    titleField.maximumLength = 200
    addButton.setTitle("Add", for: .normal)
  }

  func update(oldModel: BooksViewModel?) {
    guard let model, model != oldModel else { return }
    summaryLabel.text = model.summary
    progressView.progress = model.progress
    goalStepper.value = Double(model.goal)
    table.isHidden = model.rows.isEmpty
    if model.rows != oldModel?.rows { table.reloadData() }
  }

  private func add() {
    didAdd?(titleField.text ?? "")
    titleField.text = ""
  }
}

extension BooksView: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.rows.count ?? 0 }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    model?.rows[indexPath.row].id
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    guard let row = model?.rows[indexPath.row] else { return cell }
    cell.textLabel?.text = row.title
    cell.detailTextLabel?.text = row.detail
    cell.accessoryType = row.isFinished ? .checkmark : .none
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    if let row = model?.rows[indexPath.row] { didTapBook?(row.id) }
  }
}
