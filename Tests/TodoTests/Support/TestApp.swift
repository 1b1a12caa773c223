import Hydra
import Katana
import TempuraUI
import Testing

/// An app instance for one test, as a session is for the server. Stores join it. All work runs in its turns, one item after
/// another, before `turn(_:)` returns.
final class TestApp: StoreHost, ApplicationHost, @unchecked Sendable {
  // Safe because a test uses its app on one thread at a time.
  let application = UIApplication()
  private var container: AnyObject?
  private var work: [() -> Void] = []
  private var isInTurn = false

  /// The errors of dispatches that no promise reported.
  private(set) var failures: [String] = []

  /// Runs an action of the user, and then all work that results from it.
  func turn(_ body: () -> Void) {
    isInTurn = true
    body()
    while !work.isEmpty { work.removeFirst()() }
    isInTurn = false
  }

  func async(_ work: @escaping () -> Void) {
    self.work.append(work)
    if !isInTurn { turn {} }
  }

  func sync<T>(_ work: () throws -> T) rethrows -> T { try work() }

  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
    if let container = container as? StateContainer<S> { return container }
    let made = StateContainer(initial())
    container = made
    return made
  }

  func sideEffectDidStart(_ effect: any AnySideEffect) {}
  func sideEffectDidEnd(_ effect: any AnySideEffect) {}

  func dispatchDidFail(_ dispatchable: any Dispatchable, _ error: any Error) { failures.append("\(error)") }
}

/// Runs each test in its own app instance, and fails the test if a dispatch failed.
struct AppScope: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let app = TestApp()
    try await Origin(app).runTask { try await function() }
    #expect(app.failures == [])
  }
}

extension Trait where Self == AppScope {
  static var app: AppScope { AppScope() }
}
