import UIKit

/// An activity indicator with a text.
final class WaitingView: UIView {
  private let indicator = UIActivityIndicatorView(style: .large)
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    indicator.color = .white
    indicator.startAnimating()
    label.textColor = .white
    label.textAlignment = .center
    label.numberOfLines = 0
    addSubview(indicator)
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ text: String) { label.text = text }
}
