import Tempura
import Todo
import UIKit

/// A row whose text is a label. The two buttons take the taps of their sides of the row.
final class FrameTodoCell: TodoCell, SizeableCell {
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

  private let label = UILabel()

  override func setup() {
    contentView.addSubview(label)
    super.setup()
  }

  override func style() {
    super.style()
    label.numberOfLines = 0
    label.isAccessibilityElement = false
    toggleButton.contentHorizontalAlignment = .left
    toggleButton.contentEdgeInsets.left = Metrics.checkBox.minX
  }

  override func update(oldModel: TodoCellViewModel?) {
    super.update(oldModel: oldModel)
    guard let model, model != oldModel else { return }
    label.attributedText = NSAttributedString(
      string: model.text,
      attributes: [
        .font: Metrics.font, .foregroundColor: editButton.currentTitleColor,
        .strikethroughStyle: (model.completed ? NSUnderlineStyle.single : []).rawValue,
      ])
    editButton.setTitle(nil, for: .normal)
    editButton.accessibilityLabel = model.text.isEmpty ? "Empty item" : model.text
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    toggleButton.pin.left().width(Metrics.textStart).vertically()
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
