import Todo
import UIKit

final class FrameAddItemView: AddItemView {
  private let doneButton = UIButton(type: .system)

  override func setup() {
    super.setup()
    doneButton.on(.touchUpInside) { [unowned self] _ in didSubmit?(textView.text) }
    addSubview(doneButton)
  }

  override func style() {
    super.style()
    doneButton.setTitle(NSLocalizedString("Done", comment: "Button"), for: .normal)
    doneButton.setTitleColor(Palette.accent, for: .normal)
    doneButton.titleLabel?.font = .boldSystemFont(ofSize: 17)
    textView.returnKeyType = .default
    cancelButton.contentHorizontalAlignment = .left
    cancelButton.contentVerticalAlignment = .top
    textView.backgroundColor = Palette.field
    textView.layer.cornerRadius = 10
    textView.textContainerInset = UIEdgeInsets(top: 10, left: 8, bottom: 10, right: 8)
    textView.accessibilityLabel = "Text of the item"
    deleteButton.titleEdgeInsets = UIEdgeInsets(top: 0, left: 8, bottom: 0, right: -8)
  }

  override func update(oldModel: AddItemViewModel?) {
    super.update(oldModel: oldModel)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let column = Column.frame(in: bounds)
    let top = column.minY + (Column.isPanel(in: bounds) ? 100 : safeAreaInsets.top + 76)
    cardView.pin.width(min(column.width - 40, 584)).hCenter().top(top)
    let (left, width) = (cardView.frame.minX + 16, cardView.frame.width - 32)
    titleLabel.pin.left(left + 80).width(width - 160).top(top + 12).fitHeight()
    doneButton.pin.width(80).height(44).left(left + width - 64).top(top)
    textView.pin.left(left).width(width).below(of: titleLabel, 12).height(124)
    var last: UIView = textView
    if !complaintLabel.isHidden {
      complaintLabel.pin.left(left).width(width).below(of: last, 8).fitHeight()
      last = complaintLabel
    }
    if !deleteButton.isHidden {
      deleteButton.pin.left(left + 4).below(of: last, 8).sizeToFit().height(44)
      last = deleteButton
    }
    cardView.pin.height(last.frame.maxY + (last === deleteButton ? 8 : 16) - top)
    // The button reaches around the card. Its title is in the card.
    cancelButton.pin.all()
    cancelButton.contentEdgeInsets = UIEdgeInsets(top: top + 12, left: left, bottom: 0, right: 0)
  }
}
