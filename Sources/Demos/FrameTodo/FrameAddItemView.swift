import Tempura
import UIKit

/// A card over the list, with a text field for an item.
final class AddItemView: UIView, ViewControllerModellableView {
  // subviews, back to front: a tap outside the text and the delete button cancels
  private let cardView = UIView()
  private let cancelButton = UIButton(type: .custom)
  private let textView = UITextView(frame: .zero, textContainer: nil)
  private let deleteButton = UIButton(type: .custom)

  // interactions
  var didTapCancel: Interaction?
  var didTapDelete: Interaction?
  var didSubmit: CustomInteraction<String>?

  func setup() {
    cancelButton.role = .cancel
    cancelButton.on(.touchUpInside) { [unowned self] _ in didTapCancel?() }
    deleteButton.on(.touchUpInside) { [unowned self] _ in didTapDelete?() }
    textView.delegate = self
    for view in [cardView, cancelButton, textView, deleteButton] { addSubview(view) }
  }

  func style() {
    backgroundColor = Palette.backdrop
    cardView.backgroundColor = Palette.card
    cardView.layer.cornerRadius = 20
    cancelButton.accessibilityLabel = "Cancel"
    textView.backgroundColor = Palette.field
    textView.layer.cornerRadius = 10
    textView.textContainerInset = UIEdgeInsets(top: 10, left: 8, bottom: 10, right: 8)
    textView.placeholder = "What are you going to do?"
    textView.font = .systemFont(ofSize: 17)
    textView.textColor = Palette.text
    textView.returnKeyType = .done
    textView.accessibilityLabel = "Text of the item"
    deleteButton.setTitle("Delete this item", for: .normal)
    deleteButton.setImage(UIImage(named: "clearIcon"), for: .normal)
    deleteButton.titleLabel?.font = .systemFont(ofSize: 16)
    deleteButton.setTitleColor(Palette.accent, for: .normal)
    deleteButton.setTitleColor(Palette.accentPressed, for: .highlighted)
    deleteButton.titleEdgeInsets = UIEdgeInsets(top: 0, left: 8, bottom: 0, right: -8)
  }

  func update(oldModel: AddItemViewModel?) {
    // Unsaved text survives changes of the state.
    if textView.text == oldModel?.editingText ?? "" { textView.text = model?.editingText }
    deleteButton.alpha = model?.isEditingAlreadyExistingItem == true ? 1 : 0
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    cancelButton.pin.all()
    let column = Column.frame(in: bounds)
    let top = column.minY + (Column.isPanel(in: bounds) ? 100 : safeAreaInsets.top + 120)
    let isEditing = model?.isEditingAlreadyExistingItem == true
    cardView.pin.width(min(column.width - 40, 584)).hCenter().top(top).height(isEditing ? 200 : 156)
    textView.pin.left(cardView.frame.minX + 16).width(cardView.frame.width - 32).top(top + 16).height(124)
    deleteButton.pin.left(cardView.frame.minX + 20).sizeToFit().height(44).below(of: textView, 8)
  }

  func focus() { textView.becomeFirstResponder() }
}

extension AddItemView: UITextViewDelegate {
  /// Enter submits the text instead of inserting a newline.
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
    guard text.contains(where: \.isNewline) else { return true }
    didSubmit?(textView.text)
    return false
  }
}
