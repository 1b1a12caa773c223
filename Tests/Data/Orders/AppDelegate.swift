import Accounts
import Databases
import Foundation
import Katana
import Mails
import OpenIDConnect
import Tempura
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<OrdersState, OrdersDependencies>!

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    store = Store<OrdersState, OrdersDependencies>(interceptors: [
      ObserverInterceptor.observe([
        .onNotification(Notification.Name("orders"), [LoadOrders.self]),
        .onNotification(Notification.Name("accounts"), [CheckAccount.self]),
      ])
    ])
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: store.state.user == nil ? "sign-in" : "orders")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    switch identifier {
    case "orders": window?.rootViewController = OrdersViewController(store: store)
    case "sign-in", "signed-in":
      let screen = SignInViewController(store: store)
      if identifier == "signed-in" { screen.answer = context as? [String: String] ?? [:] }
      window?.rootViewController = screen
    default: return false
    }
    completion()
    return true
  }
}

extension AppDelegate: ServerLifecycle {
  static func serverWillStart() throws {
    try DatabasePool.shared.open()
    try createTables(in: .shared)
    try OpenID.configured()  // so that a mistake ends the start
  }

  static func createTables(in database: DatabasePool) throws {
    try database.use {
      try $0.createTables(
        "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, key TEXT NOT NULL, owner TEXT NOT NULL, "
          + "text TEXT NOT NULL, UNIQUE (key, owner, text))")
    }
    try Outbox.createTable(in: database)
    try AccountStore(database).createTables()
  }

  static func serverDidStop() { DatabasePool.shared.close() }

  static var jobs: [ServerJob] {
    [
      ServerJob("mails", every: 10) { try Outbox.send(from: .shared, by: .configured) },
      ServerJob("tries", every: 3600) { try AccountStore.shared.removeOldTries() },
    ]
  }
}

extension AppDelegate: RouteURLs {
  static var routeContexts: [RouteElementIdentifier: ContextType] { ["signed-in": .query] }
}

extension AppDelegate: RouteGuard {
  func access(to route: Route, in state: OrdersState) -> RouteAccess {
    if route.first == "sign-in" || route.first == "signed-in" {
      return state.user == nil ? .allowed : .redirect(to: ["orders"])
    }
    return state.user == nil ? .redirect(to: ["sign-in"]) : .allowed
  }
}

extension AppDelegate: ServerConfigurable {
  static var serverConfiguration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.name = "Orders"
    return configuration
  }
}
