import Tempura
import UIKit

/// What only this screen needs.
struct NewThingLocalState: LocalState, Codable {
  var problem: String?
}

struct NewThingViewModel: ViewModelWithLocalState {
  let problem: String?

  init(state: AppState?, localState: NewThingLocalState) { problem = localState.problem }
}

final class NewThingView: UIView, ViewControllerModellableView {
  let nameField = UITextField()
  private let problemLabel = UILabel()
  private let titleLabel = UILabel()
  private let addButton = UIButton(configuration: .filled())

  var didSubmit: CustomInteraction<String>?

  func setup() {
    nameField.on(.editingDidEndOnExit) { [unowned self] _ in didSubmit?(nameField.text ?? "") }
    addButton.on(.touchUpInside) { [unowned self] _ in didSubmit?(nameField.text ?? "") }
    for view in [titleLabel, nameField, problemLabel, addButton] { addSubview(view) }
  }

  func style() {
    titleLabel.text = "New thing"
    titleLabel.font = .systemFont(ofSize: 22, weight: .bold)
    titleLabel.accessibilityTraits = .header
    nameField.placeholder = "Name"
    problemLabel.textColor = .systemRed
    problemLabel.accessibilityTraits = .updatesFrequently
    addButton.configuration?.cornerStyle = .capsule
    addButton.configuration?.title = "Add"
  }

  func update(oldModel: NewThingViewModel?) { problemLabel.text = model?.problem }
}
