internal import Tempura

/// What a request does next. Decided from values alone; `RequestContext` carries it out.
///
/// Generic over the scene, of which nothing is used: so tests need no app.
enum RequestStep<Scene> {
  /// The screens are there, and the app's guard allows them.
  case show(Scene)
  /// Launch the app, to show a destination.
  ///
  /// - insteadOf: A scene that is there, but in another language than the browser wants now, or of another width.
  case launch(Destination, insteadOf: Scene?)
  /// Navigate the launched app to the destination.
  case navigate(Scene, to: Destination)
  /// Look at another URL. The browser is redirected to where that ends.
  case redirect(to: Destination, because: Reason)
  case refuse(RequestRefusal)

  /// The position of a request.
  enum Position {
    /// No live scene is at the URL. It leads to a destination, or nil if to no screen.
    case noScene(at: Destination?)
    /// A live scene is at the URL.
    ///
    /// - relaunch: Where it is, if its app is to be launched again for what the browser tells now.
    case live(Scene, url: String, relaunch: Destination?)
    /// The app was launched and shows the screens that it starts with.
    case launched(Scene, for: Destination)
    /// The app was navigated to a destination and arrived at one; nil if it could not be navigated there.
    case arrived(Scene, at: Destination?, for: Destination)
    /// A form was applied, and a live scene is where it led.
    case applied(Scene, url: String)
  }

  enum Reason {
    /// The app's guard redirects to a route.
    case routeGuard
    /// A screen was shown with something that is not in the URL, and its scene is gone: the screen below it is shown.
    case lostContext
    /// The app showed other screens than those that it was navigated to.
    case arrivedElsewhere
  }

  /// The URLs that a request was sent on from.
  struct Trail {
    private(set) var urls: [String] = []
    /// Whether the app's guard sent it on.
    private(set) var isGuarded = false
    /// Whether a screen cannot be shown again as it was.
    private(set) var hasLostContext = false

    mutating func append(_ url: String, because reason: Reason) {
      urls.append(url)
      switch reason {
      case .routeGuard: isGuarded = true
      case .lostContext: hasLostContext = true
      case .arrivedElsewhere: break
      }
    }
  }

  /// Decides what comes next.
  ///
  /// - Parameters:
  ///   - trail: The URLs that the request was sent on from.
  ///   - access: What the app's guard says of the route of a destination, or of that of a scene. Called at most once, and
  ///     only if it matters.
  static func next(
    _ position: Position, after trail: Trail = Trail(), in routes: RouteTable,
    access: (Scene, Destination?) -> RouteAccess
  ) -> RequestStep {
    switch position {
    case .noScene(at: nil): .refuse(.notFound)
    case .noScene(at: let destination?):
      if let below = destination.belowKeptContext(in: routes) {
        .redirect(to: below, because: .lostContext)
      } else {
        destination.route.count > Destination.deepestRoute ? .refuse(.notFound) : .launch(destination, insteadOf: nil)
      }
    case .live(let scene, _, relaunch: let destination?): .launch(destination, insteadOf: scene)
    case .live(let scene, let url, relaunch: nil): guarded(url, access(scene, nil), trail, routes, .show(scene))
    case .launched(let scene, for: let destination):
      // An address without a path leads to the screen that the app starts with. The guard is asked when it is there.
      destination.route.isEmpty
        ? .navigate(scene, to: destination)
        : guarded(destination.url, access(scene, destination), trail, routes, .navigate(scene, to: destination))
    case .arrived(_, at: nil, _): .refuse(.notFound)
    case .arrived(let scene, at: let location?, let destination):
      location.url == destination.url
        ? guarded(location.url, access(scene, nil), trail, routes, .show(scene))
        : .redirect(to: location, because: .arrivedElsewhere)
    case .applied(let scene, let url):
      if case .redirect(let route) = access(scene, nil) {
        guarded(url, .redirect(to: route), trail, routes, .show(scene))
      } else {
        .show(scene)  // a page that the guard refuses says so itself
      }
    }
  }

  /// - Parameters:
  ///   - url: That of the position.
  ///   - step: What comes next if the guard allows it.
  private static func guarded(
    _ url: String, _ access: RouteAccess, _ trail: Trail, _ routes: RouteTable, _ step: RequestStep
  ) -> RequestStep {
    switch access {
    case .allowed: return step
    case .refused:
      return .refuse(trail.isGuarded ? .redirectLoop(trail: trail.urls + [url], isCircle: false) : .forbidden)
    case .redirect(let route):
      let urls = trail.urls + [url]
      let destination = routes.destination(route: route)
      return urls.contains(destination.url) || urls.count > Trail.maxURLs
        ? .refuse(.redirectLoop(trail: urls + [destination.url], isCircle: true))
        : .redirect(to: destination, because: .routeGuard)
    }
  }
}

extension RequestStep.Trail {
  fileprivate static var maxURLs: Int { 8 }
}

extension RequestStep.Position {
  /// The URL of the position; empty if it leads to no screen.
  var url: String {
    switch self {
    case .noScene(let destination): destination?.url ?? ""
    case .live(_, let url, _), .applied(_, let url): url
    case .launched(_, let destination), .arrived(_, _, let destination): destination.url
    }
  }
}

extension Destination {
  /// Only typed URLs lead deeper. Each screen takes longer to show than the one below it.
  fileprivate static let deepestRoute = 32

  /// The screens below the lowest one whose context is not in the URL; nil if all contexts are.
  fileprivate func belowKeptContext(in routes: RouteTable) -> Destination? {
    guard let keptIndex else { return nil }
    let contexts = (0..<keptIndex).map { index in self.contexts[index].map { ScreenContext($0) } }
    return routes.destination(route: Array(route.prefix(keptIndex)), contexts: contexts)
  }
}
