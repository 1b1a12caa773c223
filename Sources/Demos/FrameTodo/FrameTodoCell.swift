import Tempura
import Todo
import UIKit

struct TodoCellViewModel: ViewModel, Equatable, Identifiable {
  let id: String
  let text: String
  let isCompleted: Bool
  let isArchived: Bool

  init(todo: Todo) {
    id = todo.id
    text = todo.text
    isCompleted = todo.completed
    isArchived = todo.archived
  }
}

/// A row: a check box, and a text that opens the item. Each takes the taps of its side of the row.
final class TodoCell: UICollectionViewCell, ConfigurableCell, SizeableCell {
  /// The left edge of the check box, for what is above it.
  static let checkBoxStart = Metrics.checkBox.minX

  private enum Metrics {
    static let checkBox = CGRect(x: 26, y: 0, width: 30, height: 30)
    static let textStart = checkBox.maxX + 13
    static let padding: CGFloat = 10
    static let minimumHeight: CGFloat = 44
    static let font = UIFont.systemFont(ofSize: 17)

    static func textWidth(in width: CGFloat) -> CGFloat { min(width * 0.8, width - textStart - 20) }
  }

  // subviews
  private let label = UILabel()
  private let checkButton = UIButton(type: .custom)
  private let editButton = UIButton(type: .custom)

  // interactions, called with the item's id
  var didToggle: CustomInteraction<String>?
  var didTapEdit: CustomInteraction<String>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
    style()
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  func setup() {
    checkButton.on(.touchUpInside) { [unowned self] _ in
      if let model { didToggle?(model.id) }
    }
    editButton.on(.touchUpInside) { [unowned self] _ in
      if let model { didTapEdit?(model.id) }
    }
    contentView.addSubview(label)
    contentView.addSubview(checkButton)
    contentView.addSubview(editButton)
  }

  func style() {
    label.font = Metrics.font
    label.numberOfLines = 0
    label.isAccessibilityElement = false
    editButton.accessibilityHint = "Edit"
    checkButton.contentHorizontalAlignment = .left
    checkButton.contentEdgeInsets.left = Metrics.checkBox.minX
  }

  func update(oldModel: TodoCellViewModel?) {
    guard let model, model != oldModel else { return }
    label.attributedText = NSAttributedString(
      string: model.text,
      attributes: [
        .font: Metrics.font, .foregroundColor: model.isCompleted ? Palette.faintText : Palette.text,
        .strikethroughStyle: (model.isCompleted ? NSUnderlineStyle.single : []).rawValue,
      ])
    checkButton.setImage(UIImage(named: model.isCompleted ? "checkOn" : "checkOff"), for: .normal)
    checkButton.setImage(UIImage(named: model.isCompleted ? "checkOff" : "checkOn"), for: .highlighted)
    checkButton.isSelected = model.isCompleted
    checkButton.accessibilityLabel = "Done: \(model.text)"
    editButton.accessibilityLabel = model.text.isEmpty ? "Empty item" : model.text
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    checkButton.pin.left().width(Metrics.textStart).vertically()
    label.pin.left(Metrics.textStart).width(Metrics.textWidth(in: contentView.bounds.width)).fitHeight().vCenter()
    editButton.pin.left(Metrics.textStart).right().vertically()
  }

  static func size(for model: TodoCellViewModel) -> CGSize {
    size(for: model, width: UIScreen.main.bounds.width)
  }

  /// The size of a row of a width: as high as its text and the padding above and below it.
  static func size(for model: TodoCellViewModel, width: CGFloat) -> CGSize {
    let text = NSAttributedString(string: model.text, attributes: [.font: Metrics.font])
    let room = CGSize(width: Metrics.textWidth(in: width), height: .greatestFiniteMagnitude)
    let height = text.boundingRect(with: room, options: .usesLineFragmentOrigin, context: nil).height.rounded(.up)
    return CGSize(width: width, height: max(height + 2 * Metrics.padding, Metrics.minimumHeight))
  }
}
