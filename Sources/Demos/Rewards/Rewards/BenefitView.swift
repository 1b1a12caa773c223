import UIKit

/// Something that the customer gets, with a tick before it.
final class BenefitView: BaseView {
  private let tickView = UIImageView(image: UIImage(systemName: "checkmark"))
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

  override func installConstraints() {
    for view in subviews { view.translatesAutoresizingMaskIntoConstraints = false }
    NSLayoutConstraint.activate([
      tickView.leadingAnchor.constraint(equalTo: leadingAnchor),
      tickView.topAnchor.constraint(equalTo: topAnchor),
      tickView.widthAnchor.constraint(equalToConstant: 24),
      tickView.heightAnchor.constraint(equalToConstant: 24),
      label.leadingAnchor.constraint(equalTo: tickView.trailingAnchor, constant: 12),
      label.trailingAnchor.constraint(equalTo: trailingAnchor),
      label.topAnchor.constraint(equalTo: topAnchor),
      label.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }
}
