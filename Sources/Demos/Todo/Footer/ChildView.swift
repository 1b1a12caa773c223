import Tempura
import UIKit

/// The number of open items, and that of other users of the list, as texts.
public struct ChildViewModel: ViewModelWithState, Equatable {
  let text: String
  /// Nil if there are no other users.
  let others: String?

  public init(state: AppState) {
    let count = state.items.count { !$0.completed }
    text = String(localized: "There are \(count) items pending", comment: "Under the list")
    let others = max(state.people.count - 1, 0)
    self.others = others > 0 ? String(localized: "\(others) others are here", comment: "Under the list") : nil
  }
}

/// The footer: a child of the list's view controller.
open class ChildView: UIView, ViewControllerModellableView {
  public let label = UILabel()
  private let othersLabel = UILabel()

  open func setup() {
    for label in [label, othersLabel] { addSubview(label) }
  }

  open func style() {
    backgroundColor = Palette.footer
    label.font = .systemFont(ofSize: 17, weight: .medium)
    othersLabel.font = .systemFont(ofSize: 15)
    for label in [label, othersLabel] {
      label.textColor = Palette.text
      label.textAlignment = .center
      label.accessibilityTraits = .updatesFrequently
    }
  }

  open func update(oldModel: ChildViewModel?) {
    label.text = model?.text
    othersLabel.text = model?.others
    othersLabel.isHidden = model?.others == nil
  }
}
