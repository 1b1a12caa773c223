import XCTest

@testable import WeatherDemo

final class LocationTests: XCTestCase {
  func testInitialization() {
    let json = loadJSONFixture(for: "location")
    let location = Location(dictionary: json)

    XCTAssertEqual("San Francisco, CA", location?.fullCityName)
    XCTAssertEqual("San Francisco", location?.city)
    XCTAssertEqual("CA", location?.state)
    XCTAssertEqual("US", location?.country)
    XCTAssertEqual("US", location?.countryISO3166)
    XCTAssertEqual("37.77500916", location?.latitude)
    XCTAssertEqual("-122.41825867", location?.longitude)
    XCTAssertEqual("94101", location?.zipCode)
    XCTAssertEqual("47.00000000", location?.elevation)
  }

  func testNumbersAreReadAsTexts() {
    let location = Location(dictionary: ["full": "A", "city": "A", "latitude": 37.775, "zip": 94101, "elevation": 47])
    XCTAssertEqual(location?.latitude, "37.775")
    XCTAssertEqual(location?.zipCode, "94101")
    XCTAssertEqual(location?.elevation, "47")
  }

  func testOnlyTheNamesAreRequired() {
    let location = Location(dictionary: ["full": "A, B", "city": "A", "state": "", "country": true, "zip": [1]])
    XCTAssertEqual(location?.fullCityName, "A, B")
    XCTAssertNil(location?.state)
    XCTAssertNil(location?.country)
    XCTAssertNil(location?.zipCode)
    XCTAssertNil(location?.latitude)
    XCTAssertNil(Location(dictionary: [:]))
    XCTAssertNil(Location(dictionary: ["full": "A"]))
    XCTAssertNil(Location(dictionary: ["full": "", "city": "A"]))
    XCTAssertNil(Location(dictionary: ["full": ["A"], "city": "A"]))
  }
}
