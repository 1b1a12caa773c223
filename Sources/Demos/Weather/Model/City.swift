import UIKit

/// A city whose weather the app can show.
struct City: Equatable, Sendable {
  /// Its name in URLs.
  let id: String
  let name: String
  /// The country, or a part of it.
  let region: String

  /// All cities. The app starts with the first.
  static let all = [
    City(id: "san-francisco", name: "San Francisco", region: "California, USA"),
    City(id: "barcelona", name: "Barcelona", region: "Spain"),
    City(id: "london", name: "London", region: "United Kingdom"),
    City(id: "nairobi", name: "Nairobi", region: "Kenya"),
    City(id: "reykjavik", name: "Reykjavík", region: "Iceland"),
    City(id: "tokyo", name: "Tokyo", region: "Japan"),
    City(id: "washington-dc", name: "Washington DC", region: "USA"),
  ]

  var localizedName: String { NSLocalizedString(name, comment: "A city") }
  var localizedRegion: String { NSLocalizedString(region, comment: "A country, or a part of it") }
}
