import UIKit

/// An error message, and a button to try again.
final class ProblemView: UIView {
  private let symbolView = UIImageView(image: UIImage(systemName: "exclamationmark.triangle"))
  private let titleLabel = UILabel()
  private let messageLabel = UILabel()
  let retryButton = UIButton(type: .custom)

  override init(frame: CGRect) {
    super.init(frame: frame)
    symbolView.isAccessibilityElement = false
    symbolView.tintColor = .white
    titleLabel.font = .systemFont(ofSize: 28, weight: .semibold)
    titleLabel.accessibilityTraits = .header
    messageLabel.font = .systemFont(ofSize: 17)
    messageLabel.accessibilityTraits = .updatesFrequently
    retryButton.setTitle(NSLocalizedString("Try again", comment: "Button"), for: .normal)
    retryButton.setTitleColor(.black, for: .normal)
    retryButton.titleLabel?.font = .systemFont(ofSize: 17, weight: .semibold)
    for label in [titleLabel, messageLabel] {
      label.textColor = .white
      label.textAlignment = .center
      label.numberOfLines = 0
    }
    for view in [symbolView, titleLabel, messageLabel, retryButton] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameter title: nil if the screen shows weather, too.
  func show(_ message: String, title: String?) {
    messageLabel.text = message
    titleLabel.text = title
    titleLabel.isHidden = title == nil
    symbolView.isHidden = title == nil
  }
}
