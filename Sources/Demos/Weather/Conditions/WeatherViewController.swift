import UIKit

/// Shows one weather. Its content never changes: other weather has another controller.
final class WeatherViewController<Displayable: WeatherViewControllerDisplayable>: UIViewController {
  let displayable: Displayable

  init(with displayable: Displayable) {
    self.displayable = displayable
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func loadView() {
    view = ConditionsView(
      city: displayable.location, weather: displayable.weather, temperature: displayable.formattedTemperature)
  }
}

extension WeatherViewController where Displayable == WeatherViewModel {
  /// The view model that the controller shows.
  var viewModel: WeatherViewModel { displayable }
}
