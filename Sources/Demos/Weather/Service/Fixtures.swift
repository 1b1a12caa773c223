import Foundation

/// Returns a recorded answer, as JSON: for "observation" and a place's id an observation, for "location" a location.
func loadJSONFixture(for name: String) -> JSONDictionary {
  let observation = jsonFixtures[name == "location" || name == "observation" ? "san-francisco" : name]
  guard let observation,
    let json = try? JSONSerialization.jsonObject(with: Data(observation.utf8)) as? JSONDictionary,
    let fixture = name == "location" ? json["display_location"] as? JSONDictionary : json
  else {
    fatalError("There is no fixture \(name): write one, a JSON object, into Fixtures.swift.")
  }
  return fixture
}

/// Observations by the ids of places, in the format of Weather Underground's API.
let jsonFixtures = [
  "san-francisco": """
  {
    "display_location": {
      "full": "San Francisco, CA", "city": "San Francisco", "state": "CA", "state_name": "California",
      "country": "US", "country_iso3166": "US", "zip": "94101",
      "latitude": "37.77500916", "longitude": "-122.41825867", "elevation": "47.00000000"
    },
    "observation_location": {
      "full": "North Mission (Valencia and Market), San Francisco, California",
      "city": "North Mission (Valencia and Market), San Francisco", "state": "California",
      "country": "US", "country_iso3166": "US",
      "latitude": "37.770065", "longitude": "-122.422363", "elevation": "92 ft"
    },
    "weather": "Partly Cloudy", "temp_f": 56.1, "temp_c": 13.4
  }
  """,
  "barcelona": """
  {
    "display_location": {
      "full": "Barcelona, Spain", "city": "Barcelona", "state": "", "state_name": "",
      "country": "SP", "country_iso3166": "ES", "zip": "00000",
      "latitude": "41.38000107", "longitude": "2.18000007", "elevation": "12.00000000"
    },
    "observation_location": {
      "full": "Eixample, Barcelona",
      "city": "Eixample, Barcelona", "state": "",
      "country": "SP", "country_iso3166": "ES",
      "latitude": "41.391418", "longitude": "2.164913", "elevation": "131 ft"
    },
    "weather": "Clear", "temp_f": 80.4, "temp_c": 26.9
  }
  """,
  "london": """
  {
    "display_location": {
      "full": "London, United Kingdom", "city": "London", "state": "", "state_name": "",
      "country": "UK", "country_iso3166": "GB", "zip": "00000",
      "latitude": "51.50999832", "longitude": "-0.11999991", "elevation": "24.00000000"
    },
    "observation_location": {
      "full": "Westminster, London",
      "city": "Westminster, London", "state": "",
      "country": "UK", "country_iso3166": "GB",
      "latitude": "51.501364", "longitude": "-0.141890", "elevation": "62 ft"
    },
    "weather": "Fog", "temp_f": 46, "temp_c": 8
  }
  """,
  "nairobi": """
  {
    "display_location": {
      "full": "Nairobi, Kenya", "city": "Nairobi", "state": "", "state_name": "",
      "country": "KN", "country_iso3166": "KE", "zip": "00000",
      "latitude": "-1.28999996", "longitude": "36.81999969", "elevation": "1661.00000000"
    },
    "observation_location": {
      "full": "Jomo Kenyatta International Airport",
      "city": "Nairobi", "state": "",
      "country": "KN", "country_iso3166": "KE",
      "latitude": "-1.31916702", "longitude": "36.92777634", "elevation": "5328 ft"
    },
    "weather": "Overcast", "temp_f": 68.5, "temp_c": 20.3
  }
  """,
  "reykjavik": """
  {
    "display_location": {
      "full": "Reykjavik, Iceland", "city": "Reykjavik", "state": "", "state_name": "",
      "country": "IL", "country_iso3166": "IS", "zip": "00000",
      "latitude": "64.13999939", "longitude": "-21.89999962", "elevation": "52.00000000"
    },
    "observation_location": {
      "full": "Laugardalur, Reykjavik",
      "city": "Laugardalur, Reykjavik", "state": "",
      "country": "IL", "country_iso3166": "IS",
      "latitude": "64.143822", "longitude": "-21.873480", "elevation": "49 ft"
    },
    "weather": "Light Snow", "temp_f": 29.3, "temp_c": -1.5
  }
  """,
  "tokyo": """
  {
    "display_location": {
      "full": "Tokyo, Japan", "city": "Tokyo", "state": "", "state_name": "",
      "country": "JP", "country_iso3166": "JP", "zip": "00000",
      "latitude": "35.68999863", "longitude": "139.69000244", "elevation": "40.00000000"
    },
    "observation_location": {
      "full": "Shinjuku, Tokyo",
      "city": "Shinjuku, Tokyo", "state": "",
      "country": "JP", "country_iso3166": "JP",
      "latitude": "35.690921", "longitude": "139.700258", "elevation": "125 ft"
    },
    "weather": "Light Rain", "temp_f": 66.2, "temp_c": 19
  }
  """,
  "washington-dc": """
  {
    "display_location": {
      "full": "Washington, DC", "city": "Washington", "state": "DC", "state_name": "District of Columbia",
      "country": "US", "country_iso3166": "US", "zip": "20001",
      "latitude": "38.91999817", "longitude": "-77.01999664", "elevation": "23.00000000"
    },
    "observation_location": {
      "full": "Shaw, Washington, District of Columbia",
      "city": "Shaw, Washington", "state": "District of Columbia",
      "country": "US", "country_iso3166": "US",
      "latitude": "38.913940", "longitude": "-77.021988", "elevation": "95 ft"
    },
    "weather": "Thunderstorm", "temp_f": 88.2, "temp_c": 31.2
  }
  """,
]
