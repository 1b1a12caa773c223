import Tempura
import UIKit

struct AddressViewModel: ViewModelWithState {
  let address: Address

  init?(state: ShopState) {
    address = state.address
  }
}

final class AddressView: UIView, ViewControllerModellableView {
  static let countries = ["IT", "DE", "FR", "GB", "US"]

  private let nameField = UITextField()
  private let streetField = UITextField()
  private let postcodeField = UITextField()
  private let cityField = UITextField()
  private let countryField = UITextField()
  private let countryPicker = UIPickerView()
  private let errorLabel = UILabel()
  private let continueButton = UIButton.filled(NSLocalizedString("Continue", comment: ""))
  private lazy var fields = [nameField, streetField, postcodeField, cityField]
  private var country = "IT"

  var didSubmit: CustomInteraction<Address>?

  func setup() {
    let placeholders = ["Name", "Street and number", "Postcode", "City"]
    let types: [UITextContentType] = [.name, .fullStreetAddress, .postalCode, .addressCity]
    for (index, field) in fields.enumerated() {
      field.placeholder = NSLocalizedString(placeholders[index], comment: "")
      field.textContentType = types[index]
      field.borderStyle = .roundedRect
      field.returnKeyType = index == fields.count - 1 ? .done : .next
      field.tag = index
      field.delegate = self
    }
    postcodeField.keyboardType = .numbersAndPunctuation
    countryPicker.dataSource = self
    countryPicker.delegate = self
    countryField.borderStyle = .roundedRect
    countryField.placeholder = NSLocalizedString("Country", comment: "")
    countryField.inputView = countryPicker
    countryField.rightView = UIImageView(image: UIImage(systemName: "chevron.down"))
    countryField.rightViewMode = .always
    continueButton.addTarget(self, action: AddressView.submit, for: .touchUpInside)

    let town = UIStackView(arrangedSubviews: [postcodeField, cityField])
    town.spacing = 12
    let stack = UIStackView(arrangedSubviews: [nameField, streetField, town, countryField, errorLabel, continueButton])
    stack.axis = .vertical
    stack.spacing = 16
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalToSystemSpacingBelow: safeAreaLayoutGuide.topAnchor, multiplier: 2),
      stack.leadingAnchor.constraint(equalTo: readableContentGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: readableContentGuide.trailingAnchor),
      postcodeField.widthAnchor.constraint(equalTo: town.widthAnchor, multiplier: 0.35),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    errorLabel.textColor = .systemRed
    errorLabel.font = .preferredFont(forTextStyle: .footnote)
    errorLabel.isHidden = true
  }

  func update(oldModel: AddressViewModel?) {
    guard let address = model?.address, address != oldModel?.address else { return }
    nameField.text = address.name
    streetField.text = address.street
    postcodeField.text = address.postcode
    cityField.text = address.city
    select(address.country)
    countryPicker.selectRow(AddressView.countries.firstIndex(of: country) ?? 0, inComponent: 0, animated: false)
  }

  private func select(_ code: String) {
    country = code
    countryField.text = UIApplication.shared.locale.localizedString(forRegionCode: code)
  }

  private func submit() {
    endEditing(true)
    let address = Address(
      name: nameField.text ?? "", street: streetField.text ?? "", postcode: postcodeField.text ?? "",
      city: cityField.text ?? "", country: country)
    errorLabel.text = NSLocalizedString("Fill in all fields.", comment: "")
    errorLabel.isHidden = address.isComplete
    if address.isComplete { didSubmit?(address) }
  }
}

extension AddressView: UITextFieldDelegate {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    if textField.tag + 1 < fields.count {
      fields[textField.tag + 1].becomeFirstResponder()
    } else {
      textField.resignFirstResponder()
      submit()
    }
    return false
  }
}

extension AddressView: UIPickerViewDataSource, UIPickerViewDelegate {
  func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }

  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    AddressView.countries.count
  }

  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    UIApplication.shared.locale.localizedString(forRegionCode: AddressView.countries[row])
  }

  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    select(AddressView.countries[row])
  }
}
