import UIKit

/// The promo code, the totals and the button to the checkout.
final class CartFooterView: UIView, UITextFieldDelegate {
  let promoField = UITextField()
  private let errorLabel = UILabel()
  private let countLabel = UILabel()
  private let totalLabel = UILabel()
  private let discountLabel = UILabel()
  private let checkoutButton = UIButton.filled(NSLocalizedString("Checkout", comment: ""))

  var didEnterPromoCode: ((String) -> Void)?
  var didTapCheckout: (() -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    promoField.placeholder = NSLocalizedString("Promo code", comment: "")
    promoField.borderStyle = .roundedRect
    promoField.autocapitalizationType = .allCharacters
    promoField.autocorrectionType = .no
    promoField.clearButtonMode = .whileEditing
    promoField.returnKeyType = .done
    promoField.delegate = self
    promoField.inputAccessoryView = makeToolbar()
    errorLabel.font = .preferredFont(forTextStyle: .footnote)
    errorLabel.textColor = .systemRed
    errorLabel.numberOfLines = 0
    countLabel.textColor = .secondaryLabel
    discountLabel.textColor = .systemGreen
    discountLabel.textAlignment = .right
    totalLabel.font = .systemFont(ofSize: 20, weight: .bold)
    totalLabel.textAlignment = .right
    totalLabel.setContentCompressionResistancePriority(.required, for: .horizontal)
    checkoutButton.addTarget(self, action: CartFooterView.checkout, for: .touchUpInside)

    let totals = UIStackView(arrangedSubviews: [countLabel, totalLabel])
    totals.alignment = .firstBaseline
    let stack = UIStackView(arrangedSubviews: [promoField, errorLabel, discountLabel, totals, checkoutButton])
    stack.axis = .vertical
    stack.spacing = 12
    stack.setCustomSpacing(4, after: promoField)
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: topAnchor, constant: 20),
      stack.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -20),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  private func makeToolbar() -> UIToolbar {
    let toolbar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    toolbar.items = [
      UIBarButtonItem(
        title: NSLocalizedString("Clear", comment: ""), style: .plain, target: self, action: CartFooterView.clear),
      UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil),
      UIBarButtonItem(
        title: NSLocalizedString("Use code", comment: ""), style: .done, target: self, action: CartFooterView.useCode),
    ]
    toolbar.sizeToFit()
    return toolbar
  }

  func show(_ model: CartViewModel) {
    countLabel.text = String.localizedStringWithFormat(
      NSLocalizedString("%d items", comment: "Number of items in the cart"), model.count)
    totalLabel.text = model.total
    discountLabel.text = model.discount
    discountLabel.isHidden = model.discount == nil
    errorLabel.text = model.promoError
    errorLabel.isHidden = model.promoError == nil
    promoField.layer.borderColor = UIColor.systemRed.cgColor
    promoField.layer.borderWidth = model.promoError == nil ? 0 : 1
    promoField.layer.cornerRadius = 6
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    useCode()
    return true
  }

  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    let text = ((textField.text ?? "") as NSString).replacingCharacters(in: range, with: string)
    return text.count <= 12
  }

  private func clear() {
    promoField.text = nil
    promoField.resignFirstResponder()
    didEnterPromoCode?("")
  }

  private func useCode() {
    promoField.resignFirstResponder()
    didEnterPromoCode?(promoField.text ?? "")
  }

  private func checkout() {
    didTapCheckout?()
  }
}
