import XCTest

@testable import WeatherDemo

final class WeatherViewModelTests: XCTestCase {
  func testInitialization() {
    let json = loadJSONFixture(for: "observation")
    let observation = Observation(dictionary: json)!
    let viewModel = WeatherViewModel(with: observation)

    XCTAssertEqual("San Francisco, CA", viewModel.city)
    XCTAssertEqual("Partly Cloudy", viewModel.weather)
    XCTAssertEqual("56°", viewModel.temperature)
  }

  func testTheUnitCanBeChosen() {
    let observation = Observation(dictionary: loadJSONFixture(for: "observation"))!
    XCTAssertEqual("13°", WeatherViewModel(with: observation, unit: .celsius).temperature)
    XCTAssertNotEqual(
      WeatherViewModel(with: observation, unit: .celsius), WeatherViewModel(with: observation, unit: .fahrenheit))
  }
}
