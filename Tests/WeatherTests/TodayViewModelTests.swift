import XCTest

@testable import WeatherDemo

final class TodayViewModelTests: XCTestCase {
  private func model(_ change: (inout WeatherState) -> Void) -> TodayViewModel {
    var state = WeatherState()
    change(&state)
    return TodayViewModel(state: state)
  }

  func testWithoutAnObservationOnlyTheCityIsShown() {
    let model = model { $0.isFetching = true }
    XCTAssertEqual(model.city, "San Francisco")
    XCTAssertNil(model.weather)
    XCTAssertEqual(model.details, [])
    XCTAssertEqual(model.sky, .unknown)
    XCTAssertTrue(model.isFetching)
  }

  func testUnknownValuesAreOmitted() throws {
    var json = loadJSONFixture(for: "tokyo")
    json["display_location"] = ["full": "Tokyo, Japan", "city": "Tokyo", "latitude": "north", "elevation": "high"]
    let observation = try XCTUnwrap(Observation(dictionary: json))
    XCTAssertEqual(
      model { $0.observation = observation }.details.map(\.value), ["19°", "Shinjuku, Tokyo"])
  }

  func testImpossibleNumbersAreOmitted() throws {
    var json = loadJSONFixture(for: "tokyo")
    json["display_location"] = [
      "full": "Tokyo, Japan", "city": "Tokyo", "latitude": "nan", "longitude": "1e300", "elevation": "1e300",
    ]
    let observation = try XCTUnwrap(Observation(dictionary: json))
    XCTAssertEqual(model { $0.observation = observation }.details.map(\.name), ["In Celsius", "Observed at"])
  }

  func testSouthernLatitudesAreMarked() throws {
    let observation = try XCTUnwrap(Observation(dictionary: loadJSONFixture(for: "nairobi")))
    let model = model {
      $0.observation = observation
      $0.unit = .celsius
    }
    XCTAssertEqual(model.details.map(\.name), ["In Fahrenheit", "Observed at", "Coordinates", "Elevation"])
    XCTAssertEqual(
      model.details.map(\.value), ["68°", "Jomo Kenyatta International Airport", "1.29° S, 36.82° E", "1661 m"])
  }
}
