internal import Tempura

/// A path of the app's own for a route: parts that are as they are, and places for contexts.
struct RoutePath {
  enum Part: Equatable {
    case literal(String)
    /// A place for the context of the route's element of this number.
    case context(Int)

    var isContext: Bool { if case .context = self { true } else { false } }
  }

  /// As the app wrote it.
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
        guard let place = names.firstIndex(of: name) else { throw .unknownContext(name, path: path, contexts: names) }
        guard !parts.contains(.context(place)) else { throw .repeatedContext(name, path: path) }
        parts.append(.context(place))
      }
    }
    self.parts = parts
  }

  /// Whether a text can be a part of a path: browsers leave "." and ".." out, escaped or not.
  private static func isPart(_ text: String) -> Bool { !text.isEmpty && text != "." && text != ".." }

  /// The places of the route whose contexts are in the path.
  var places: [Int] {
    parts.compactMap { part in if case .context(let place) = part { place } else { nil } }
  }

  /// The parts of the URL for contexts; nil if one that belongs into the path is not there, or cannot be in a path.
  func segments(texts: [Int: String]) -> [String]? {
    var segments: [String] = []
    for part in parts {
      switch part {
      case .literal(let text): segments.append(text)
      case .context(let place):
        guard let text = texts[place], Self.isPart(text) else { return nil }
        segments.append(text)
      }
    }
    return segments
  }

  /// The contexts in the parts of a URL, by their place in the route; nil if it is not of this path.
  func texts(in segments: [String]) -> [Int: String]? {
    guard segments.count == parts.count else { return nil }
    var texts: [Int: String] = [:]
    for (segment, part) in zip(segments, parts) {
      switch part {
      case .literal(let text): guard text == segment else { return nil }
      case .context(let place): texts[place] = segment
      }
    }
    return texts
  }

  /// Whether a URL can be of both paths only because of what is in places for contexts: the paths have these in common.
  func isSame(as other: RoutePath) -> Bool {
    parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { $0 == $1 || $0.isContext && $1.isContext }
  }

  /// Whether this path is to be tried before another one: what is as it is comes before a place for a context.
  func comes(before other: RoutePath) -> Bool {
    for (left, right) in zip(parts, other.parts) where left.isContext != right.isContext { return right.isContext }
    return path < other.path
  }
}
