import UIKit

final class StatusCell: UITableViewCell, UITextViewDelegate {
  let textView = UITextView()
  private let counterLabel = UILabel()
  var didEnd: ((String) -> Void)?

  var limit = 0 {
    didSet { updateCounter() }
  }

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    textView.delegate = self
    textView.font = .preferredFont(forTextStyle: .body)
    textView.backgroundColor = .clear
    textView.accessibilityLabel = NSLocalizedString("Status", comment: "")
    counterLabel.font = .preferredFont(forTextStyle: .caption1)
    counterLabel.textAlignment = .right
    contentView.addSubview(textView)
    contentView.addSubview(counterLabel)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let area = contentView.bounds.inset(by: UIEdgeInsets(top: 8, left: 12, bottom: 8, right: 12))
    let (bottom, rest) = area.divided(atDistance: 18, from: .maxYEdge)
    textView.frame = rest
    counterLabel.frame = bottom
  }

  private func updateCounter() {
    let count = limit - textView.text.count
    counterLabel.text = "\(count)"
    counterLabel.textColor = count < 20 ? .systemRed : .secondaryLabel
  }

  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
    let current = textView.text as NSString
    return current.replacingCharacters(in: range, with: text).count <= limit
  }

  func textViewDidChange(_ textView: UITextView) { updateCounter() }

  func textViewDidEndEditing(_ textView: UITextView) { didEnd?(textView.text) }
}
