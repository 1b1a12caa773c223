import Accounts
import Hydra
import Katana
import OpenIDConnect
import UIKit

/// Sends the browser to the provider.
struct BeginSignIn: SideEffect {
  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    guard let openID = context.dependencies.openID else { return }
    let attempt = OpenID.Attempt()
    try Hydra.await(context.dispatch(SetAttempt(attempt: attempt)))
    UIApplication.shared.open(openID.url(for: attempt))
  }
}

/// Signs the user in who comes back.
struct FinishSignIn: SideEffect {
  let answer: [String: String]

  func sideEffect(_ context: SideEffectContext<OrdersState, OrdersDependencies>) throws {
    let state = context.getState()
    guard let openID = context.dependencies.openID, state.user == nil else { return }
    do {
      let subject = try openID.subject(of: answer, state.attempt)
      let user = try AccountStore.shared.signIn(issuer: openID.issuer, subject: subject)
      if let attempt = state.attempt { try Hydra.await(context.dispatch(EndAttempt(attempt: attempt))) }
      try Hydra.await(context.dispatch(SetUser(user: user, stamp: AccountStore.shared.securityStamp(of: user))))
    } catch let error as OpenIDError {
      try Hydra.await(context.dispatch(ShowProblem(problem: "The sign-in failed. Please try again.")))
      if error != .refused { throw error }
    }
  }
}
