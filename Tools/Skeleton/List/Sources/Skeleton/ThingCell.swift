import Tempura
import UIKit

extension Thing: ViewModel {}

/// A row: a button that ticks, with the name, and a button that deletes.
final class ThingCell: UICollectionViewCell, ConfigurableCell {
  private let toggleButton = UIButton(type: .custom)
  private let deleteButton = UIButton(type: .system)

  var didToggle: CustomInteraction<Thing.ID>?
  var didTapDelete: CustomInteraction<Thing.ID>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
    style()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {
    toggleButton.on(.touchUpInside) { [unowned self] _ in if let model { didToggle?(model.id) } }
    deleteButton.on(.touchUpInside) { [unowned self] _ in if let model { didTapDelete?(model.id) } }
    contentView.addSubview(toggleButton)
    contentView.addSubview(deleteButton)
  }

  func style() {
    toggleButton.setTitleColor(.label, for: .normal)
    toggleButton.setImage(UIImage(systemName: "circle"), for: .normal)
    toggleButton.setImage(UIImage(systemName: "checkmark.circle.fill"), for: .selected)
    deleteButton.setImage(UIImage(systemName: "trash"), for: .normal)
  }

  func update(oldModel: Thing?) {
    guard let model else { return }
    toggleButton.setTitle(model.name, for: .normal)
    toggleButton.isSelected = model.isDone
    deleteButton.accessibilityLabel = "Delete \(model.name)"
  }
}
