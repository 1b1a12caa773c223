import UIKit

/// A benefit for the customer, after a tick.
final class BenefitView: BaseView {
  private let tickView = UIImageView(
    image: UIImage(systemName: "checkmark", withConfiguration: UIImage.SymbolConfiguration(pointSize: 19)))
  private let label = UILabel()

  convenience init(_ text: String) {
    self.init(frame: .zero)
    label.text = text
  }

  override func initialize() {
    tickView.tintColor = Palette.accent
    tickView.isAccessibilityElement = false
    label.numberOfLines = 0
    addSubview(tickView)
    addSubview(label)
  }
}
