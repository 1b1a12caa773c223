import Foundation
import XCTest

@testable import WeatherDemo

final class ObservationTests: XCTestCase {
  func testInitialization() {
    let json = loadJSONFixture(for: "observation")
    let observation = Observation(dictionary: json)

    XCTAssertEqual("San Francisco, CA", observation!.displayLocation.fullCityName)
    XCTAssertEqual(
      "North Mission (Valencia and Market), San Francisco, California", observation!.observationLocation.fullCityName)
    XCTAssertEqual("Partly Cloudy", observation!.weather)
    XCTAssertEqual(56.1, observation!.temperatureFahrenheit, accuracy: 0.001)
    XCTAssertEqual(13.4, observation!.temperatureCelcius, accuracy: 0.001)
  }

  func testWeatherViewControllerDisplayable() {
    let json = loadJSONFixture(for: "observation")
    let observation = Observation(dictionary: json)

    XCTAssertEqual("San Francisco, CA", observation?.location)
    XCTAssertEqual("Partly Cloudy", observation?.weather)
    XCTAssertEqual(13.4, observation!.temperatureCelcius, accuracy: 0.001)
    XCTAssertEqual("13°", observation?.formattedTemperatureCelcius)
    XCTAssertEqual("56°", observation?.formattedTemperatureFahrenheit)
  }

  func testEveryCityHasAFixture() throws {
    for city in City.all {
      XCTAssertNotNil(Observation(dictionary: loadJSONFixture(for: city.id)), city.id)
    }
    let resources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Demos/Weather/Fixtures")
    let files = try FileManager.default.contentsOfDirectory(atPath: resources.path)
    XCTAssertEqual(files.count { $0.hasSuffix(".json") }, City.all.count)
  }

  func testTemperaturesMayBeNumbersOrTexts() {
    for (celsius, expected) in [(13 as Any, 13.0), (13.4, 13.4), ("13.4", 13.4), (" -2 ", -2), (1, 1), (0, 0)] {
      var json = loadJSONFixture(for: "observation")
      json["temp_c"] = celsius
      XCTAssertEqual(Observation(dictionary: json)?.temperatureCelcius, expected, "\(celsius)")
    }
  }

  func testIncompleteObservationsAreRefused() {
    let json = loadJSONFixture(for: "observation")
    for key in ["display_location", "observation_location", "weather", "temp_c", "temp_f"] {
      var json = json
      json[key] = nil
      XCTAssertNil(Observation(dictionary: json), "without \(key)")
      for value in [NSNull(), ["a"], [:] as JSONDictionary, "", true] as [Any] {
        json[key] = value
        XCTAssertNil(Observation(dictionary: json), "\(key) is \(value)")
      }
    }
    for temperature in ["warm", "nan", "inf", "1e999"] {
      var json = json
      json["temp_f"] = temperature
      XCTAssertNil(Observation(dictionary: json), temperature)
    }
  }

  func testParsedJSONIsReadInTheSameWay() throws {
    let text = #"{"a": true, "b": 1, "c": "", "d": null, "e": 56.1, "f": "56.1"}"#
    let json = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? JSONDictionary)
    XCTAssertEqual("abcdefg".map { json.number(String($0)) }, [nil, 1, nil, nil, 56.1, 56.1, nil])
    XCTAssertEqual("abcdefg".map { json.text(String($0)) }, [nil, "1", nil, nil, "56.1", "56.1", nil])
  }
}
