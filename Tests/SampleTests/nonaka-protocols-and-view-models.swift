// swift-format-ignore-file
// The samples are laid out as in the document.

// Of `nonaka-protocols-and-view-models.txt`, the samples about view controllers and view models. The talk calls the same
// class by the same name in each of its three steps; here each step has a name of its own.
//
// "Mended" says what a typo was; "Added" is what the document leaves out.

import Foundation
import UIKit

// Added: the document only uses it.
struct Location: Equatable {
  var fullCityName: String
}

// Mended: the document's memberwise initialiser is lost, since it reads from JSON; that is left out here.
struct Observation: Equatable {
  let displayLocation: Location
  let observationLocation: Location
  let weather: String
  let temperatureCelcius: Double
  let temperatureFahrenheit: Double
}

func ==(lhs: Observation, rhs: Observation) -> Bool {
  return lhs.displayLocation == rhs.displayLocation &&
  lhs.observationLocation == rhs.observationLocation &&
  lhs.weather == rhs.weather &&
  lhs.temperatureCelcius == rhs.temperatureCelcius &&
  lhs.temperatureFahrenheit == rhs.temperatureFahrenheit
}

// MARK: - We can do better: a view controller that is made with a view model

struct WeatherViewModel: Equatable {
  let observation: Observation
  let city: String
  let weather: String
  let temperature: String
  init(with observation: Observation) {
    self.observation = observation
    city = observation.displayLocation.fullCityName
    weather = observation.weather
    temperature = String(format: "%.0f°", observation.temperatureFahrenheit)  // Mended: "%.0f" of the Celsius; the test says "56°".
  }
}
func ==(lhs: WeatherViewModel, rhs:WeatherViewModel) -> Bool {
  return lhs.city == rhs.city &&
  lhs.weather == rhs.weather &&
  lhs.temperature == rhs.temperature
}

class ModelledWeatherViewController: UIViewController {
  // Added: the labels, which the talk has and does not show.
  let cityLabel = UILabel()
  let weatherLabel = UILabel()
  let temperatureLabel = UILabel()

  let viewModel: WeatherViewModel

  init(with viewModel: WeatherViewModel) {
    self.viewModel = viewModel
    super.init(nibName: nil, bundle: nil)
  }

  // Added: Swift asks for it.
  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    // Added
    for label in [cityLabel, weatherLabel, temperatureLabel] { view.addSubview(label) }

    cityLabel.text = viewModel.city
    weatherLabel.text = viewModel.weather
    temperatureLabel.text = viewModel.temperature
  }
}

// MARK: - We can do even better: a generic view controller over a protocol

protocol WeatherViewControllerDisplayable: Equatable {
  var location: String { get }
  var weather: String { get }
  var temperatureFahrenheit: Double { get }
}

func ==<T: WeatherViewControllerDisplayable>(lhs: T, rhs: T) -> Bool {
  return lhs.location == rhs.location &&
  lhs.weather == rhs.weather &&
  lhs.temperatureFahrenheit == rhs.temperatureFahrenheit
}

extension WeatherViewControllerDisplayable {
  var formattedTemperatureFahrenheit: String {
    return String(format: "%.0f°", temperatureFahrenheit)
  }
}

extension Observation: WeatherViewControllerDisplayable {
  var location: String {
    return displayLocation.fullCityName
  }
}

class WeatherViewController<Displayable: WeatherViewControllerDisplayable>: UIViewController {
  // Added: the labels, private by design as the talk has it.
  private let cityLabel = UILabel()
  private let weatherLabel = UILabel()
  private let temperatureLabel = UILabel()

  let displayable: Displayable

  init(with displayable: Displayable) {
    self.displayable = displayable
    super.init(nibName: nil, bundle: nil)
  }

  // Added: Swift asks for it.
  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    // Added
    for label in [cityLabel, weatherLabel, temperatureLabel] { view.addSubview(label) }

    cityLabel.text = displayable.location
    weatherLabel.text = displayable.weather
    temperatureLabel.text = displayable.formattedTemperatureFahrenheit  // Mended: Celsius, as the protocol was before.
  }
}
