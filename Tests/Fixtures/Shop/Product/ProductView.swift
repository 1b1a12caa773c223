import Tempura
import UIKit

struct ProductLocalState: LocalState, Codable {
  var id: String
  var size: Int?
  var isExpanded = false
  var page = 0
}

struct ProductViewModel: ViewModelWithLocalState {
  let product: Product
  let isFavourite: Bool
  let size: Int?
  let isExpanded: Bool
  let page: Int

  init?(state: ShopState?, localState: ProductLocalState) {
    guard let state = state, let product = state.product(localState.id) else { return nil }
    self.product = product
    isFavourite = state.favourites.contains(product.id)
    size = localState.size
    isExpanded = localState.isExpanded
    page = localState.page
  }
}

final class ProductView: UIView, ViewControllerModellableView {
  private let scrollView = UIScrollView()
  private let gallery = GalleryView()
  private let nameLabel = UILabel()
  private let priceLabel = UILabel()
  private let sizeTitleLabel = UILabel()
  private let sizePicker = SizePickerView()
  private let descriptionLabel = UILabel()
  private let moreButton = UIButton(type: .system)
  private let bar = UIVisualEffectView(effect: UIBlurEffect(style: .systemChromeMaterial))
  private let addButton = UIButton.filled(NSLocalizedString("Add to cart", comment: ""))
  private let toastView = ToastView()

  var didSelectSize: CustomInteraction<Int>?
  var didTapMore: Interaction?
  var didTapAdd: Interaction?
  var didChangePage: CustomInteraction<Int>?

  func setup() {
    sizePicker.didSelect = { [unowned self] index in didSelectSize?(index) }
    gallery.didChangePage = { [unowned self] page in didChangePage?(page) }
    moreButton.addTarget(self, action: ProductView.more, for: .touchUpInside)
    addButton.addTarget(self, action: ProductView.add, for: .touchUpInside)
    sizeTitleLabel.text = NSLocalizedString("Size", comment: "")

    let content = UIView()
    let texts = UIStackView(arrangedSubviews: [nameLabel, priceLabel, sizeTitleLabel])
    texts.axis = .vertical
    texts.spacing = 8
    for view in [scrollView, bar, toastView] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    content.translatesAutoresizingMaskIntoConstraints = false
    scrollView.addSubview(content)
    for view in [gallery, texts, sizePicker, descriptionLabel, moreButton] {
      view.translatesAutoresizingMaskIntoConstraints = false
      content.addSubview(view)
    }
    addButton.translatesAutoresizingMaskIntoConstraints = false
    bar.contentView.addSubview(addButton)

    let margins = content.layoutMarginsGuide
    content.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 0, leading: 20, bottom: 0, trailing: 20)
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: bar.topAnchor),
      bar.leadingAnchor.constraint(equalTo: leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: trailingAnchor),
      bar.bottomAnchor.constraint(equalTo: bottomAnchor),
      addButton.topAnchor.constraint(equalTo: bar.contentView.topAnchor, constant: 8),
      addButton.leadingAnchor.constraint(equalTo: bar.contentView.leadingAnchor, constant: 20),
      addButton.trailingAnchor.constraint(equalTo: bar.contentView.trailingAnchor, constant: -20),
      addButton.bottomAnchor.constraint(equalTo: bar.contentView.safeAreaLayoutGuide.bottomAnchor, constant: -8),
      content.topAnchor.constraint(equalTo: scrollView.topAnchor),
      content.leadingAnchor.constraint(equalTo: scrollView.leadingAnchor),
      content.trailingAnchor.constraint(equalTo: scrollView.trailingAnchor),
      content.bottomAnchor.constraint(equalTo: scrollView.bottomAnchor),
      content.widthAnchor.constraint(equalTo: scrollView.widthAnchor),
      gallery.topAnchor.constraint(equalTo: content.topAnchor),
      gallery.leadingAnchor.constraint(equalTo: content.leadingAnchor),
      gallery.trailingAnchor.constraint(equalTo: content.trailingAnchor),
      texts.topAnchor.constraint(equalTo: gallery.bottomAnchor, constant: 16),
      texts.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      texts.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      sizePicker.topAnchor.constraint(equalTo: texts.bottomAnchor, constant: 8),
      sizePicker.leadingAnchor.constraint(equalTo: content.leadingAnchor),
      sizePicker.trailingAnchor.constraint(equalTo: content.trailingAnchor),
      sizePicker.heightAnchor.constraint(equalToConstant: 48),
      descriptionLabel.topAnchor.constraint(equalTo: sizePicker.bottomAnchor, constant: 16),
      descriptionLabel.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      descriptionLabel.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      moreButton.topAnchor.constraint(equalTo: descriptionLabel.bottomAnchor, constant: 4),
      moreButton.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      moreButton.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -24),
      toastView.centerXAnchor.constraint(equalTo: centerXAnchor),
      toastView.bottomAnchor.constraint(equalTo: bar.topAnchor, constant: -16),
      toastView.widthAnchor.constraint(lessThanOrEqualTo: widthAnchor, multiplier: 0.8),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    nameLabel.font = UIFont.preferredFont(forTextStyle: .title1)
    nameLabel.numberOfLines = 0
    sizeTitleLabel.font = .preferredFont(forTextStyle: .headline)
    descriptionLabel.font = .preferredFont(forTextStyle: .body)
    moreButton.contentHorizontalAlignment = .leading
  }

  func update(oldModel: ProductViewModel?) {
    guard let model = model else { return }
    gallery.show(model.product, page: model.page)
    nameLabel.text = model.product.name
    let price = NSMutableAttributedString(
      string: model.product.price.price,
      attributes: [
        .font: UIFont.systemFont(ofSize: 22, weight: .semibold),
        .foregroundColor: model.product.oldPrice == nil ? UIColor.label : Palette.sale,
      ])
    if let old = model.product.oldPrice {
      price.append(NSAttributedString(string: "  "))
      price.append(.struckThrough(old.price))
    }
    priceLabel.attributedText = price
    sizePicker.show(model.product.sizes, selected: model.size)

    let style = NSMutableParagraphStyle()
    style.lineSpacing = 4
    style.lineBreakMode = .byTruncatingTail
    descriptionLabel.attributedText = NSAttributedString(
      string: NSLocalizedString("product.description", comment: ""), attributes: [.paragraphStyle: style])
    descriptionLabel.numberOfLines = model.isExpanded ? 0 : 3
    moreButton.setTitle(
      model.isExpanded ? NSLocalizedString("Show less", comment: "") : NSLocalizedString("Read more", comment: ""),
      for: .normal)
    addButton.isEnabled = model.product.isAvailable
    addButton.configuration?.title =
      model.product.isAvailable
      ? NSLocalizedString("Add to cart", comment: "") : NSLocalizedString("Sold out", comment: "")
    if let old = oldModel, old.isExpanded != model.isExpanded {
      UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() }
    }
  }

  func showToast(_ text: String) {
    toastView.show(text)
  }

  private func more() {
    didTapMore?()
  }

  private func add() {
    didTapAdd?()
  }
}
