import Foundation

@testable import WeatherDemo

/// Returns the recorded observation of a city, as the service sends it.
func jsonFixture(_ id: String) -> String {
  guard let content = try? WeatherService.fixtures.load(City(id: id, name: "", region: "")) else {
    fatalError("There is no fixture \(id): add a JSON object to Fixtures of the demo.")
  }
  return String(decoding: content, as: UTF8.self)
}

/// Returns a recorded answer: for "observation" and a city's id an observation, for "location" a location.
func loadJSONFixture(for name: String) -> JSONDictionary {
  let content = jsonFixture(["location", "observation"].contains(name) ? "san-francisco" : name)
  let json = try? JSONSerialization.jsonObject(with: Data(content.utf8)) as? JSONDictionary
  return (name == "location" ? json?["display_location"] as? JSONDictionary : json) ?? [:]
}
