import Glibc
import TestSupport
import Testing

/// An app that contains another one twice (Tests/Fixtures/Journey).
struct FeatureTests {
  @Test func theStatesOfFeaturesAreStored() throws {
    let folder = try TemporaryFolder()
    let environment = ["SESSIONS": "sqlite:\(folder.path)/sessions.db"]
    let browser = try Server.running(program: "JourneyServer", environment: environment, endedBy: SIGKILL) { server in
      let browser = try server.browser()
      _ = try browser.get("/away/locations").tap("locationsView.citiesView.london")
      _ = try browser.get("/home")
      return browser
    }
    try Server.running(program: "JourneyServer", environment: environment) { server in
      let browser = try browser.copy(at: server)
      let journey = try browser.get("/")
      #expect(journey.text.contains("There: London: "))
      #expect(journey.text.contains("At home: San Francisco: Partly Cloudy"))
      #expect(try browser.get("/weather.css").status == 200)
      let away = try browser.get("/away")
      #expect(away.text.contains("London, United Kingdom") && !away.text.contains("San Francisco"))
    }
  }
}
