import Hydra
import Katana
import TempuraUI
import Testing

/// An app instance for one test: what a session is to the server. Stores join it, and everything runs in its turns, one
/// thing after the other, before the turn's caller goes on.
final class TestApp: StoreHost, ApplicationHost, @unchecked Sendable {
  // Safe because a test does one thing after the other, and so does its app.
  let application = UIApplication()
  private var container: AnyObject?
  private var work: [() -> Void] = []
  private var isInTurn = false

  /// What failed without anybody noticing.
  private(set) var failures: [String] = []

  /// Does something as the app's user would, and then all that it leads to.
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

/// Runs each test in an app instance of its own, and sees to it that nothing failed in it.
struct AppScope: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let app = TestApp()
    try await Main.$scoped.withValue(app) { try await function() }
    #expect(app.failures == [])
  }
}

extension Trait where Self == AppScope {
  static var app: AppScope { AppScope() }
}
