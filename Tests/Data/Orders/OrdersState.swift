import Databases
import Foundation
import Katana
import OpenIDConnect
import Tempura

struct OrdersState: State, Codable {
  /// The id of the user who is signed in.
  var user: String?
  /// What the user's account had when it signed in. Another one ends the session.
  var stamp: String?
  /// By which the account knows this browser. It stays when the user signs out.
  var browser: String?
  /// The latest orders of the user, as they were in the database.
  var orders: [Order] = []
  /// The key of the order that the user places next.
  var nextKey = UUID().uuidString
  /// A sign-in that has begun.
  var attempt: OpenID.Attempt?
  var problem: String?
}

struct Order: Codable, Equatable, Identifiable {
  let id: String
  let text: String
}

/// What side effects use. The navigator is that of a tab. The rest is the process's.
final class OrdersDependencies: NavigationProvider {
  let navigator = Navigator()
  var database = DatabasePool.shared
  var openID = try? OpenID.configured()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

/// Does nothing if another user has signed in since the orders were read.
struct ShowOrders: StateUpdater {
  let user: String
  let orders: [Order]
  func updateState(_ state: inout OrdersState) { if state.user == user { state.orders = orders } }
}

/// Takes the key for one tap. The next tap has another one, also while the order still waits for the database.
struct TakeKey: StateUpdater {
  let key: String
  let next = UUID().uuidString

  func updateState(_ state: inout OrdersState) { if state.nextKey == key { state.nextKey = next } }
}

struct ShowProblem: StateUpdater {
  let problem: String?
  func updateState(_ state: inout OrdersState) { state.problem = problem }
}

/// Does nothing if another tab has signed a user in.
struct SetUser: StateUpdater {
  let user: String
  let stamp: String?
  var browser: String?

  func updateState(_ state: inout OrdersState) {
    guard state.user == nil else { return }
    (state.user, state.stamp, state.problem) = (user, stamp, nil)
    if let browser { state.browser = browser }
  }
}

/// The user has another password. Does nothing if the user has signed out.
struct SetStamp: StateUpdater {
  let user: String
  let stamp: String?
  let browser: String

  func updateState(_ state: inout OrdersState) {
    if state.user == user { (state.stamp, state.browser) = (stamp, browser) }
  }
}

/// Forgets all but the browser.
struct ForgetUser: StateUpdater {
  let next = UUID().uuidString

  func updateState(_ state: inout OrdersState) {
    let browser = state.browser
    state = OrdersState()
    (state.browser, state.nextKey) = (browser, next)
  }
}

struct SetAttempt: StateUpdater {
  let attempt: OpenID.Attempt
  func updateState(_ state: inout OrdersState) { state.attempt = attempt }
}

/// Ends an attempt, unless another one has begun.
struct EndAttempt: StateUpdater {
  let attempt: OpenID.Attempt
  func updateState(_ state: inout OrdersState) { if state.attempt == attempt { state.attempt = nil } }
}
