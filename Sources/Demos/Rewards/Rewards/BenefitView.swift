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
    tickView.setContentHuggingPriority(.required, for: .horizontal)
    label.numberOfLines = 0
    addSubview(tickView)
    addSubview(label)
  }

  override func installConstraints() {
    for view in subviews { view.translatesAutoresizingMaskIntoConstraints = false }
    NSLayoutConstraint.activate([
      tickView.leadingAnchor.constraint(equalTo: leadingAnchor),
      tickView.topAnchor.constraint(equalTo: topAnchor),
      label.leadingAnchor.constraint(equalTo: tickView.trailingAnchor, constant: 12),
      label.trailingAnchor.constraint(equalTo: trailingAnchor),
      label.topAnchor.constraint(equalTo: topAnchor),
      label.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }
}
