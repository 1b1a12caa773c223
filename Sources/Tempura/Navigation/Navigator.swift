internal import Hydra
public import TempuraUI

/// Brings the screens to a route, one navigation after the other.
///
/// It has one queue of navigations, worked off on the app instance's main executor. Each step asks the screens that are
/// shown and waits until the one that takes it on is done, but no longer than three seconds.
public class Navigator {
  public typealias Completion = () -> Void

  private let provider: RoutableProvider
  private var rootInstaller: (any RootInstaller)?
  // Weak, as the app instance holds the navigator.
  private weak var ownExecutor: (any MainExecutor)?

  // The queue, and the step of its first navigation that is waited for.
  private var queue: [Navigation] = []
  private var isAdvancing = false
  private var pendingStep: PendingStep?

  // The contexts that screens were shown with.
  private var shown: [ShownScreen] = []

  /// How the navigator waits for steps.
  var patience = Patience.ofClock()

  /// The window of the screens, once the navigator was started.
  package private(set) var window: UIWindow?

  /// - Parameter routableProvider: how to learn which screens are shown.
  public init(routableProvider: RoutableProvider = .live(using: .shared)) { provider = routableProvider }

  // MARK: - Starting

  /// Has the first screen put up, and the window shown when it is there.
  ///
  /// - Parameters:
  ///   - rootInstaller: what puts up the first screen of a route, now and later.
  ///   - window: the window of the screens.
  ///   - rootElementIdentifier: the first screen.
  public func start(
    using rootInstaller: any RootInstaller, in window: UIWindow, at rootElementIdentifier: RouteElementIdentifier
  ) {
    self.rootInstaller = rootInstaller
    self.window = window
    ownExecutor = Main.scoped
    _ = mainThread {
      rootInstaller.installRoot(identifier: rootElementIdentifier, context: nil) {
        mainThread { window.makeKeyAndVisible() }
      }
    }
    (Main.scoped as? any NavigatorHost)?.navigatorDidStart(self)
  }

  /// Has the first screen put up, and the window shown when it is there.
  public func start<K: RawRepresentable>(
    using rootInstaller: any RootInstaller, in window: UIWindow, at rootElementIdentifier: K
  ) where K.RawValue == RouteElementIdentifier {
    start(using: rootInstaller, in: window, at: rootElementIdentifier.rawValue)
  }

  /// Ends the navigator: what is queued is rejected, and window and installer are let go.
  package func stop() {
    executor.sync {
      rootInstaller = nil
      window = nil
      shown = []
      pendingStep?.stopWaiting?()
      pendingStep = nil
      let ended = queue
      queue = []
      for navigation in ended { navigation.completion(.stopped) }
    }
  }

  // MARK: - What is shown

  /// The screens that are shown, bottom to top.
  var currentRoutables: [any Routable] {
    executor.sync {
      if provider.isLive, let window { return window.currentRoutables }
      return provider.currentRoutable()
    }
  }

  /// The route of the app instance, and the contexts that its screens were shown with.
  package var location: (route: Route, contexts: [ScreenContext?]) {
    executor.sync {
      let routables = currentRoutables
      return (routables.map(\.routeIdentifier), contexts(of: routables))
    }
  }

  /// The route of the app instance.
  package var currentRoute: Route { currentRoutables.map(\.routeIdentifier) }

  /// The contexts that the screens of the current route were shown with, one for each.
  package var contexts: [Any?] {
    location.contexts.map { $0?.value }
  }

  private func contexts(of routables: [any Routable]) -> [ScreenContext?] {
    guard !shown.isEmpty else { return routables.map { _ in nil } }
    return routables.map { routable in shown.last { $0.routable === routable }?.context }
  }

  private struct ShownScreen {
    weak var routable: (any Routable)?
    let context: ScreenContext
  }

  /// Remembers the context of the screen that a step brought up; forgets screens that are gone.
  private func remember(_ step: Navigation.Step, before: [any Routable]) {
    let routables = currentRoutables
    shown.removeAll { screen in !routables.contains { $0 === screen.routable } }
    guard let added = step.change.added, let context = step.context else { return }
    let new = routables.last { routable in
      routable.routeIdentifier == added && !before.contains { $0 === routable }
    }
    if let new { shown.append(ShownScreen(routable: new, context: ScreenContext(context))) }
  }

  // MARK: - The queue

  /// The navigator's executor: that of the app instance that started it.
  private var executor: any MainExecutor { ownExecutor ?? Main.executor }

  /// Queues a navigation; it begins in this call if it is the only one and the caller is in a turn.
  func enqueue(_ navigation: Navigation) {
    executor.sync {
      queue.append(navigation)
      advance()
    }
  }

  /// Works the queue off until a step has to be waited for.
  private func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while pendingStep == nil, let navigation = queue.first {
      do throws(NavigationError) {
        if let step = try navigation.nextStep() {
          try begin(step, animated: navigation.isAnimated)
        } else {
          finish(navigation, nil)
        }
      } catch {
        finish(navigation, error)
      }
    }
  }

  private func finish(_ navigation: Navigation, _ error: NavigationError?) {
    guard queue.first === navigation else { return }  // It was stopped.
    queue.removeFirst()
    navigation.completion(error)
  }

  /// A step that a screen has taken on.
  private final class PendingStep {
    let step: Navigation.Step
    let before: [any Routable]
    var stopWaiting: (() -> Void)?

    init(_ step: Navigation.Step, before: [any Routable]) {
      self.step = step
      self.before = before
    }
  }

  private static let mostSeconds = 3.0

  private func begin(_ step: Navigation.Step, animated: Bool) throws(NavigationError) {
    let pending = PendingStep(step, before: currentRoutables)
    pendingStep = pending
    // A step is over once: what comes later, from a screen or from the clock, is of no account.
    let completion: RoutingCompletion = { [executor] in executor.sync { self.end(pending) } }
    do throws(NavigationError) {
      try perform(step, among: pending.before, animated: animated, completion: completion)
    } catch {
      end(pending)
      if step.isOptional { return }
      throw step.failure ?? error
    }
    guard pendingStep === pending else { return }
    // The navigator is held until then, so that who waits for the navigation learns of its end.
    pending.stopWaiting = patience.wait(Self.mostSeconds) { [executor] in
      executor.async { self.giveUp(pending) }
    }
  }

  private func end(_ pending: PendingStep) {
    guard pendingStep === pending else { return }
    pendingStep = nil
    pending.stopWaiting?()
    remember(pending.step, before: pending.before)
    advance()
  }

  private func giveUp(_ pending: PendingStep) {
    guard pendingStep === pending else { return }
    Misuse.report(
      "\(pending.step.change) was not over after \(Int(Self.mostSeconds)) seconds: does the screen that handles it "
        + "call its completion? Navigation goes on.")
    end(pending)
  }

  // MARK: - Steps

  private func perform(
    _ step: Navigation.Step, among routables: [any Routable], animated: Bool, completion: @escaping RoutingCompletion
  ) throws(NavigationError) {
    switch step.change {
    case .hide(let target):
      try hide(target, among: routables, animated: animated, context: step.context, completion: completion)
    case .show(let element):
      let from = routables.last?.routeIdentifier ?? ""
      for routable in routables.reversed()
      where routable.show(
        identifier: element, from: from, animated: animated, context: step.context, completion: completion)
      {
        return
      }
      let asked = routables.reversed().map(\.routeIdentifier)
      guard step.hasRootFallback, let rootInstaller else {
        throw rootInstaller == nil && routables.isEmpty
          ? .notStarted(element) : .unhandledShow(element, asked: asked)
      }
      guard rootInstaller.installRoot(identifier: element, context: step.context, completion: completion) else {
        throw .unhandledShow(element, asked: asked)
      }
    case .change(let routable, let from, let to):
      let request = ChangeRequest()
      ChangeRequest.$current.withValue(request) {
        routable.change(from: from, to: to, animated: animated, context: step.context, completion: completion)
      }
      if request.isUnhandled { throw .unhandledChange(from: from, to: to, asked: routable.routeIdentifier) }
    case .root(let element):
      guard let rootInstaller else { throw .notStarted(element) }
      guard rootInstaller.installRoot(identifier: element, context: step.context, completion: completion) else {
        throw .unknownRoot(element)
      }
    }
  }

  private func hide(
    _ target: any Routable, among routables: [any Routable], animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) throws(NavigationError) {
    // It may have left together with one above it.
    guard let index = routables.firstIndex(where: { $0 === target }) else { return completion() }
    let element = target.routeIdentifier
    guard index > 0 else { throw .hidingRoot(element) }
    let from = routables[index - 1].routeIdentifier
    for routable in routables[...index].reversed()
    where routable.hide(identifier: element, from: from, animated: animated, context: context, completion: completion) {
      return
    }
    throw .unhandledHide(element, asked: routables[...index].reversed().map(\.routeIdentifier))
  }
}
