/// The look of the weather: a background and a symbol.
enum Sky: String, CaseIterable, Sendable {
  case clear, partlyCloudy = "partly-cloudy", clouds, rain, snow, storm, fog, unknown

  /// The beginnings of words for each sky. The worst weather counts: "Thunderstorms and Rain" is a storm, and "Snow
  /// Showers" are snow.
  private static let beginnings: [(sky: Sky, words: [String])] = [
    (.storm, ["thunder", "storm", "squall", "tornado", "hurricane"]),
    (.fog, ["fog", "mist", "haz", "smok", "dust", "sand"]),
    (.snow, ["snow", "ice", "sleet", "hail", "freezing", "blizzard", "flurr"]),
    (.rain, ["rain", "drizzle", "shower", "spray"]),
    (.partlyCloudy, ["partly", "scattered", "few"]),
    (.clouds, ["cloud", "overcast"]),
    (.clear, ["clear", "sun", "fair", "hot"]),
  ]

  /// - Parameter weather: A weather in words, such as "Light Rain Showers".
  init(weather: String) {
    let words = weather.lowercased().split { !$0.isLetter }
    let found = Self.beginnings.first { _, beginnings in
      words.contains { word in beginnings.contains { word.hasPrefix($0) } }
    }
    self = found?.sky ?? .unknown
  }

  /// The name of the symbol.
  var symbolName: String {
    switch self {
    case .clear: "sun.max.fill"
    case .partlyCloudy: "cloud.sun.fill"
    case .clouds: "cloud.fill"
    case .rain: "cloud.rain.fill"
    case .snow: "cloud.snow.fill"
    case .storm: "cloud.bolt.rain.fill"
    case .fog: "cloud.fog.fill"
    case .unknown: "thermometer.medium"
    }
  }
}
