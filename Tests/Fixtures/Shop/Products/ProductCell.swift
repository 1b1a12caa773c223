import UIKit

final class ProductCell: UICollectionViewCell {
  static let reuseIdentifier = String(describing: ProductCell.self)

  private let imageView = UIImageView()
  private let nameLabel = UILabel()
  private let priceLabel = UILabel()
  private let oldPriceLabel = UILabel()
  private let badgeLabel = PaddedLabel()
  private let favouriteButton = UIButton(type: .system)
  private lazy var widthConstraint = contentView.widthAnchor.constraint(equalToConstant: 160)

  var didTapFavourite: (() -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setupViews()
    setupConstraints()
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  private func setupViews() {
    contentView.backgroundColor = .secondarySystemBackground
    contentView.layer.cornerRadius = 12
    contentView.clipsToBounds = true
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    nameLabel.font = .preferredFont(forTextStyle: .subheadline)
    nameLabel.adjustsFontForContentSizeCategory = true
    nameLabel.numberOfLines = 2
    priceLabel.font = .preferredFont(forTextStyle: .headline)
    priceLabel.setContentHuggingPriority(.required, for: .horizontal)
    priceLabel.setContentCompressionResistancePriority(.required, for: .horizontal)
    badgeLabel.text = NSLocalizedString("New", comment: "")
    badgeLabel.font = .systemFont(ofSize: 12, weight: .bold)
    badgeLabel.textColor = .white
    badgeLabel.backgroundColor = .systemGreen
    badgeLabel.layer.cornerRadius = 6
    badgeLabel.layer.masksToBounds = true
    favouriteButton.tintColor = .systemPink
    favouriteButton.addTarget(self, action: ProductCell.favouriteTapped, for: .touchUpInside)
  }

  private func setupConstraints() {
    [imageView, nameLabel, priceLabel, oldPriceLabel, badgeLabel, favouriteButton].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview($0)
    }
    let bottom = priceLabel.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -12)
    bottom.priority = .defaultHigh
    NSLayoutConstraint.activate([
      widthConstraint,
      imageView.topAnchor.constraint(equalTo: contentView.topAnchor),
      imageView.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      imageView.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      imageView.heightAnchor.constraint(equalTo: imageView.widthAnchor),
      badgeLabel.topAnchor.constraint(equalTo: imageView.topAnchor, constant: 8),
      badgeLabel.leadingAnchor.constraint(equalTo: imageView.leadingAnchor, constant: 8),
      favouriteButton.trailingAnchor.constraint(equalTo: imageView.trailingAnchor, constant: -4),
      favouriteButton.bottomAnchor.constraint(equalTo: imageView.bottomAnchor, constant: -4),
      favouriteButton.widthAnchor.constraint(equalToConstant: 44),
      favouriteButton.heightAnchor.constraint(equalTo: favouriteButton.widthAnchor),
      nameLabel.topAnchor.constraint(equalTo: imageView.bottomAnchor, constant: 8),
      nameLabel.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 12),
      nameLabel.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -12),
      priceLabel.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 4),
      priceLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      oldPriceLabel.leadingAnchor.constraint(equalTo: priceLabel.trailingAnchor, constant: 6),
      oldPriceLabel.firstBaselineAnchor.constraint(equalTo: priceLabel.firstBaselineAnchor),
      oldPriceLabel.trailingAnchor.constraint(lessThanOrEqualTo: nameLabel.trailingAnchor),
      bottom,
    ])
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    imageView.image = nil
    oldPriceLabel.attributedText = nil
    badgeLabel.isHidden = true
    didTapFavourite = nil
  }

  override var isHighlighted: Bool {
    didSet {
      UIView.animate(withDuration: 0.2) {
        self.transform = self.isHighlighted ? CGAffineTransform(scaleX: 0.96, y: 0.96) : .identity
      }
    }
  }

  func configure(with item: ProductItem, width: CGFloat) {
    widthConstraint.constant = width
    imageView.image = Artwork.picture(of: item.product)
    nameLabel.text = item.product.name
    priceLabel.text = item.product.price.price
    priceLabel.textColor = item.product.oldPrice == nil ? .label : Palette.sale
    oldPriceLabel.attributedText = item.product.oldPrice.map { .struckThrough($0.price) }
    badgeLabel.isHidden = !item.product.isNew
    contentView.alpha = item.product.isAvailable ? 1 : 0.5
    favouriteButton.setImage(UIImage(systemName: item.isFavourite ? "heart.fill" : "heart"), for: .normal)
    favouriteButton.accessibilityLabel = NSLocalizedString("Favourite", comment: "")
  }

  private func favouriteTapped() {
    didTapFavourite?()
  }
}

final class PaddedLabel: UILabel {
  var insets = UIEdgeInsets(top: 3, left: 8, bottom: 3, right: 8)

  override func drawText(in rect: CGRect) {
    super.drawText(in: rect.inset(by: insets))
  }

  override var intrinsicContentSize: CGSize {
    let size = super.intrinsicContentSize
    return CGSize(width: size.width + insets.left + insets.right, height: size.height + insets.top + insets.bottom)
  }
}

final class SectionHeaderView: UICollectionReusableView {
  static let reuseIdentifier = String(describing: SectionHeaderView.self)
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.font = .preferredFont(forTextStyle: .title2)
    label.translatesAutoresizingMaskIntoConstraints = false
    addSubview(label)
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
      label.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
      label.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -4),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }
}
