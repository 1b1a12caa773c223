public import Katana
public import Tempura

/// An app delegate that decides which screens may be shown in which state.
///
/// On a phone, users reach screens only through the app's own screens. On a server anybody can type a URL. It shows every
/// screen that navigation can reach from a root, unless the app's guard refuses it.
///
///     extension AppDelegate: RouteGuard {
///       func access(to route: Route, in state: AppState) -> RouteAccess {
///         state.isSignedIn || route == ["signIn"] ? .allowed : .redirect(to: ["signIn"])
///       }
///     }
public protocol RouteGuard {
  associatedtype GuardedState: State

  /// Returns whether a route may be shown in a state. Called for every page and every form.
  func access(to route: Route, in state: GuardedState) -> RouteAccess
}

/// The decision of a route guard.
public enum RouteAccess: Equatable, Sendable {
  case allowed
  /// The screen is not shown. The page says that it is not allowed.
  case refused
  /// The browser is redirected to another route, which must be allowed.
  case redirect(to: Route)
}

extension RouteGuard {
  func decide(_ route: Route, in state: any State) -> RouteAccess {
    guard let state = state as? GuardedState else { return .refused }
    return access(to: route, in: state)
  }
}
