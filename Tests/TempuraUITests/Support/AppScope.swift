import Foundation
import Hydra
import Testing

@testable import TempuraUI

/// An app instance for one test.
final class TestApp: ApplicationHost, @unchecked Sendable {
  // Safe because a test does one thing after the other.
  let application = UIApplication()

  /// The windows, which the app holds.
  var windows: [UIWindow] = []

  func async(_ work: @escaping () -> Void) { work() }
  func sync<T>(_ work: () throws -> T) rethrows -> T { try work() }
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

/// What happened, in order.
final class Events {
  private(set) var all: [String] = []

  func add(_ event: String) { all.append(event) }

  /// What happened since the last time.
  func take() -> [String] {
    defer { all = [] }
    return all
  }
}

/// A controller that tells what it is told.
final class Recorder: UIViewController {
  let name: String
  let events: Events
  var onWillAppear: (() -> Void)?
  var onWillDisappear: (() -> Void)?

  init(_ name: String, _ events: Events) {
    self.name = name
    self.events = events
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError() }

  override func viewDidLoad() { events.add("\(name) didLoad") }
  override func viewWillAppear(_ animated: Bool) {
    events.add("\(name) willAppear")
    onWillAppear?()
  }
  override func viewDidAppear(_ animated: Bool) { events.add("\(name) didAppear") }
  override func viewWillDisappear(_ animated: Bool) {
    events.add("\(name) willDisappear")
    onWillDisappear?()
  }
  override func viewDidDisappear(_ animated: Bool) { events.add("\(name) didDisappear") }
  override func willMove(toParent parent: UIViewController?) {
    events.add("\(name) willMove \(parent == nil ? "out" : "in")")
  }
  override func didMove(toParent parent: UIViewController?) {
    events.add("\(name) didMove \(parent == nil ? "out" : "in")")
  }
}

/// A window that shows a controller.
@discardableResult
func window(showing controller: UIViewController) -> UIWindow {
  let window = UIWindow(frame: UIScreen.main.bounds)
  window.rootViewController = controller
  (Main.scoped as? TestApp)?.windows.append(window)
  window.makeKeyAndVisible()
  return window
}
