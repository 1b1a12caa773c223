import Tempura
import UIKit

struct FiltersLocalState: LocalState, Codable {
  var filters = Filters()
}

struct FiltersViewModel: ViewModelWithLocalState {
  let filters: Filters

  init?(state: ShopState?, localState: FiltersLocalState) {
    filters = localState.filters
  }
}

final class FiltersView: UIView, ViewControllerModellableView {
  static let sizes = ["S", "M", "L", "XL", "38", "40", "42", "44"]

  private let scrollView = UIScrollView()
  private let orderControl = UISegmentedControl(items: [
    NSLocalizedString("Newest", comment: ""), NSLocalizedString("Cheapest", comment: ""),
    NSLocalizedString("Dearest", comment: ""),
  ])
  private let priceLabel = UILabel()
  private let priceSlider = UISlider()
  private let sizesLabel = UILabel()
  private let sizesStepper = UIStepper()
  private let newSwitch = UISwitch()
  private let saleSwitch = UISwitch()
  private let availableSwitch = UISwitch()
  private let sizePicker = UIPickerView()
  private let resetButton = UIButton(type: .system)

  var didChange: CustomInteraction<Filters>?
  var didTapReset: Interaction?

  func setup() {
    orderControl.addTarget(self, action: FiltersView.changed, for: .valueChanged)
    priceSlider.minimumValue = 10
    priceSlider.maximumValue = 1500
    priceSlider.accessibilityLabel = NSLocalizedString("Maximum price", comment: "")
    priceSlider.addTarget(self, action: FiltersView.changed, for: .valueChanged)
    sizesStepper.minimumValue = 1
    sizesStepper.maximumValue = 4
    sizesStepper.accessibilityLabel = NSLocalizedString("Sizes", comment: "")
    sizesStepper.addTarget(self, action: FiltersView.changed, for: .valueChanged)
    for control in [newSwitch, saleSwitch, availableSwitch] {
      control.addTarget(self, action: FiltersView.changed, for: .valueChanged)
    }
    sizePicker.dataSource = self
    sizePicker.delegate = self
    resetButton.setTitle(NSLocalizedString("Reset", comment: ""), for: .normal)
    resetButton.addTarget(self, action: FiltersView.reset, for: .touchUpInside)

    let stack = UIStackView(arrangedSubviews: [
      orderControl, row(priceLabel, nil), priceSlider, row(sizesLabel, sizesStepper),
      row(label(NSLocalizedString("Only new", comment: "")), newSwitch),
      row(label(NSLocalizedString("Only on sale", comment: "")), saleSwitch),
      row(label(NSLocalizedString("Only available", comment: "")), availableSwitch), sizePicker, resetButton,
    ])
    stack.axis = .vertical
    stack.spacing = 16
    stack.isLayoutMarginsRelativeArrangement = true
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 16, leading: 20, bottom: 24, trailing: 20)
    stack.translatesAutoresizingMaskIntoConstraints = false
    scrollView.translatesAutoresizingMaskIntoConstraints = false
    addSubview(scrollView)
    scrollView.addSubview(stack)
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: bottomAnchor),
      stack.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor),
      stack.leadingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor),
      stack.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
      sizePicker.heightAnchor.constraint(equalToConstant: 120),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    resetButton.setTitleColor(.systemRed, for: .normal)
  }

  func update(oldModel: FiltersViewModel?) {
    guard let filters = model?.filters else { return }
    orderControl.selectedSegmentIndex = filters.order.rawValue
    priceSlider.setValue(filters.maximumPrice, animated: true)
    priceLabel.text = String(
      format: NSLocalizedString("Up to %@", comment: ""), Decimal(Double(filters.maximumPrice.rounded())).price)
    sizesStepper.value = Double(filters.minimumSizes)
    sizesLabel.text = String.localizedStringWithFormat(
      NSLocalizedString("%d sizes or more", comment: ""), filters.minimumSizes)
    newSwitch.isOn = filters.onlyNew
    saleSwitch.isOn = filters.onlySale
    availableSwitch.setOn(filters.onlyAvailable, animated: true)
    let row = filters.size.flatMap { FiltersView.sizes.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    sizePicker.selectRow(row, inComponent: 0, animated: false)
  }

  private func label(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
  }

  private func row(_ label: UILabel, _ control: UIView?) -> UIStackView {
    label.setContentHuggingPriority(.defaultLow, for: .horizontal)
    control?.setContentHuggingPriority(.required, for: .horizontal)
    let row = UIStackView(arrangedSubviews: [label] + (control.map { [$0] } ?? []))
    row.alignment = .center
    row.spacing = 8
    return row
  }

  private func changed() {
    let row = sizePicker.selectedRow(inComponent: 0)
    didChange?(
      Filters(
        order: Filters.Order(rawValue: orderControl.selectedSegmentIndex) ?? .newest, maximumPrice: priceSlider.value,
        minimumSizes: Int(sizesStepper.value), onlyNew: newSwitch.isOn, onlySale: saleSwitch.isOn,
        onlyAvailable: availableSwitch.isOn, size: row == 0 ? nil : FiltersView.sizes[row - 1]))
  }

  private func reset() {
    didTapReset?()
  }
}

extension FiltersView: UIPickerViewDataSource, UIPickerViewDelegate {
  func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }

  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    FiltersView.sizes.count + 1
  }

  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    row == 0 ? NSLocalizedString("All sizes", comment: "") : FiltersView.sizes[row - 1]
  }

  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    changed()
  }
}
