import Tempura
import UIKit

public struct TodoCellViewModel: ViewModel, Equatable, Identifiable {
  public let id: String
  public let text: String
  public let completed: Bool
  let archived: Bool

  public init(todo: Todo) {
    id = todo.id
    text = todo.text
    completed = todo.completed
    archived = todo.archived
  }
}

/// A row: a check box, and a button with the text, which opens the item.
open class TodoCell: UICollectionViewCell, ConfigurableCell {
  // subviews
  public let toggleButton = UIButton(type: .custom)
  public let editButton = UIButton(type: .custom)

  // interactions, called with the item's id
  var didToggle: CustomInteraction<String>?
  var didTapEdit: CustomInteraction<String>?

  override public init(frame: CGRect) {
    super.init(frame: frame)
    setup()
    style()
  }

  public required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  open func setup() {
    toggleButton.on(.touchUpInside) { [unowned self] _ in
      if let id = model?.id { didToggle?(id) }
    }
    editButton.on(.touchUpInside) { [unowned self] _ in
      if let id = model?.id { didTapEdit?(id) }
    }
    contentView.addSubview(toggleButton)
    contentView.addSubview(editButton)
  }

  open func style() {
    editButton.accessibilityHint = NSLocalizedString("Edit", comment: "What a tap on an item does")
  }

  open func update(oldModel: TodoCellViewModel?) {
    guard let model, model != oldModel else { return }
    toggleButton.setImage(UIImage(named: model.completed ? "checkOn" : "checkOff"), for: .normal)
    toggleButton.setImage(UIImage(named: model.completed ? "checkOff" : "checkOn"), for: .highlighted)
    toggleButton.isSelected = model.completed
    if model.text != oldModel?.text {
      toggleButton.accessibilityLabel = String(localized: "Done: \(model.text)", comment: "The check box of an item")
      editButton.setTitle(model.text, for: .normal)
    }
    editButton.setTitleColor(model.completed || model.archived ? Palette.faintText : Palette.text, for: .normal)
  }
}
