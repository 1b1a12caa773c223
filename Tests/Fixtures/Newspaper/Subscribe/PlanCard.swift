import UIKit

final class PlanCard: UIControl {
  private let gradient = CAGradientLayer()
  private let nameLabel = UILabel()
  private let priceLabel = UILabel()
  private let checkmark = UIImageView(image: UIImage(systemName: "checkmark.circle.fill"))

  init(name: String, price: String, colors: [UIColor]) {
    super.init(frame: .zero)
    gradient.colors = colors.map(\.cgColor)
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    gradient.cornerRadius = 16
    layer.insertSublayer(gradient, at: 0)
    layer.cornerRadius = 16
    layer.borderColor = UIColor.label.cgColor
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowRadius = 8
    layer.shadowOpacity = 0.25
    layer.shadowOffset = CGSize(width: 0, height: 4)
    nameLabel.text = name
    nameLabel.font = .preferredFont(forTextStyle: .headline)
    priceLabel.text = price
    priceLabel.font = UIFontMetrics(forTextStyle: .title2).scaledFont(for: .systemFont(ofSize: 22, weight: .black))
    priceLabel.adjustsFontForContentSizeCategory = true
    for label in [nameLabel, priceLabel] {
      label.textColor = .white
      label.numberOfLines = 0
    }
    checkmark.tintColor = .white
    checkmark.isAccessibilityElement = false
    let stack = UIStackView(arrangedSubviews: [nameLabel, priceLabel])
    stack.axis = .vertical
    stack.spacing = 4
    stack.isUserInteractionEnabled = false
    for view in [stack, checkmark] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: topAnchor, constant: 16),
      stack.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
      stack.trailingAnchor.constraint(lessThanOrEqualTo: checkmark.leadingAnchor, constant: -8),
      stack.bottomAnchor.constraint(lessThanOrEqualTo: bottomAnchor, constant: -16),
      checkmark.topAnchor.constraint(equalTo: topAnchor, constant: 12),
      checkmark.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -12),
      heightAnchor.constraint(greaterThanOrEqualToConstant: 96),
    ])
    isAccessibilityElement = true
    accessibilityLabel = "\(name), \(price)"
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var isSelected: Bool {
    didSet {
      layer.borderWidth = isSelected ? 3 : 0
      checkmark.isHidden = !isSelected
      transform = isSelected ? CGAffineTransform(scaleX: 1.02, y: 1.02) : .identity
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    gradient.frame = bounds
    layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: 16).cgPath
  }
}
