public import TempuraUI

extension UIApplication {
  /// The routables of the key window, bottom to top.
  public var currentRoutables: [any Routable] { mainThread { keyWindow?.currentRoutables ?? [] } }

  /// The names of the routables of the key window, bottom to top.
  public var currentRoutableIdentifiers: [RouteElementIdentifier] { currentRoutables.map(\.routeIdentifier) }

  /// The controllers of the key window that belong to the route, bottom to top.
  package var currentViewControllers: [UIViewController] { mainThread { keyWindow?.currentViewControllers ?? [] } }

  /// The controllers of the key window for messages: what is no routable goes by the name of its type.
  package var currentRoute: Route {
    currentViewControllers.map { ($0 as? any Routable)?.routeIdentifier ?? String(describing: type(of: $0)) }
  }
}

extension UIWindow {
  /// The routables, bottom to top.
  package var currentRoutables: [any Routable] { currentViewControllers.compactMap { $0 as? any Routable } }

  /// The controllers that belong to the route, bottom to top: from the root on, what each last one leads to.
  package var currentViewControllers: [UIViewController] {
    var batch = [rootViewController].compactMap { $0 }
    var result: [UIViewController] = []
    while let last = batch.last {
      result += batch
      if let container = last as? any CustomRouteInspectables {
        batch = container.nextRouteControllers
      } else {
        batch = [(last as any RouteInspectable).nextRouteController].compactMap { $0 }
      }
    }
    return result
  }
}
