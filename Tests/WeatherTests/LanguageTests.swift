import Foundation
import TempuraTesting
import UIKit
import XCTest

@testable import WeatherDemo

/// The demo in its three languages.
final class LanguageTests: XCTestCase {
  /// An app whose weather service cannot be reached.
  private final class OfflineAppDelegate: WeatherAppDelegate {
    override class var weatherService: WeatherService {
      WeatherService { _ throws(WeatherError) in throw .unreachable }
    }
  }

  func testTheWeatherIsInItalian() throws {
    let app = try AppDriver(WeatherAppDelegate.self, language: "it")
    try app.open("/")
    XCTAssertEqual(app.language, "it")
    XCTAssertEqual(
      Array(app.labels.dropFirst()),  // the heading has the page's title
      [
        "San Francisco, CA", "56°", "Parzialmente nuvoloso", "In Celsius", "13°", "Stazione",
        "North Mission (Valencia and Market), San Francisco, California", "Coordinate", "37,78° N, 122,42° O",
        "Altitudine", "47 m",
      ])
    try app.tap("Località")
    try app.tap("Londra")
    XCTAssertTrue(app.isShown("Nebbia"))
    XCTAssertTrue(app.isShown("Aggiorna"))
  }

  func testTheWeatherIsInArabic() throws {
    let app = try AppDriver(WeatherAppDelegate.self, language: "ar")
    try app.open("/")
    XCTAssertEqual(
      Array(app.labels.dropFirst()),  // the heading has the page's title
      [
        "San Francisco, CA", "56°", "غائم جزئيًا", "بالسلسيوس", "13°", "محطة الرصد",
        "North Mission (Valencia and Market), San Francisco, California", "الإحداثيات",
        "37.78° شمالاً، 122.42° غربًا", "الارتفاع", "47 م",
      ])
    try app.tap("المواقع")
    XCTAssertTrue(app.isShown("طوكيو"))
    XCTAssertTrue(app.isShown("اليابان"))
  }

  func testAProblemIsInTheLanguageOfThePage() throws {
    let app = try AppDriver(OfflineAppDelegate.self, language: "it")
    try app.open("/")
    XCTAssertEqual(
      Array(app.labels.dropFirst()),  // the heading has the page's title
      ["Niente meteo per San Francisco", "Il servizio meteo non è raggiungibile. Riprova tra un momento."])
    XCTAssertTrue(app.isShown("Riprova"))
  }

  func testAProblemIsStoredWithoutItsText() throws {
    var state = WeatherState()
    state.problem = .status(500)
    let stored = try JSONEncoder().encode(state)
    XCTAssertFalse(String(decoding: stored, as: UTF8.self).contains("weather service"))
    XCTAssertEqual(try JSONDecoder().decode(WeatherState.self, from: stored).problem, .status(500))
  }

  func testAllLanguagesHaveAllTexts() throws {
    XCTAssertGreaterThan(try texts("it").count, 30)
    XCTAssertEqual(Set(try texts("it").keys), Set(try texts("ar").keys))
    for city in City.all {
      for text in [city.name, city.region, loadJSONFixture(for: city.id)["weather"] as? String ?? ""] {
        XCTAssertNotNil(try texts("it")[text], text)
      }
    }
  }

  /// The texts of a language, by their keys.
  private func texts(_ language: String) throws -> [String: String] {
    let path = Bundle.main.bundlePath + "/tempura_WeatherDemo.resources/\(language).lproj/Localizable.strings"
    let content = try XCTUnwrap(FileManager.default.contents(atPath: path))
    return try XCTUnwrap(PropertyListSerialization.propertyList(from: content, format: nil) as? [String: String])
  }
}
