import Tempura
import UIKit

final class WireView: UIView, ViewControllerModellableView {
  let headlineLabel = UILabel()
  let clockLabel = UILabel()
  let resultLabel = UILabel()
  let notesLabel = UILabel()
  var didTap: ((String) -> Void)?

  static let actions = [
    "request", "download", "upload", "delegate", "data", "task", "taskMain", "mainActor", "assumed", "detached",
    "global", "group",
    "item", "delayedItem", "mainItem", "cancelledItem", "source", "operation", "mainOperation", "block", "thread",
    "detachedThread", "timer", "methodTimer",
    "addedTimer", "notification", "keep", "noteFromThread", "noteFromTask", "noteFromRequest",
  ]

  func setup() {
    for label in [headlineLabel, clockLabel, resultLabel, notesLabel] { addSubview(label) }
    for action in Self.actions {
      let button = UIButton(type: .system)
      button.setTitle(action, for: .normal)
      button.accessibilityIdentifier = action
      button.on(.touchUpInside) { [unowned self] _ in didTap?(action) }
      addSubview(button)
    }
  }

  func style() {}
  func update(oldModel: WireModel?) { notesLabel.text = model?.notes }
}
