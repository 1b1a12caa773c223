/// Why a navigation failed.
public enum NavigationError: Error, Equatable, CustomStringConvertible {
  /// The root installer has no root with the identifier.
  case unknownRoot(RouteElementIdentifier)

  /// No screen below an element of the requested route shows it.
  case unknownRoute(RouteElementIdentifier, in: Route)

  /// No screen shows the element, and the root installer does not either.
  case unhandledShow(RouteElementIdentifier, asked: [RouteElementIdentifier])

  /// No screen hides the element.
  case unhandledHide(RouteElementIdentifier, asked: [RouteElementIdentifier])

  /// The screen does not replace the screens above it.
  case unhandledChange(from: RouteElementIdentifier, to: RouteElementIdentifier, asked: RouteElementIdentifier)

  /// The lowest screen cannot be hidden.
  case hidingRoot(RouteElementIdentifier)

  /// There was no screen to hide.
  case nothingToHide

  /// The requested route has no elements.
  case emptyRoute

  /// The navigator was not started, so it has no root installer.
  case notStarted(RouteElementIdentifier)

  /// The navigator was stopped, together with its app instance.
  case stopped

  /// The store's dependencies have no navigator.
  case noNavigator(dependencies: String)

  public var description: String {
    switch self {
    case .unknownRoot(let element):
      return "No root screen is called \"\(element)\": installRoot returned false. Handle it in the root installer."
    case .unknownRoute(let element, let route):
      return "The route \(text(of: route)) cannot be reached: no screen shows \"\(element)\". "
        + "Handle .show(\"\(element)\") in a screen below it, or in installRoot if it is a root."
    case .unhandledShow(let element, let asked):
      return "No screen shows \"\(element)\". The navigator asked \(list(of: asked)), and then the root installer. "
        + "Add .show(\"\(element)\") to the navigationConfiguration of one of these screens."
    case .unhandledHide(let element, let asked):
      return "No screen hides \"\(element)\". The navigator asked \(list(of: asked)). "
        + "Add .hide(\"\(element)\") to the navigationConfiguration of one of these screens."
    case .unhandledChange(let from, let to, let asked):
      return "\"\(asked)\" does not replace \"\(from)\" above it by \"\(to)\". "
        + "Implement change(from:to:animated:context:completion:) there, or dispatch Hide and Show."
    case .hidingRoot(let element):
      return "\"\(element)\" is the root of the route and cannot be hidden. Navigate to another root instead."
    case .nothingToHide:
      return
        "There was no screen when Hide() was made. Name the screen to hide, or make Hide() while a screen is shown."
    case .emptyRoute:
      return "A route needs at least one element, its root."
    case .notStarted(let element):
      return "The root \"\(element)\" cannot be installed: call start(using:in:at:) of the navigator first."
    case .stopped:
      return "The navigator was stopped before the navigation was done."
    case .noNavigator(let dependencies):
      return "\(dependencies) has no navigator. Let the store's dependencies conform to NavigationProvider."
    }
  }

  private func text(of route: Route) -> String { "/" + route.joined(separator: "/") }

  private func list(of screens: [RouteElementIdentifier]) -> String {
    screens.isEmpty ? "no screens" : screens.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
