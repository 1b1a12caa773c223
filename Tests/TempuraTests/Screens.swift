import Foundation
import Hydra
import TempuraUI

@testable import Tempura

/// A routable in a stack of screens, without view controllers.
class FakeScreen: Routable {
  let routeIdentifier: RouteElementIdentifier
  let stack: FakeStack

  /// The requests that the screen handles. It calls the completion at once.
  var handles: Set<String>

  init(_ identifier: RouteElementIdentifier, in stack: FakeStack, handles: Set<String> = []) {
    routeIdentifier = identifier
    self.stack = stack
    self.handles = handles
  }

  func show(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    record("\(routeIdentifier)? show \(identifier) from \(from) \(animated) \(context ?? "-")")
    guard handles.contains("show \(identifier)") else { return false }
    stack.screens.append(FakeScreen(identifier, in: stack, handles: stack.handlesOfNew))
    stack.complete(completion)
    return true
  }

  func hide(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    record("\(routeIdentifier)? hide \(identifier) from \(from) \(animated) \(context ?? "-")")
    guard handles.contains("hide \(identifier)") else { return false }
    if let index = stack.screens.lastIndex(where: { $0.routeIdentifier == identifier }) {
      stack.screens.removeSubrange(index...)
    }
    stack.complete(completion)
    return true
  }
}

/// A screen that only replaces the screens above it.
final class ChangingScreen: Routable {
  let routeIdentifier: RouteElementIdentifier
  private let stack: FakeStack

  init(_ identifier: RouteElementIdentifier, in stack: FakeStack) {
    routeIdentifier = identifier
    self.stack = stack
  }

  func change(
    from: RouteElementIdentifier, to: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) {
    record("\(routeIdentifier)? change \(from) to \(to) \(animated) \(context ?? "-")")
    if let index = stack.screens.firstIndex(where: { $0 === self }) { stack.screens.removeSubrange((index + 1)...) }
    stack.screens.append(FakeScreen(to, in: stack))
    stack.complete(completion)
  }
}

final class FakeStack: RootInstaller {
  var screens: [any Routable] = []
  var handlesOfNew: Set<String> = []
  var roots: Set<String> = []

  /// Completions that the test has not called yet.
  var isHolding = false
  var held: [RoutingCompletion] = []

  /// Ends the wait for a step, as the clock does.
  var clocks: [() -> Void] = []
  var stopped = 0

  var route: Route { screens.map(\.routeIdentifier) }

  /// Sets the requests that a screen handles.
  func setHandles(ofScreenAt place: Int, to requests: Set<String>) {
    (screens[place] as? FakeScreen)?.handles = requests
  }

  init(_ route: Route = [], handles: Set<String> = []) {
    screens = route.map { FakeScreen($0, in: self, handles: handles) }
    handlesOfNew = handles
  }

  func complete(_ completion: @escaping RoutingCompletion) {
    if isHolding { held.append(completion) } else { completion() }
  }

  func release() { held.removeFirst()() }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    record("root \(identifier) \(context ?? "-")")
    guard roots.contains(identifier) else { return false }
    screens = [FakeScreen(identifier, in: self, handles: handlesOfNew)]
    complete(completion)
    return true
  }

  /// Makes a navigator of these screens. It is only started if there are roots.
  func navigator() -> Navigator {
    let navigator = Navigator(routableProvider: RoutableProvider { [unowned self] in screens })
    navigator.stepTimeout = StepTimeout { [unowned self] seconds, giveUp in
      record("waiting \(seconds)")
      clocks.append(giveUp)
      return { [unowned self] in stopped += 1 }
    }
    return navigator
  }

  /// Makes a navigator that was started at a root.
  func navigator(startedAt root: RouteElementIdentifier) -> Navigator {
    roots.insert(root)
    let navigator = navigator()
    navigator.start(using: self, in: UIWindow(frame: .zero), at: root)
    _ = take()
    return navigator
  }
}
