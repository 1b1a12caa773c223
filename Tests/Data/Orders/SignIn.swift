import Accounts
import Hydra
import Katana
import UIKit

struct SignIn: SideEffect {
  let name, password: String

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    do {
      let user = try AccountStore.shared.signIn(name, password: password)
      try Hydra.await(context.dispatch(SetUser(user: user)))
    } catch let error as AccountError {
      try Hydra.await(context.dispatch(ShowProblem(problem: "\(error)")))
    }
  }
}

struct SignOut: SideEffect {
  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) { UIApplication.shared.endSession() }
}
