import Tempura
import UIKit

/// A card over the list, with a text field for an item.
open class AddItemView: UIView, ViewControllerModellableView {
  // subviews, back to front: a tap outside the text and the delete button cancels
  public let cardView = UIView()
  public let cancelButton = UIButton(type: .custom)
  public let titleLabel = UILabel()
  public let textView = UITextView(frame: .zero, textContainer: nil)
  public let complaintLabel = UILabel()
  public let deleteButton = UIButton(type: .custom)

  // interactions
  var didTapCancel: Interaction?
  var didTapDelete: Interaction?
  public var didSubmit: CustomInteraction<String>?

  open func setup() {
    cancelButton.role = .cancel
    cancelButton.on(.touchUpInside) { [unowned self] _ in didTapCancel?() }
    deleteButton.on(.touchUpInside) { [unowned self] _ in didTapDelete?() }
    textView.delegate = self
    for view in [cardView, cancelButton, titleLabel, textView, complaintLabel, deleteButton] { addSubview(view) }
  }

  open func style() {
    backgroundColor = Palette.backdrop
    tintColor = Palette.accent
    cardView.backgroundColor = Palette.card
    cardView.layer.cornerRadius = 20
    cancelButton.setTitle(NSLocalizedString("Cancel", comment: "Button"), for: .normal)
    cancelButton.setTitleColor(Palette.accent, for: .normal)
    cancelButton.setTitleColor(Palette.accentPressed, for: .highlighted)
    titleLabel.font = .systemFont(ofSize: 17, weight: .semibold)
    titleLabel.textAlignment = .center
    titleLabel.accessibilityTraits = .header
    textView.font = .systemFont(ofSize: 17)
    textView.textColor = Palette.text
    textView.returnKeyType = .done
    textView.placeholder = NSLocalizedString("What are you going to do?", comment: "Placeholder of an item's text")
    complaintLabel.font = .systemFont(ofSize: 15)
    complaintLabel.textColor = Palette.accent
    complaintLabel.accessibilityTraits = .updatesFrequently
    deleteButton.setTitle(NSLocalizedString("Delete this item", comment: "Button"), for: .normal)
    deleteButton.setImage(UIImage(named: "clearIcon"), for: .normal)
    deleteButton.titleLabel?.font = .systemFont(ofSize: 16)
    deleteButton.setTitleColor(Palette.accent, for: .normal)
    deleteButton.setTitleColor(Palette.accentPressed, for: .highlighted)
  }

  open func update(oldModel: AddItemViewModel?) {
    // Unsaved text survives changes of the state.
    if textView.text == oldModel?.editingText ?? "" { textView.text = model?.editingText }
    titleLabel.text = model?.title
    deleteButton.isHidden = model?.isEditingAlreadyExistingItem != true
    complaintLabel.text = model?.complaint
    complaintLabel.isHidden = model?.complaint == nil
  }

  func focus() { textView.becomeFirstResponder() }
}

extension AddItemView: UITextViewDelegate {
  /// Enter submits the text instead of inserting a newline.
  public func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool {
    guard text.contains(where: \.isNewline) else { return true }
    didSubmit?(textView.text)
    return false
  }
}
