import Foundation
import Tempura
import UIKit

struct DocumentsViewModel: ViewModelWithState, Equatable {
  struct Row: Equatable {
    let id: Document.ID
    let title, size: String
  }

  let rows: [Row]
  let problem: String?

  init(state: DocumentsState) {
    rows = state.documents.map {
      Row(
        id: $0.id, title: $0.title,
        size: "\(max($0.bytes / 1024, 1).formatted(.number.locale(UIApplication.shared.locale))) KB")
    }
    problem = state.problem
  }
}

final class DocumentsView: Column, ViewControllerModellableView {
  private let hintLabel = UILabel()
  private let uploadButton = UIButton(configuration: .filled())
  private let problemLabel = UILabel()
  private let table = UITableView(frame: .zero, style: .insetGrouped)

  var didTapUpload: Interaction?
  var didTapDelete: CustomInteraction<Document.ID>?

  func setup() {
    for view in [hintLabel, uploadButton, problemLabel, table] { addSubview(view) }
    uploadButton.on(.touchUpInside) { [unowned self] _ in didTapUpload?() }
    table.dataSource = self
  }

  func style() {
    hintLabel.text = "PDF files with up to 20 MB each. Only you can see them."
    uploadButton.setTitle("Upload…", for: .normal)
    problemLabel.accessibilityTraits = .updatesFrequently
    table.allowsSelection = false
  }

  func update(oldModel: DocumentsViewModel?) {
    guard let model, model != oldModel else { return }
    problemLabel.text = model.problem
    problemLabel.isHidden = model.problem == nil
    table.isHidden = model.rows.isEmpty
    if model.rows != oldModel?.rows { table.reloadData() }
  }
}

extension DocumentsView: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.rows.count ?? 0 }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    model?.rows[indexPath.row].id
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    guard let row = model?.rows[indexPath.row] else { return cell }
    cell.textLabel?.attributedText = NSAttributedString(
      string: row.title, attributes: [.link: "/files/\(row.id)"])
    cell.detailTextLabel?.text = row.size
    let deleteButton = UIButton(type: .system)
    deleteButton.setImage(UIImage(systemName: "trash"), for: .normal)
    deleteButton.accessibilityLabel = "Delete \(row.title)"
    deleteButton.on(.touchUpInside) { [unowned self] _ in didTapDelete?(row.id) }
    cell.accessoryView = deleteButton
    return cell
  }
}
