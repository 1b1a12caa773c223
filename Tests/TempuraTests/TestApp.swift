import Foundation
import Hydra
import Katana
import Tempura
import TempuraUI
import Testing

/// An app instance for one test: its main executor, its application, and a log of events.
final class TestApp: ApplicationHost, NavigatorHost, @unchecked Sendable {
  // Safe because code only runs under the lock, or in the test while no other code runs.
  private let lock = NSRecursiveLock()
  private var isInTurn = false
  let application = UIApplication()
  private(set) var navigators: [Navigator] = []
  private var kept: [AnyObject] = []
  private var log: [String] = []

  /// The app instance of the running test.
  static var current: TestApp {
    guard let app = Main.scoped as? TestApp else { fatalError("The test needs the trait .app.") }
    return app
  }

  func async(_ work: @escaping () -> Void) {
    // Safe because the closure runs once, under the lock.
    nonisolated(unsafe) let work = work
    DispatchQueue.global().async { self.sync(work) }
  }

  func sync<T>(_ work: () throws -> T) rethrows -> T {
    lock.lock()
    defer { lock.unlock() }
    return try Main.run(as: self) { try work() }
  }

  func navigatorDidStart(_ navigator: Navigator) { navigators.append(navigator) }

  func keep(_ object: AnyObject) { kept.append(object) }

  func record(_ event: String) { sync { log.append(event) } }

  /// Returns the events since the last call.
  func take() -> [String] {
    sync {
      defer { log = [] }
      return log
    }
  }
}

/// Runs each test in an app instance of its own.
struct AppScope: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Origin(TestApp()).runTask { try await function() }
  }
}

extension Trait where Self == AppScope {
  static var app: AppScope { AppScope() }
}

func record(_ event: String) { (Main.scoped as? TestApp)?.record(event) }

func take() -> [String] { TestApp.current.take() }

/// Runs closures at once.
struct Immediate: Executor {
  func execute(_ closure: @escaping () -> Void) { closure() }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}

/// Makes a window that shows a controller. The app retains it.
@discardableResult
func window(showing controller: UIViewController) -> UIWindow {
  let window = UIWindow(frame: UIScreen.main.bounds)
  TestApp.current.keep(window)
  window.rootViewController = controller
  window.makeKeyAndVisible()
  return window
}

/// Returns the error that a promise is rejected with, or nil if it resolves.
func failure<T>(of promise: Promise<T>) async -> NavigationError? {
  do {
    _ = try await promise.value()
    return nil
  } catch {
    return error as? NavigationError
  }
}
