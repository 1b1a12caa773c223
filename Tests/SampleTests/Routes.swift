// The paths of an app's routes, as in docs/navigation.md.

import Tempura
import UIKit

enum SortOrder: String {
  case name, date
}

struct Search: Codable {
  var text: String
}

extension AppDelegate: RouteURLs {
  static let routeContexts: [RouteElementIdentifier: ContextType] = [
    "page": .text(Int.self), "sort": .text(SortOrder.self), "search": .json(Search.self),
  ]

  static var routePaths: [String: Route] {
    ["/": [Screen.list.rawValue], "/items/{add item screen}": [Screen.list.rawValue, Screen.addItem.rawValue]]
  }
}

extension AppDelegate: RouteGuard {
  func access(to route: Route, in state: AppState) -> RouteAccess {
    route.count > 1 && state.items.isEmpty ? .redirect(to: [Screen.list.rawValue]) : .allowed
  }
}
