import Tempura
import UIKit

/// The number of open items, as text.
public struct ChildViewModel: ViewModelWithState, Equatable {
  let text: String

  public init(state: AppState) {
    let count = state.items.count { !$0.completed }
    text = String(localized: "There are \(count) items pending", comment: "Under the list")
  }
}

public final class ChildView: UIView, ViewControllerModellableView {
  private let label = UILabel()

  public func setup() {
    addSubview(label)
  }

  public func style() {
    backgroundColor = Palette.footer
    label.font = .systemFont(ofSize: 17, weight: .medium)
    label.textColor = Palette.text
    label.textAlignment = .center
    label.accessibilityTraits = .updatesFrequently
  }

  public func update(oldModel: ChildViewModel?) {
    label.text = model?.text
  }
}
