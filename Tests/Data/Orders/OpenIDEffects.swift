import Foundation
import Hydra
import Katana
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
      guard let attempt = state.attempt else { throw OpenIDError.otherBrowser }
      let subject = try openID.subject(of: answer, attempt)
      let rows = try context.dependencies.database.use {
        try $0.rows(
          "INSERT INTO users (id, issuer, subject) VALUES ($1, $2, $3) ON CONFLICT (issuer, subject) DO NOTHING",
          UUID().uuidString, openID.issuer, subject)
        return try $0.rows(
          "SELECT id FROM users WHERE issuer = $1 AND subject = $2", openID.issuer, subject)
      }
      guard let user = rows.first?[0] else { return }
      UIApplication.shared.renewSession()
      try Hydra.await(context.dispatch(SetAttempt(attempt: nil)))
      try Hydra.await(context.dispatch(SetUser(user: user)))
    } catch let error as OpenIDError {
      try Hydra.await(context.dispatch(ShowProblem(problem: "The sign-in failed. Please try again.")))
      if error != .refused { throw error }
    }
  }
}
