/// The look of the weather: a background and a symbol.
enum Sky: String, CaseIterable, Sendable {
  case clear, partlyCloudy = "partly-cloudy", clouds, rain, snow, storm, fog, unknown

  /// - Parameter weather: A weather in words, such as "Light Rain Showers".
  init(weather: String) {
    let words = weather.lowercased().split { !$0.isLetter }
    func says(_ beginnings: String...) -> Bool {
      words.contains { word in beginnings.contains { word.hasPrefix($0) } }
    }
    // The worst weather counts: "Thunderstorms and Rain" is a storm, and "Snow Showers" are snow.
    self =
      if says("thunder", "storm", "squall", "tornado", "hurricane") {
        .storm
      } else if says("fog", "mist", "haz", "smok", "dust", "sand") {
        .fog
      } else if says("snow", "ice", "sleet", "hail", "freezing", "blizzard", "flurr") {
        .snow
      } else if says("rain", "drizzle", "shower", "spray") {
        .rain
      } else if says("partly", "scattered", "few") {
        .partlyCloudy
      } else if says("cloud", "overcast") {
        .clouds
      } else if says("clear", "sun", "fair", "hot") {
        .clear
      } else {
        .unknown
      }
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
