internal import Tempura

/// Where a URL leads: screens, and what they are shown with.
struct Destination {
  let route: Route
  /// What the screens are given, by their places in the route.
  let contexts: [Int: Any]
  let url: String

  /// The lowest screen whose context is not in the URL, but only in the scene that is there; nil if there is none.
  let keptPlace: Int?

  /// The name of each element's context: the element's own, with a number where the route has it more than once.
  static func contextNames(of route: Route) -> [String] {
    var counts: [String: Int] = [:]
    var names: Set<String> = []
    return route.map { element in
      var name: String
      repeat {
        counts[element, default: 0] += 1
        let count = counts[element] ?? 1
        name = count == 1 ? element : "\(element).\(count)"
      } while !names.insert(name).inserted  // an element may be called as another one's second
      return name
    }
  }

  /// The names by which a URL says that a context is not in it, one for each context's name.
  static func keptNames(of names: [String]) -> [String] {
    var taken = Set(names)
    return names.map { name in
      var kept = "\(name).kept"
      while !taken.insert(kept).inserted { kept += "." }
      return kept
    }
  }
}
