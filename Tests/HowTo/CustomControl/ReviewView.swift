import Foundation
import Tempura
import UIKit

struct ReviewViewModel: ViewModelWithState, Equatable {
  let rows: [Review]
  let summary: String

  init(state: ReviewState) {
    rows = state.reviews
    let average = Double(rows.map(\.stars).reduce(0, +)) / Double(max(rows.count, 1))
    let number = average.formatted(.number.precision(.fractionLength(1)).locale(UIApplication.shared.locale))
    summary = rows.isEmpty ? "Be the first to review" : "\(number) of 5 stars"
  }
}

final class ReviewView: Column, ViewControllerModellableView {
  private let summaryLabel = UILabel()
  private let ratingLabel = UILabel()
  private let rating = StarsControl()
  private let textLabel = UILabel()
  private let textView = UITextView()
  private let problemLabel = UILabel()
  private let sendButton = UIButton(configuration: .filled())
  private let table = UITableView(frame: .zero, style: .insetGrouped)

  var didTapSend: CustomInteraction<Review>?

  func setup() {
    let parts = [
      UIStackView(arrangedSubviews: [ratingLabel, rating]), UIStackView(arrangedSubviews: [textLabel, textView]),
    ]
    for part in parts {
      part.axis = .vertical
      part.spacing = 6
    }
    for view in [summaryLabel] + parts + [problemLabel, sendButton, table] { addSubview(view) }
    sendButton.on(.touchUpInside) { [unowned self] _ in send() }
    table.dataSource = self
  }

  func style() {
    summaryLabel.font = .systemFont(ofSize: 22, weight: .bold)
    summaryLabel.accessibilityTraits = .header
    ratingLabel.text = "Your rating"
    rating.accessibilityLabellingView = ratingLabel
    textLabel.text = "What was good, and what was not?"
    textView.accessibilityLabellingView = textLabel
    problemLabel.text = "Choose the stars, and write a sentence."
    problemLabel.accessibilityTraits = .updatesFrequently
    problemLabel.isHidden = true
    sendButton.setTitle("Send", for: .normal)
    table.allowsSelection = false
  }

  func update(oldModel: ReviewViewModel?) {
    guard let model, model != oldModel else { return }
    summaryLabel.text = model.summary
    table.isHidden = model.rows.isEmpty
    table.reloadData()
  }

  private func send() {
    let review = Review(stars: rating.stars, text: textView.text ?? "")
    problemLabel.isHidden = review.isComplete
    guard review.isComplete else { return }
    didTapSend?(review)
    rating.stars = 0
    textView.text = ""
  }
}

extension ReviewView: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.rows.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    guard let review = model?.rows[indexPath.row] else { return cell }
    cell.textLabel?.text = String(repeating: "★", count: review.stars) + String(repeating: "☆", count: 5 - review.stars)
    cell.textLabel?.accessibilityLabel = "\(review.stars) of 5 stars"
    cell.detailTextLabel?.text = review.text
    return cell
  }
}
