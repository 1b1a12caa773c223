/// A place whose weather can be looked at.
struct Place: Equatable, Sendable {
  /// Its name in URLs.
  let id: String
  let name: String
  /// Where in the world it is.
  let region: String

  /// All places, the one that the app starts with first.
  static let all = [
    Place(id: "san-francisco", name: "San Francisco", region: "California, USA"),
    Place(id: "barcelona", name: "Barcelona", region: "Spain"),
    Place(id: "london", name: "London", region: "United Kingdom"),
    Place(id: "nairobi", name: "Nairobi", region: "Kenya"),
    Place(id: "reykjavik", name: "Reykjavík", region: "Iceland"),
    Place(id: "tokyo", name: "Tokyo", region: "Japan"),
    Place(id: "washington-dc", name: "Washington DC", region: "USA"),
  ]
}
