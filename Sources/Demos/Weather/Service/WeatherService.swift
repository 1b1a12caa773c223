import Foundation

/// A source of observations.
public struct WeatherService: Sendable {
  /// Returns the JSON of the observation at a place.
  private let load: @Sendable (Place) throws(WeatherError) -> Data

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
  /// The observations of one day, which are part of the program.
  public static let fixtures = WeatherService { place throws(WeatherError) in
    guard let fixture = jsonFixtures[place.id] else { throw .status(404) }
    return Data(fixture.utf8)
  }
}
