import Foundation

/// A source of observations.
public struct WeatherService: Sendable {
  /// Returns the JSON of the observation at a place.
  let load: @Sendable (Place) throws(WeatherError) -> Data

  init(load: @escaping @Sendable (Place) throws(WeatherError) -> Data) { self.load = load }

  /// Returns the last observation at a place. Blocks until the service answers.
  func observation(at place: Place) throws(WeatherError) -> Observation {
    let content = try load(place)
    guard let json = try? JSONSerialization.jsonObject(with: content) as? JSONDictionary,
      let observation = Observation(dictionary: json["current_observation"] as? JSONDictionary ?? json)
    else { throw .unreadable }
    return observation
  }
}

extension WeatherService {
  /// The observations of one day, which are resources of the app, in the format of Weather Underground's API.
  public static let fixtures = WeatherService { place throws(WeatherError) in
    let file = Bundle.module.url(forResource: place.id, withExtension: "json", subdirectory: "Fixtures")
    guard let content = try? file.map({ try Data(contentsOf: $0) }) else { throw .status(404) }
    return content
  }
}
