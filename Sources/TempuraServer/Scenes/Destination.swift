internal import Tempura

/// Where a URL leads: screens and their contexts.
struct Destination {
  let route: Route
  /// The contexts of the screens, by their indices in the route.
  let contexts: [Int: Any]
  let url: String

  /// The index of the lowest screen whose context only its scene has, and not the URL; nil if the URL has all contexts.
  let keptIndex: Int?

  /// The name of each element's context in a URL: that of the element, with a number if the route has the element more than
  /// once.
  static func contextNames(of route: Route) -> [String] {
    guard route.count > 1 else { return route }
    var counts: [String: Int] = [:]
    var names: Set<String> = []
    return route.map { element in
      var name: String
      repeat {
        counts[element, default: 0] += 1
        let count = counts[element] ?? 1
        name = count == 1 ? element : "\(element).\(count)"
      } while !names.insert(name).inserted  // `x.2` may itself be an element's name
      return name
    }
  }

  /// The names that mark contexts as missing in a URL, one for each context name.
  static func keptNames(of names: [String]) -> [String] {
    var taken = Set(names)
    return names.map { name in
      var kept = "\(name).kept"
      while !taken.insert(kept).inserted { kept += "." }
      return kept
    }
  }
}
