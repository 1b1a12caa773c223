public import Katana
public import Tempura

/// An app delegate that says which screens may be shown in which state.
///
/// On a phone a screen is reached through the app's own flow only. Here anybody can type a URL: what a chain of
/// navigation configurations can reach from a root is shown, unless the app's guard objects.
public protocol RouteGuard {
  associatedtype GuardedState: State

  /// Whether a route may be shown in a state. Asked for every page and every form.
  func access(to route: Route, in state: GuardedState) -> RouteAccess
}

/// What a route guard decides.
public enum RouteAccess: Equatable, Sendable {
  case allowed
  /// The screen is not shown; the page says that it is not allowed.
  case refused
  /// The browser is sent to another route, which has to be allowed then.
  case redirect(to: Route)
}

extension RouteGuard {
  func decide(_ route: Route, in state: any State) -> RouteAccess {
    guard let state = state as? GuardedState else { return .refused }
    return access(to: route, in: state)
  }
}
