import Foundation

/// A source of observations.
public struct WeatherService: Sendable {
  /// Returns the JSON of the observation in a city.
  let load: @Sendable (City) throws(WeatherError) -> Data

  init(load: @escaping @Sendable (City) throws(WeatherError) -> Data) { self.load = load }

  /// Returns the last observation in a city. Blocks until the service answers.
  func observation(in city: City) throws(WeatherError) -> Observation {
    let content = try load(city)
    guard let json = try? JSONSerialization.jsonObject(with: content) as? JSONDictionary,
      let observation = Observation(dictionary: json["current_observation"] as? JSONDictionary ?? json)
    else { throw .unreadable }
    return observation
  }
}

extension WeatherService {
  /// The observations of one day, which are resources of the app, in the format of Weather Underground's API.
  public static let fixtures = WeatherService { city throws(WeatherError) in
    let file = Bundle.module.url(forResource: city.id, withExtension: "json", subdirectory: "Fixtures")
    guard let content = try? file.map({ try Data(contentsOf: $0) }) else { throw .status(404) }
    return content
  }
}
