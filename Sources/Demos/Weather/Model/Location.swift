/// A location, with the names of Weather Underground's API.
struct Location: Equatable, Codable, Sendable {
  let fullCityName: String
  let city: String
  let state: String?
  let country: String?
  let countryISO3166: String?
  /// In degrees, as the service wrote it.
  let latitude: String?
  /// In degrees, as the service wrote it.
  let longitude: String?
  let zipCode: String?
  /// As the service wrote it: metres, or a number with a unit.
  let elevation: String?
}

extension Location: JSONDeserializable {
  init?(dictionary: JSONDictionary) {
    guard let fullCityName = dictionary.text("full"), let city = dictionary.text("city") else { return nil }
    self.fullCityName = fullCityName
    self.city = city
    state = dictionary.text("state")
    country = dictionary.text("country")
    countryISO3166 = dictionary.text("country_iso3166")
    latitude = dictionary.text("latitude")
    longitude = dictionary.text("longitude")
    zipCode = dictionary.text("zip")
    elevation = dictionary.text("elevation")
  }
}
