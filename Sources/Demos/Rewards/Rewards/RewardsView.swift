import UIKit

/// The layout of the rewards screen.
final class RewardsView: BaseView {
  let symbolView = UIImageView()
  let titleLabel = UILabel()
  let messageLabel = UILabel()
  let problemLabel = UILabel()
  let confirmButton = UIButton(type: .custom)
  private let benefitsView = UIStackView()
  private let content = UIStackView()

  override func initialize() {
    symbolView.tintColor = Palette.accent
    symbolView.contentMode = .scaleAspectFit
    symbolView.isAccessibilityElement = false
    titleLabel.font = .systemFont(ofSize: 28, weight: .bold)
    titleLabel.numberOfLines = 0
    titleLabel.accessibilityTraits = .header
    messageLabel.numberOfLines = 0
    messageLabel.textColor = Palette.secondary
    benefitsView.axis = .vertical
    benefitsView.spacing = 12
    problemLabel.numberOfLines = 0
    problemLabel.textColor = Palette.problem
    problemLabel.backgroundColor = Palette.problemBackground
    problemLabel.layer.cornerRadius = 12
    problemLabel.accessibilityTraits = .updatesFrequently
    // The button has a name even while it is hidden.
    confirmButton.setTitle(NSLocalizedString("Confirm", comment: "Button"), for: .normal)
    confirmButton.backgroundColor = Palette.filled
    confirmButton.setTitleColor(Palette.onFilled, for: .normal)
    confirmButton.titleLabel?.font = .systemFont(ofSize: 17, weight: .semibold)
    confirmButton.layer.cornerRadius = 26
    backgroundColor = Palette.surface
    layer.cornerRadius = 24
    content.axis = .vertical
    content.spacing = 16
    for view in [symbolView, titleLabel, messageLabel, benefitsView, problemLabel, confirmButton] {
      content.addArrangedSubview(view)
    }
    content.setCustomSpacing(8, after: titleLabel)
    content.setCustomSpacing(24, after: benefitsView)
    addSubview(content)
  }

  /// Lists the benefits for the customer.
  func setBenefits(_ benefits: [String]) {
    for view in benefitsView.arrangedSubviews { view.removeFromSuperview() }
    for benefit in benefits { benefitsView.addArrangedSubview(BenefitView(benefit)) }
    benefitsView.isHidden = benefits.isEmpty
  }
}
