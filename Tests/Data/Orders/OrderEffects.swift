import Foundation
import Hydra
import Katana
import Mails
import UIKit

struct LoadOrders: SideEffect, NotificationObserverDispatchable {
  init() {}
  init?(notification: Notification) {}

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    guard let user = context.getState().user else { return }
    let rows = try context.dependencies.database.use {
      try $0.rows("SELECT id, text FROM orders WHERE owner = $1 ORDER BY text LIMIT 50", user)
    }
    let orders = rows.map { Order(id: $0[0] ?? "", text: $0[1] ?? "") }
    try Hydra.await(context.dispatch(ShowOrders(user: user, orders: orders)))
  }
}

struct PlaceOrder: SideEffect {
  let user, key, text: String

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    guard !text.isEmpty, text.count <= 200 else { return }
    try context.dependencies.database.use { database in
      try database.transaction {
        let id = UUID().uuidString
        let new = try database.rows(
          "INSERT INTO orders (id, key, owner, text) VALUES ($1, $2, $3, $4) "
            + "ON CONFLICT (key, owner, text) DO NOTHING RETURNING id", id, key, user, text)
        if new.isEmpty { return }  // the form came twice
        try Outbox.add(Mail(id: id, to: "shop@example.com", subject: "A new order", text: text), by: database)
      }
    }
    try Hydra.await(context.dispatch(LoadOrders()))
    Server.changed("orders")
  }
}
