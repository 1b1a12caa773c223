import UIKit
import XCTest

@testable import WeatherDemo

final class SkyTests: XCTestCase {
  func testEachWeatherHasItsSky() {
    let skies: [(Sky, [String])] = [
      (.clear, ["Clear", "Sunny", "Fair", "Very Hot", "CLEAR"]),
      (.partlyCloudy, ["Partly Cloudy", "Scattered Clouds", "Partly Sunny", "Few Clouds"]),
      (.clouds, ["Overcast", "Mostly Cloudy"]),
      (.rain, ["Light Rain", "Heavy Drizzle", "Rain Showers"]),
      (.snow, ["Light Snow Showers", "Ice Pellets", "Freezing Rain", "Small Hail"]),
      (.storm, ["Thunderstorm", "Light Thunderstorms and Rain", "Thunderstorms with Hail", "Squalls"]),
      (.fog, ["Fog", "Patches of Fog", "Haze", "Mist", "Smoke", "Freezing Fog"]),
      (.unknown, ["", "Unknown", "Omg Too Warm", "☀️", "Notice"]),
    ]
    for (sky, words) in skies {
      for weather in words { XCTAssertEqual(Sky(weather: weather), sky, weather) }
    }
  }

  func testEveryFixtureHasASky() {
    let skies = Set(City.all.map { Sky(weather: loadJSONFixture(for: $0.id)["weather"] as? String ?? "") })
    XCTAssertEqual(skies, Set(Sky.allCases).subtracting([.unknown]))
  }
}
