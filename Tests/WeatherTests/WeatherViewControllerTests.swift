import UIKit
import XCTest

@testable import WeatherDemo

/// A view controller with a view model.
final class ModelledWeatherViewControllerTests: XCTestCase {
  func testInitialization() {
    let json = loadJSONFixture(for: "observation")
    let observation = Observation(dictionary: json)!
    let viewModel = WeatherViewModel(with: observation)

    let viewController = WeatherViewController(with: viewModel)

    XCTAssertEqual(viewModel, viewController.viewModel)
  }

  func testTheUnitOfTheViewModelIsShown() {
    let observation = Observation(dictionary: loadJSONFixture(for: "observation"))!
    let viewController = WeatherViewController(with: WeatherViewModel(with: observation, unit: .celsius))
    XCTAssertEqual(viewController.view.texts, ["San Francisco, CA", "13°", "Partly Cloudy"])
  }
}

/// A view controller with any displayable.
final class WeatherViewControllerTests: XCTestCase {
  struct TestDisplayable: WeatherViewControllerDisplayable {
    let location = "Washington DC"
    let weather = "Omg Too Hot"
    let temperatureFahrenheit: Double = 9001
  }

  func testInitialization() {
    let displayable = TestDisplayable()
    let viewController = WeatherViewController(with: displayable)

    XCTAssertEqual(displayable, viewController.displayable)
  }

  func testWeatherViewControllerDisplayable() {
    let displayable = TestDisplayable()
    XCTAssertEqual("9001°", displayable.formattedTemperatureFahrenheit)
  }

  func testADisplayableIsShown() {
    let viewController = WeatherViewController(with: TestDisplayable())
    XCTAssertEqual(viewController.view.texts, ["Washington DC", "9001°", "Omg Too Hot"])
  }

  func testAnObservationIsShown() {
    let observation = Observation(dictionary: loadJSONFixture(for: "barcelona"))!
    XCTAssertEqual(WeatherViewController(with: observation).view.texts, ["Barcelona, Spain", "80°", "Clear"])
  }

  func testTheViewIsLoadedLazily() {
    XCTAssertFalse(WeatherViewController(with: TestDisplayable()).isViewLoaded)
  }
}

/// A displayable that implements the temperature in Celsius.
final class CelciusDisplayableTests: XCTestCase {
  struct TestDisplayable: WeatherViewControllerDisplayable {
    let location = "Barcelona"
    let weather = "Very Hot"
    var temperatureCelcius: Double = 9001
  }

  func testInitialization() {
    let displayable = TestDisplayable()
    let viewController = WeatherViewController(with: displayable)

    XCTAssertEqual(displayable, viewController.displayable)
  }

  func testWeatherViewControllerDisplayable() {
    let displayable = TestDisplayable()
    XCTAssertEqual("9001°", displayable.formattedTemperatureCelcius)
  }

  func testTheOtherUnitIsComputed() {
    XCTAssertEqual(TestDisplayable(temperatureCelcius: 100).temperatureFahrenheit, 212, accuracy: 0.001)
    XCTAssertEqual(
      WeatherViewControllerTests.TestDisplayable().temperatureCelcius, 4982.778, accuracy: 0.001)
  }

  func testTemperaturesAreRounded() {
    let displayables = [-0.4, 0.4, -0.6, 19.5, -12.3].map { TestDisplayable(temperatureCelcius: $0) }
    XCTAssertEqual(displayables.map(\.formattedTemperatureCelcius), ["0°", "0°", "-1°", "20°", "-12°"])
  }
}
