import Foundation

/// Where observations come from.
public struct WeatherService: Sendable {
  /// The JSON of the observation at a place.
  private let load: @Sendable (Place) throws(WeatherError) -> Data

  init(load: @escaping @Sendable (Place) throws(WeatherError) -> Data) { self.load = load }

  /// The last observation at a place. It blocks until there is one.
  func observation(at place: Place) throws(WeatherError) -> Observation {
    let content = try load(place)
    guard let json = try? JSONSerialization.jsonObject(with: content) as? JSONDictionary,
      let observation = Observation(dictionary: json["current_observation"] as? JSONDictionary ?? json)
    else { throw .unreadable }
    return observation
  }
}

extension WeatherService {
  /// The weather of one day, which is in the program.
  public static let fixtures = WeatherService { place throws(WeatherError) in
    guard let fixture = jsonFixtures[place.id] else { throw .status(404) }
    return Data(fixture.utf8)
  }
}
