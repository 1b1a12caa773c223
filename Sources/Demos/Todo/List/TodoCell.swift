import Tempura
import UIKit

struct TodoCellViewModel: ViewModel, Equatable, Identifiable {
  let identifier: String
  let todoText: String
  let completed: Bool
  let archived: Bool

  var id: String { identifier }

  init(todo: Todo) {
    identifier = todo.id
    todoText = todo.text
    completed = todo.completed
    archived = todo.archived
  }
}

/// A row: a check box, and a button with the text, which opens the item.
final class TodoCell: UICollectionViewCell, ConfigurableCell {
  // subviews
  private let toggleButton = UIButton(type: .custom)
  private let editButton = UIButton(type: .custom)

  // interactions, called with the item's id
  var didToggle: CustomInteraction<String>?
  var didTapEdit: CustomInteraction<String>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
    style()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {
    toggleButton.on(.touchUpInside) { [unowned self] _ in
      if let id = model?.identifier { didToggle?(id) }
    }
    editButton.on(.touchUpInside) { [unowned self] _ in
      if let id = model?.identifier { didTapEdit?(id) }
    }
    contentView.addSubview(toggleButton)
    contentView.addSubview(editButton)
  }

  func style() {
    editButton.accessibilityHint = NSLocalizedString("Edit", comment: "What a tap on an item does")
  }

  func update(oldModel: TodoCellViewModel?) {
    guard let model, model != oldModel else { return }
    toggleButton.setImage(UIImage(named: model.completed ? "checkOn" : "checkOff"), for: .normal)
    toggleButton.setImage(UIImage(named: model.completed ? "checkOff" : "checkOn"), for: .highlighted)
    toggleButton.isSelected = model.completed
    toggleButton.accessibilityLabel = String(localized: "Done: \(model.todoText)", comment: "The check box of an item")
    editButton.setTitle(model.todoText, for: .normal)
    editButton.setTitleColor(model.completed || model.archived ? Palette.faintText : Palette.text, for: .normal)
  }
}
