import Tempura
import UIKit

struct SkeletonViewModel: ViewModelWithState {
  let text: String

  init(state: SkeletonState) { text = "The counter is at \(state.counter)" }
}

class SkeletonView: UIView, ViewControllerModellableView {
  var counterLabel = UILabel()
  var addButton = UIButton(type: .system)

  var didTapAdd: Interaction?

  func setup() {
    addButton.on(.touchUpInside) { [unowned self] _ in didTapAdd?() }
    addSubview(counterLabel)
    addSubview(addButton)
  }

  func style() {
    counterLabel.font = .systemFont(ofSize: 24, weight: .bold)
    addButton.setTitle("Add", for: .normal)
  }

  func update(oldModel: SkeletonViewModel?) {
    counterLabel.text = model?.text
  }
}
