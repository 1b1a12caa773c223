internal import Tempura

/// Where a URL leads: the path is the route, one element per screen, and the query the contexts.
struct Destination {
  let route: Route
  let contexts: [Int: Any]

  /// The destination of a request's URL. What else is in the query does not matter.
  init(segments: [String], query: [(name: String, value: String)]) {
    route = segments.filter { !$0.isEmpty }
    var contexts: [Int: Any] = [:]
    let names = Self.contextNames(of: route)
    for item in query {
      if let index = names.firstIndex(of: item.name), contexts[index] == nil { contexts[index] = item.value }
    }
    self.contexts = contexts
  }

  /// Where a navigator is.
  init(route: Route, contexts: [Any?]) {
    self.route = route
    self.contexts = Dictionary(
      uniqueKeysWithValues: contexts.prefix(route.count).enumerated().compactMap { index, context in
        context.map { (index, $0) }
      })
  }

  /// The URL. A context that is no text is not in it.
  var url: String {
    var url = ""
    for element in route { url += "/" + element.percentEncoded }
    if route.isEmpty { url = "/" }
    var separator = "?"
    for (index, name) in Self.contextNames(of: route).enumerated() {
      guard let text = contexts[index] as? String else { continue }
      url += separator + name.percentEncoded + "=" + text.percentEncoded
      separator = "&"
    }
    return url
  }

  /// The name of each element's context: the element's own, with a number where the route has it more than once.
  private static func contextNames(of route: Route) -> [String] {
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
}

extension String {
  /// The text as it stands in a path segment or a query: all but unreserved characters escaped (RFC 3986, section 2).
  fileprivate var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
