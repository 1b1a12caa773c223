import Katana
import Tempura
import Todo
import UIKit

/// The number of open items, as text.
struct ChildViewModel: ViewModelWithState, Equatable {
  let text: String

  init(state: AppState) {
    text = "There are \(state.uncompletedItems.count) items pending"
  }
}

/// The footer's view.
final class ChildView: UIView, ViewControllerModellableView {
  private let label = UILabel()

  func setup() {
    addSubview(label)
  }

  func style() {
    backgroundColor = Palette.footer
    label.font = .systemFont(ofSize: 17, weight: .medium)
    label.textColor = Palette.text
    label.textAlignment = .center
    label.accessibilityTraits = .updatesFrequently
  }

  func update(oldModel: ChildViewModel?) {
    label.text = model?.text
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.pin.horizontally(16).fitHeight().vCenter()
  }
}

/// The footer: a child of the list's view controller.
final class ChildViewController: ViewController<ChildView> {}
