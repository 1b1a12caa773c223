internal import Tempura

/// A path that the app chose for a route: literal parts, and placeholders for contexts.
struct RoutePath {
  enum Part: Equatable {
    case literal(String)
    /// A placeholder for the context of the route's element at this index.
    case context(Int)

    var isContext: Bool { if case .context = self { true } else { false } }
  }

  /// The path as the app wrote it.
  let path: String
  let parts: [Part]
  let route: Route

  init(_ path: String, route: Route) throws(RouteURLError) {
    (self.path, self.route) = (path, route)
    guard !route.isEmpty else { throw .emptyRoute(path) }
    guard path.hasPrefix("/") else { throw .badPath(path) }
    let names = Destination.contextNames(of: route)
    var parts: [Part] = []
    if path != "/" {
      for text in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        guard Self.isPart(String(text)) else { throw .badPath(path) }
        guard text.hasPrefix("{"), text.hasSuffix("}") else {
          parts.append(.literal(String(text)))
          continue
        }
        let name = String(text.dropFirst().dropLast())
        guard let index = names.firstIndex(of: name) else { throw .unknownContext(name, path: path, contexts: names) }
        guard !parts.contains(.context(index)) else { throw .repeatedContext(name, path: path) }
        parts.append(.context(index))
      }
    }
    self.parts = parts
  }

  /// Whether a text can be a part of a path. Browsers remove "." and "..", escaped or not.
  private static func isPart(_ text: String) -> Bool { !text.isEmpty && text != "." && text != ".." }

  /// The indices of the screens whose contexts are in the path.
  var indices: [Int] {
    parts.compactMap { part in if case .context(let index) = part { index } else { nil } }
  }

  /// The segments of the URL with these contexts; nil if one is missing, or cannot be in a path.
  func segments(texts: [Int: String]) -> [String]? {
    var segments: [String] = []
    for part in parts {
      switch part {
      case .literal(let text): segments.append(text)
      case .context(let index):
        guard let text = texts[index], Self.isPart(text) else { return nil }
        segments.append(text)
      }
    }
    return segments
  }

  /// The contexts in the segments of a URL, by the indices of their screens; nil if the path does not match.
  func texts(in segments: [String]) -> [Int: String]? {
    guard segments.count == parts.count else { return nil }
    var texts: [Int: String] = [:]
    for (segment, part) in zip(segments, parts) {
      switch part {
      case .literal(let text): guard text == segment else { return nil }
      case .context(let index): texts[index] = segment
      }
    }
    return texts
  }

  /// Whether both paths match the same URLs: they differ in the names of placeholders only.
  func isSame(as other: RoutePath) -> Bool {
    parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { $0 == $1 || $0.isContext && $1.isContext }
  }

  /// Whether this path is tried before another one: a literal part comes before a placeholder.
  func comes(before other: RoutePath) -> Bool {
    for (left, right) in zip(parts, other.parts) where left.isContext != right.isContext { return right.isContext }
    return path < other.path
  }
}

/// Where a URL leads: screens and their contexts. A class, because requests pass it on from step to step.
final class Destination {
  let route: Route
  /// The contexts of the screens, by their indices in the route.
  let contexts: [Int: Any]
  let url: String

  /// The index of the lowest screen whose context only its scene has, and not the URL; nil if the URL has all contexts.
  let keptIndex: Int?

  init(route: Route, contexts: [Int: Any], url: String, keptIndex: Int?) {
    (self.route, self.contexts, self.url, self.keptIndex) = (route, contexts, url, keptIndex)
  }

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
