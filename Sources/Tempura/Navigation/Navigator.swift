internal import Basics
package import Hydra
public import TempuraUI

/// An app instance that needs its navigator.
package protocol NavigatorHost: MainExecutor {
  /// Called when a navigator of the app instance has started and requested its first screen.
  func navigatorDidStart(_ navigator: Navigator)
}

/// Navigates between screens, one navigation after the other.
///
/// Navigations are queued, and run on the app instance's main executor. Each step asks the screens that are shown. It waits
/// until the screen that handles it is done, but at most three seconds.
public class Navigator {
  public typealias Completion = () -> Void

  private let provider: RoutableProvider
  private var phase = Phase.waiting
  // Weak, because the app instance retains the navigator.
  @WeakReference private var ownExecutor: (any MainExecutor)?

  // The queue, and the current step of its first navigation.
  private var queue: [Navigation] = []
  private var isAdvancing = false

  /// Whether the first navigation waits until the end of the turn, in which the app may start the navigator.
  private var isWaitingForStart = false
  private var pendingStep: PendingStep?

  private enum Phase {
    /// The app has not started it.
    case waiting
    case started(any RootInstaller)
    case stopped
  }

  private var rootInstaller: (any RootInstaller)? {
    if case .started(let installer) = phase { installer } else { nil }
  }

  private var shown: [ShownScreen] = []

  var stepTimeout = StepTimeout.ofClock()

  /// The window of the screens. Nil until the navigator is started.
  package private(set) var window: UIWindow?

  /// - Parameter routableProvider: The source of the screens that are shown.
  public init(routableProvider: RoutableProvider = .ofRunningApplication) { provider = routableProvider }

  // MARK: - Starting

  /// Installs the first screen, and then shows the window.
  ///
  /// - Parameters:
  ///   - rootInstaller: Installs the first screen of a route, now and later.
  ///   - window: The window of the screens.
  ///   - rootElementIdentifier: The first screen.
  public func start(
    using rootInstaller: any RootInstaller, in window: UIWindow, at rootElementIdentifier: RouteElementIdentifier
  ) {
    phase = .started(rootInstaller)
    self.window = window
    ownExecutor = Main.scoped
    _ = mainThread {
      rootInstaller.installRoot(identifier: rootElementIdentifier, context: nil) {
        mainThread { window.makeKeyAndVisible() }
      }
    }
    (Main.scoped as? any NavigatorHost)?.navigatorDidStart(self)
  }

  /// Installs the first screen, and then shows the window.
  public func start<K: RawRepresentable>(
    using rootInstaller: any RootInstaller, in window: UIWindow, at rootElementIdentifier: K
  ) where K.RawValue == RouteElementIdentifier {
    start(using: rootInstaller, in: window, at: rootElementIdentifier.rawValue)
  }

  /// Rejects the queued and all later navigations, and releases the window and the root installer.
  package func stop() {
    executor.sync {
      phase = .stopped
      window = nil
      shown = []
      pendingStep?.stopWaiting?()
      pendingStep = nil
      for navigation in exchange(&queue, with: []) { navigation.completion(.stopped) }
    }
  }

  // MARK: - The screens that are shown

  /// The screens that are shown, bottom to top.
  var currentRoutables: [any Routable] { executor.sync { routables } }

  private var routables: [any Routable] {
    if provider.isLive, let window { return window.currentRoutables }
    return provider.currentRoutable()
  }

  /// The current route, and the contexts that its screens were shown with.
  package var location: (route: Route, contexts: [ScreenContext?]) {
    executor.sync {
      let routables = routables
      return (routables.map(\.routeIdentifier), contexts(of: routables))
    }
  }

  /// The current route.
  package var currentRoute: Route { currentRoutables.map(\.routeIdentifier) }

  /// The contexts that the screens of the current route were shown with. Nil for a screen without one.
  package var contexts: [Any?] {
    location.contexts.map { $0?.value }
  }

  private func contexts(of routables: [any Routable]) -> [ScreenContext?] {
    guard !shown.isEmpty else { return routables.map { _ in nil } }
    return routables.map { routable in shown.last { $0.routable === routable }?.context }
  }

  /// Describes the screens of the current route, for the app's developer: "/list: ListViewController, with Show(add)".
  package var screens: [String] {
    let routables = currentRoutables
    return routables.indices.map { index in
      let path = routables[...index].map { "/" + $0.routeIdentifier }.joined()
      let requests = (routables[index] as? any RoutableWithConfiguration).map { routable in
        "with \(routable.navigationConfiguration.keys.map(\.debugDescription).sorted().joined(separator: ", "))"
      }
      let type = String(describing: type(of: routables[index])).prefix { $0 != "<" }
      return "\(path): \(type), \(requests ?? "which decides in show(identifier:…)")"
    }
  }

  private struct ShownScreen {
    @WeakReference var routable: (any Routable)?
    let context: ScreenContext
  }

  /// Stores the context of the screen that a step added, and removes the contexts of screens that are no longer shown.
  private func recordContext(of step: Navigation.Step, before: [any Routable]) {
    let routables = currentRoutables
    shown.removeAll { screen in !routables.contains { $0 === screen.routable } }
    guard let added = step.change.added, let context = step.context else { return }
    let new = routables.last { routable in
      routable.routeIdentifier == added && !before.contains { $0 === routable }
    }
    if let new { shown.append(ShownScreen(routable: new, context: ScreenContext(context))) }
  }

  // MARK: - The queue

  /// The executor of the app instance that started the navigator.
  private var executor: any MainExecutor { ownExecutor ?? Main.executor }

  /// Whether a navigation is queued or under way.
  var isNavigating: Bool { !queue.isEmpty }

  /// Queues a navigation. It begins in this call if the queue is empty, the navigator is started, and the
  /// caller is in a turn.
  func enqueue(_ navigation: Navigation) {
    executor.sync {
      if case .stopped = phase { return navigation.completion(.stopped) }
      queue.append(navigation)
      advance()
    }
  }

  /// Performs steps until one is not done at once.
  private func advance() {
    guard !isAdvancing, !isWaitingForStart else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while pendingStep == nil, let navigation = queue.first {
      if rootInstaller == nil, !navigation.hasWaitedForStart, currentRoutables.isEmpty {
        navigation.hasWaitedForStart = true
        return waitForStart()
      }
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

  /// Continues at the end of the turn.
  ///
  /// An app may dispatch `Show` before the line that starts its navigator. On a phone the side effect runs after both.
  private func waitForStart() {
    isWaitingForStart = true
    executor.async { [self] in
      isWaitingForStart = false
      advance()
    }
  }

  private func finish(_ navigation: Navigation, _ error: NavigationError?) {
    guard queue.first === navigation else { return }  // The navigator was stopped.
    queue.removeFirst()
    navigation.completion(error)
  }

  /// A step that a screen performs.
  private final class PendingStep {
    let step: Navigation.Step
    let before: [any Routable]
    var stopWaiting: (() -> Void)?

    init(_ step: Navigation.Step, before: [any Routable]) {
      self.step = step
      self.before = before
    }
  }

  private static let maxSeconds = 3.0

  private func begin(_ step: Navigation.Step, animated: Bool) throws(NavigationError) {
    let pending = PendingStep(step, before: currentRoutables)
    pendingStep = pending
    // A step ends once. Later calls, of the screen or of the clock, do nothing.
    let completion: RoutingCompletion = { [executor] in executor.sync { self.end(pending) } }
    do throws(NavigationError) {
      try perform(step, among: pending.before, animated: animated, completion: completion)
    } catch {
      if step.selectsTabs, let element = step.change.added, selectTab(showing: element) {
        // If the step was ended by the screen that did not handle it, the context is recorded only now.
        if pendingStep === pending { end(pending) } else { recordContext(of: step, before: pending.before) }
        return
      }
      end(pending)
      if step.isOptional { return }
      throw step.failure ?? error
    }
    guard pendingStep === pending else { return }
    // The closure retains the navigator, so that the navigation's promise is settled even if the app releases it.
    pending.stopWaiting = stepTimeout.wait(Self.maxSeconds) { [executor] in
      executor.async { self.giveUp(pending) }
    }
  }

  private func end(_ pending: PendingStep) {
    guard pendingStep === pending else { return }
    pendingStep = nil
    pending.stopWaiting?()
    recordContext(of: pending.step, before: pending.before)
    advance()
  }

  private func giveUp(_ pending: PendingStep) {
    guard pendingStep === pending else { return }
    Misuse.report(
      "\(pending.step.change) was not done after \(Int(Self.maxSeconds)) seconds: does the screen that handles it "
        + "call its completion? The navigation continues.")
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

  /// Selects the tab whose lowest screen has a name, as a tap on it does.
  private func selectTab(showing element: RouteElementIdentifier) -> Bool {
    guard provider.isLive, let window else { return false }
    for case let tabs as UITabBarController in window.currentViewControllers.reversed() {
      let tab = tabs.viewControllers?.first { controller in
        let lowest = UIWindow.controllers(from: controller).lazy.compactMap { $0 as? any Routable }.first
        return lowest?.routeIdentifier == element
      }
      if let tab, tab !== tabs.selectedViewController { return tabs.selectAsByTap(tab) }
    }
    return false
  }

  private func hide(
    _ target: any Routable, among routables: [any Routable], animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) throws(NavigationError) {
    // A screen above it may have been hidden together with it.
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
