import Katana
import UIKit

/// What an app uses that contains the weather, beside its state, its dependencies and the names of its screens.
public enum WeatherFeature {
  /// A file of `Public/`.
  public static let stylesheet = "/weather.css"

  /// Makes the first screen, ``Screen/weather``.
  ///
  /// - Parameter store: That of an app of its own, or one that is scoped to the weather of another app.
  public static func screen(of store: PartialStore<WeatherState>) -> UIViewController {
    TodayViewController(store: store)
  }
}

extension WeatherState {
  /// - Parameter id: The city, such as `tokyo`.
  public init(city id: String) {
    self.init()
    cityID = id
  }

  /// The city, and its weather if it is known.
  public var summary: String {
    guard let observation else { return city.localizedName }
    let temperature = observation.formattedTemperature(in: unit)
    return
      "\(city.localizedName): \(NSLocalizedString(observation.weather, comment: "The weather in words")), \(temperature)"
  }
}
