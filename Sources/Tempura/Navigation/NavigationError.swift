/// Why a navigation did not take place.
public enum NavigationError: Error, Equatable, CustomStringConvertible {
  /// No root installer takes the identifier for a root.
  case unknownRoot(RouteElementIdentifier)

  /// An element of a route that screens are to be brought to is not known where it stands.
  case unknownRoute(RouteElementIdentifier, in: Route)

  /// None of the screens shows the element, nor does the root installer.
  case unhandledShow(RouteElementIdentifier, asked: [RouteElementIdentifier])

  /// None of the screens hides the element.
  case unhandledHide(RouteElementIdentifier, asked: [RouteElementIdentifier])

  /// The screen does not replace what is above it.
  case unhandledChange(from: RouteElementIdentifier, to: RouteElementIdentifier, asked: RouteElementIdentifier)

  /// The lowest screen was to be hidden.
  case hidingRoot(RouteElementIdentifier)

  /// There was no screen on top to be hidden.
  case nothingToHide

  /// The route to navigate to has no elements.
  case emptyRoute

  /// The navigator was never started, so that nobody puts up a root.
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
      return "The route \(text(of: route)) leads nowhere: nothing shows \"\(element)\" there. "
        + "Handle .show(\"\(element)\") in a screen below it, or in installRoot if it is a root."
    case .unhandledShow(let element, let asked):
      return "Nothing shows \"\(element)\". Asked were \(list(of: asked)), and then the root installer. "
        + "Add .show(\"\(element)\") to the navigationConfiguration of one of these screens."
    case .unhandledHide(let element, let asked):
      return "Nothing hides \"\(element)\". Asked were \(list(of: asked)). "
        + "Add .hide(\"\(element)\") to the navigationConfiguration of one of these screens."
    case .unhandledChange(let from, let to, let asked):
      return "\"\(asked)\" does not change \"\(from)\" above it to \"\(to)\". "
        + "Implement change(from:to:animated:context:completion:) there, or hide the one and show the other."
    case .hidingRoot(let element):
      return "\"\(element)\" is the root of the route, and there is nothing below it to go back to. "
        + "Navigate to another root instead of hiding it."
    case .nothingToHide:
      return "There was no screen on top when Hide() was made. Name the screen to hide, or make it while one is shown."
    case .emptyRoute:
      return "A route needs at least one element, its root."
    case .notStarted(let element):
      return "\"\(element)\" cannot be put up as the root: call start(using:in:at:) of the navigator first."
    case .stopped:
      return "The navigator was stopped before the navigation was over."
    case .noNavigator(let dependencies):
      return "\(dependencies) has no navigator. Let the store's dependencies conform to NavigationProvider."
    }
  }

  private func text(of route: Route) -> String { "/" + route.joined(separator: "/") }

  private func list(of screens: [RouteElementIdentifier]) -> String {
    screens.isEmpty ? "no screens" : screens.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
