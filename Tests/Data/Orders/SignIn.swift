import Accounts
import Foundation
import Hydra
import Katana
import UIKit

struct SignIn: SideEffect {
  let name, password: String

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    do {
      let accounts = AccountStore.shared
      let signedIn = try accounts.signIn(name, password: password, browser: context.getState().browser)
      try Hydra.await(
        context.dispatch(SetUser(user: signedIn.user, stamp: signedIn.securityStamp, browser: signedIn.browser)))
    } catch let error as AccountError {
      try Hydra.await(context.dispatch(ShowProblem(problem: "\(error)")))
    }
  }
}

/// Sets another password, and ends the user's other sessions.
struct ChangePassword: SideEffect {
  let password: String

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    guard let user = context.getState().user else { return }
    let accounts = AccountStore.shared
    let changed = try accounts.setPassword(password, of: user)
    try Hydra.await(context.dispatch(SetStamp(user: user, stamp: changed.securityStamp, browser: changed.browser)))
    Server.changed("accounts")
  }
}

/// Ends the session if its user has another password now, or is gone.
struct CheckAccount: SideEffect, NotificationObserverDispatchable {
  init() {}
  init?(notification: Notification) {}

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    guard let user = context.getState().user else { return }
    let stamp = try AccountStore.shared.securityStamp(of: user)
    let state = context.getState()
    if state.user == user, stamp == nil || stamp != state.stamp { UIApplication.shared.endSession() }
  }
}
