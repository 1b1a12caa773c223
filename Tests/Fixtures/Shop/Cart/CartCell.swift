import UIKit

final class CartCell: UITableViewCell {
  static let reuseIdentifier = "CartCell"

  private let pictureView = UIImageView()
  private let nameLabel = UILabel()
  private let sizeLabel = UILabel()
  private let quantityLabel = UILabel()
  private let stepper = UIStepper()
  private let priceLabel = UILabel()

  var didChangeQuantity: ((Int) -> Void)?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    pictureView.layer.cornerRadius = 8
    pictureView.layer.masksToBounds = true
    nameLabel.font = .preferredFont(forTextStyle: .headline)
    nameLabel.numberOfLines = 0
    sizeLabel.font = .preferredFont(forTextStyle: .subheadline)
    sizeLabel.textColor = .secondaryLabel
    quantityLabel.font = .monospacedDigitSystemFont(ofSize: 17, weight: .regular)
    priceLabel.font = .monospacedDigitSystemFont(ofSize: 17, weight: .semibold)
    priceLabel.textAlignment = .right
    stepper.minimumValue = 1
    stepper.maximumValue = 9
    stepper.addTarget(self, action: CartCell.stepperChanged, for: .valueChanged)

    let controls = UIStackView(arrangedSubviews: [stepper, quantityLabel])
    controls.spacing = 12
    controls.alignment = .center
    let bottom = UIStackView(arrangedSubviews: [controls, priceLabel])
    bottom.distribution = .equalSpacing
    bottom.alignment = .center
    for view in [pictureView, nameLabel, sizeLabel, bottom] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    let guide = contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      pictureView.topAnchor.constraint(equalTo: guide.topAnchor),
      pictureView.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      pictureView.widthAnchor.constraint(equalToConstant: 72),
      pictureView.heightAnchor.constraint(equalToConstant: 72),
      pictureView.bottomAnchor.constraint(lessThanOrEqualTo: guide.bottomAnchor),
      nameLabel.topAnchor.constraint(equalTo: guide.topAnchor),
      nameLabel.leadingAnchor.constraint(equalTo: pictureView.trailingAnchor, constant: 12),
      nameLabel.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      sizeLabel.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 2),
      sizeLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      sizeLabel.trailingAnchor.constraint(equalTo: nameLabel.trailingAnchor),
      bottom.topAnchor.constraint(equalTo: sizeLabel.bottomAnchor, constant: 8),
      bottom.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      bottom.trailingAnchor.constraint(equalTo: nameLabel.trailingAnchor),
      bottom.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
    ])
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    pictureView.image = nil
    didChangeQuantity = nil
  }

  func configure(with line: CartLine, product: Product) {
    pictureView.image = Artwork.picture(of: product, size: CGSize(width: 72, height: 72))
    nameLabel.text = product.name
    sizeLabel.text = String(
      format: NSLocalizedString("Size: %@", comment: ""), NSLocalizedString(line.size, comment: ""))
    quantityLabel.text = "× \(line.quantity)"
    stepper.value = Double(line.quantity)
    stepper.accessibilityLabel = NSLocalizedString("Quantity", comment: "")
    priceLabel.text = (product.price * Decimal(line.quantity)).price
  }

  private func stepperChanged(_ sender: UIStepper) {
    didChangeQuantity?(Int(sender.value))
  }
}
