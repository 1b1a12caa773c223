import TempuraTesting
import Testing
import UIKit

@testable import JourneyServer
@testable import WeatherDemo

/// The weather twice inside another app.
struct JourneyTests {
  @Test func bothPlacesHaveAWeatherOfTheirOwn() throws {
    let app = try AppDriver(AppDelegate.self)
    try app.open("/")
    try app.tap("There: Tokyo")
    #expect(app.url == "/away")
    #expect(app.isShown("Light Rain"))
    try app.choose("°C", in: "Unit")
    try app.back()
    try app.tap("At home: San Francisco")
    #expect(app.url == "/home")
    #expect(app.isShown("Partly Cloudy"))
    try app.back()
    #expect(app.isShown("There: Tokyo: Light Rain, 19°"))
    #expect(app.isShown("At home: San Francisco: Partly Cloudy, 56°"))
    let state = try app.state(as: JourneyState.self)
    #expect(state.away.unit == .celsius && state.home.unit == .fahrenheit)
  }

  @Test func theScreensOfTheFeatureNavigateInTheApp() throws {
    let app = try AppDriver(AppDelegate.self)
    try app.open("/away")
    #expect(app.route == ["journey", "weather"])
    try app.tap("Locations")
    #expect(app.url == "/away/locations")
    try app.tap("London")
    #expect(app.url == "/away")
    #expect(app.isShown("London, United Kingdom"))
    let state = try app.state(as: JourneyState.self)
    #expect(state.away.city.name == "London")
    #expect(state.home.city.name == "San Francisco" && state.home.observation == nil)
    let visits = app.dispatched(VisitCity.self)
    #expect(visits.map(\.id) == ["london"])
  }

  @Test(arguments: ["/home/locations", "/away/locations"]) func eachPlaceHasURLs(url: String) throws {
    let app = try AppDriver(AppDelegate.self)
    try app.open(url)
    try app.tap("Reykjavík")
    let state = try app.state(as: JourneyState.self)
    #expect([state.home.cityID, state.away.cityID].filter { $0 == "reykjavik" }.count == 1)
    #expect((url == "/home/locations" ? state.home : state.away).cityID == "reykjavik")
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil)) func bothPlacesWorkInABrowser() throws {
    let app = try AppDriver(AppDelegate.self, in: .browser)
    try app.open("/")
    try app.tap("There: Tokyo")
    #expect(app.isShown("Light Rain"))
    try app.tap("Locations")
    try app.tap("London")
    #expect(app.url == "/away")
    try app.back()
    #expect(app.isShown("At home: San Francisco"))
    try app.tap("At home: San Francisco")
    #expect(app.url == "/home")
    #expect(app.isShown("Partly Cloudy"))
  }

  @Test func aPlaceThatThereIsNotIsNotFound() throws {
    let app = try AppDriver(AppDelegate.self)
    try app.open("/moon")
    #expect(app.status == 404)
  }

  @Test func theFeatureSpeaksItsOwnTranslations() throws {
    let app = try AppDriver(AppDelegate.self, language: "it")
    try app.open("/home")
    #expect(app.isShown("Aggiorna"))
  }

  @Test func aStateThatWasStoredBeforeTheAppHadTheFeatureIsCompleted() throws {
    let app = try AppDriver(AppDelegate.self, storedState: Data(#"{"hasUmbrella": true}"#.utf8))
    try app.open("/")
    #expect(try app.isSelected("Umbrella"))
    #expect(app.isShown("There: Tokyo"))
  }
}
