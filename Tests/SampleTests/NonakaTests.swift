import Testing
import UIKit

@MainActor @Suite struct NonakaTests {
  let observation = Observation(
    displayLocation: Location(fullCityName: "San Francisco, CA"),
    observationLocation: Location(fullCityName: "North Mission (Valencia and Market), San Francisco, California"),
    weather: "Partly Cloudy", temperatureCelcius: 13.4, temperatureFahrenheit: 56.1)

  struct TestDisplayable: WeatherViewControllerDisplayable {
    let location = "Washington DC"
    let weather = "Omg Too Hot"
    let temperatureFahrenheit: Double = 9001
  }

  private func texts(_ controller: UIViewController) -> [String?] {
    controller.view.subviews.map { ($0 as? UILabel)?.text }
  }

  @Test func aViewModelFormatsAnObservation() {
    let viewModel = WeatherViewModel(with: observation)
    #expect(viewModel.city == "San Francisco, CA")
    #expect(viewModel.weather == "Partly Cloudy")
    #expect(viewModel.temperature == "56°")
  }

  @Test func aControllerIsCreatedWithAViewModel() {
    let viewModel = WeatherViewModel(with: observation)
    let viewController = ModelledWeatherViewController(with: viewModel)
    #expect(viewController.viewModel == viewModel)
    #expect(!viewController.isViewLoaded)
    #expect(texts(viewController) == ["San Francisco, CA", "Partly Cloudy", "56°"])
  }

  @Test func aGenericControllerShowsADisplayableModel() {
    let displayable = TestDisplayable()
    #expect(displayable.formattedTemperatureFahrenheit == "9001°")
    let viewController = WeatherViewController(with: displayable)
    #expect(viewController.displayable == displayable)
    #expect(texts(viewController) == ["Washington DC", "Omg Too Hot", "9001°"])
    #expect(texts(WeatherViewController(with: observation)) == ["San Francisco, CA", "Partly Cloudy", "56°"])
  }
}
