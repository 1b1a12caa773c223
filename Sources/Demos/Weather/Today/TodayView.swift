import Tempura
import UIKit

/// The weather in the chosen city.
final class TodayView: SkyView, ViewControllerModellableView {
  // subviews
  private let headerView = UIStackView()
  private let locationsButton = UIButton(type: .custom)
  private let unitControl = UISegmentedControl(items: TemperatureUnit.allCases.map(\.symbol))
  private let problemView = ProblemView()
  private let waitingView = WaitingView()
  /// The container of a `WeatherViewController`'s view.
  let conditionsView = ContainerView()
  private let detailsView = UIStackView()
  private let refreshButton = UIButton(type: .custom)

  // interactions
  var didTapLocations: Interaction?
  var didChooseUnit: CustomInteraction<TemperatureUnit>?
  var didTapRefresh: Interaction?

  func setup() {
    locationsButton.on(.touchUpInside) { [unowned self] _ in didTapLocations?() }
    unitControl.on(.valueChanged) { [unowned self] control in
      didChooseUnit?(TemperatureUnit.allCases[control.selectedSegmentIndex])
    }
    refreshButton.on(.touchUpInside) { [unowned self] _ in didTapRefresh?() }
    problemView.retryButton.on(.touchUpInside) { [unowned self] _ in didTapRefresh?() }
    for view in [locationsButton, unitControl] { headerView.addArrangedSubview(view) }
    for view in [headerView, problemView, waitingView, conditionsView, refreshButton, detailsView] { addSubview(view) }
  }

  func style() {
    locationsButton.setTitle(NSLocalizedString("Locations", comment: "Title of the screen"), for: .normal)
    locationsButton.setImage(UIImage(systemName: "list.bullet"), for: .normal)
    refreshButton.setTitle(NSLocalizedString("Refresh", comment: "Button"), for: .normal)
    refreshButton.setImage(UIImage(systemName: "arrow.clockwise"), for: .normal)
    for button in [locationsButton, refreshButton] {
      button.setTitleColor(.white, for: .normal)
      button.titleLabel?.font = .systemFont(ofSize: 17, weight: .medium)
    }
    unitControl.accessibilityLabel = NSLocalizedString("Unit", comment: "Degrees Fahrenheit or Celsius")
    detailsView.axis = .vertical
  }

  func update(oldModel: TodayViewModel?) {
    guard let model else { return }
    sky = model.sky
    unitControl.selectedSegmentIndex = TemperatureUnit.allCases.firstIndex(of: model.unit) ?? 0
    problemView.isHidden = model.problem == nil
    problemView.show(
      model.problem ?? "",
      title: model.weather == nil ? String(localized: "No weather for \(model.city)", comment: "Title") : nil)
    waitingView.isHidden = !model.isFetching
    waitingView.show(String(localized: "Looking at the sky over \(model.city)…", comment: "Shown during a fetch"))
    refreshButton.isHidden = model.weather == nil || model.problem != nil
    refreshButton.isEnabled = !model.isFetching
    conditionsView.isHidden = model.weather == nil
    detailsView.isHidden = model.details.isEmpty
    if model.details != oldModel?.details { show(model.details) }
  }

  private func show(_ details: [TodayViewModel.Detail]) {
    for row in detailsView.arrangedSubviews { row.removeFromSuperview() }
    for detail in details { detailsView.addArrangedSubview(DetailView(detail)) }
  }
}

/// A name and a value.
final class DetailView: UIView {
  private let nameLabel = UILabel()
  private let valueLabel = UILabel()

  init(_ detail: TodayViewModel.Detail) {
    super.init(frame: .zero)
    nameLabel.text = detail.name
    valueLabel.text = detail.value
    nameLabel.font = .systemFont(ofSize: 15)
    valueLabel.font = .systemFont(ofSize: 15, weight: .semibold)
    for label in [nameLabel, valueLabel] {
      label.textColor = .white
      label.numberOfLines = 0
      addSubview(label)
    }
  }

  required init?(coder: NSCoder) { nil }
}
