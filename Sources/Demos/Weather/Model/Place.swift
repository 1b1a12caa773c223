import UIKit

/// A place whose weather the app can show.
struct Place: Equatable, Sendable {
  /// Its name in URLs.
  let id: String
  let name: String
  /// The country, or a part of it.
  let region: String

  /// All places. The app starts with the first.
  static let all = [
    Place(id: "san-francisco", name: "San Francisco", region: "California, USA"),
    Place(id: "barcelona", name: "Barcelona", region: "Spain"),
    Place(id: "london", name: "London", region: "United Kingdom"),
    Place(id: "nairobi", name: "Nairobi", region: "Kenya"),
    Place(id: "reykjavik", name: "Reykjavík", region: "Iceland"),
    Place(id: "tokyo", name: "Tokyo", region: "Japan"),
    Place(id: "washington-dc", name: "Washington DC", region: "USA"),
  ]

  var localizedName: String { NSLocalizedString(name, comment: "A place") }
  var localizedRegion: String { NSLocalizedString(region, comment: "A country, or a part of it") }
}
