internal import Tempura

/// Where a scene's navigator is: asked again only after code of the app ran.
struct SceneLocation {
  /// The URL that the scene is known by in its session. Empty before it was navigated anywhere.
  private(set) var url = ""
  private(set) var destination: Destination?
  private var contexts: [ScreenContext?] = []
  private var hiddenURLs: [String] = []

  /// Whether code of the app ran since the navigator was asked.
  var mayHaveChanged = true

  /// Notes where the navigator is.
  ///
  /// - Returns: Whether it moved.
  mutating func update(to route: Route, _ contexts: [ScreenContext?], in routes: RouteTable) -> Bool {
    mayHaveChanged = false
    guard route != destination?.route || !contexts.elementsEqual(self.contexts, by: { $0 === $1 }) else { return false }
    if let old = destination, old.route.count > route.count, old.route.starts(with: route) {
      hiddenURLs.append(old.url)
    }
    self.contexts = contexts
    destination = routes.destination(route: route, contexts: contexts)
    return true
  }

  /// Takes over the URL of the destination.
  ///
  /// - Returns: Whether it is another one than before.
  mutating func updateURL() -> Bool {
    guard let destination, destination.url != url else { return false }
    url = destination.url
    return true
  }

  /// Whether a destination is a screen below the top one.
  func isAbove(_ other: Destination, in routes: RouteTable) -> Bool {
    let count = other.route.count
    guard let route = destination?.route, count > 0, route.count > count, route.starts(with: other.route) else {
      return false
    }
    return routes.destination(route: other.route, contexts: Array(contexts.prefix(count))).url == other.url
  }

  mutating func takeHiddenURLs() -> [String] {
    defer { hiddenURLs = [] }
    return hiddenURLs
  }
}
