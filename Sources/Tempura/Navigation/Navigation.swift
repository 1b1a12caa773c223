internal import Basics
internal import Dispatch
internal import Hydra

/// One operation of a navigator: a series of steps. Each step is determined after the previous one is done.
final class Navigation {
  struct Step {
    var change: RouteChange
    var context: Any?
    /// Whether the root installer is asked if no screen shows the element.
    var hasRootFallback = true
    /// The error of the navigation if the step is not handled. Nil for the step's own error.
    var failure: NavigationError?
    /// Whether a tab with the element is selected, as by a tap, if the step is not handled.
    var selectsTabs = false
    /// Whether the navigation continues if the step is not handled.
    var isOptional = false
  }

  let isAnimated: Bool

  /// Returns the next step, or nil if there is none. Called when the navigation begins, and after each step.
  let nextStep: () throws(NavigationError) -> Step?

  /// Whether the navigation was put off until the end of a turn, because the navigator was not started.
  var hasWaitedForStart = false

  /// Called once, with the error if the navigation failed.
  let completion: (NavigationError?) -> Void

  init(
    isAnimated: Bool, nextStep: @escaping () throws(NavigationError) -> Step?,
    completion: @escaping (NavigationError?) -> Void
  ) {
    self.isAnimated = isAnimated
    self.nextStep = nextStep
    self.completion = completion
  }
}

/// One change of the screens that are shown.
enum RouteChange: CustomStringConvertible {
  case hide(any Routable)
  case show(RouteElementIdentifier)
  case change(of: any Routable, from: RouteElementIdentifier, to: RouteElementIdentifier)
  case root(RouteElementIdentifier)

  /// The element that the change adds.
  var added: RouteElementIdentifier? {
    switch self {
    case .hide: nil
    case .show(let element), .change(_, _, let element), .root(let element): element
    }
  }

  var description: String {
    switch self {
    case .hide(let screen): "Hiding \"\(screen.routeIdentifier)\""
    case .show(let element): "Showing \"\(element)\""
    case .change(_, let from, let to): "Changing \"\(from)\" to \"\(to)\""
    case .root(let element): "Installing the root \"\(element)\""
    }
  }

  /// Returns the changes from some screens to a route.
  ///
  /// - Parameters:
  ///   - old: The screens that are shown, bottom to top.
  ///   - new: The route to reach.
  ///   - isAtomic: Whether to hide screens in one step. Else they are hidden one by one from the top.
  static func steps(from old: [any Routable], to new: Route, isAtomic: Bool = false) -> [RouteChange] {
    let common = zip(old.map(\.routeIdentifier), new).prefix { $0 == $1 }.count
    if common == old.count { return new[common...].map(RouteChange.show) }
    if common == new.count {
      return isAtomic ? [.hide(old[common])] : old[common...].reversed().map(RouteChange.hide)
    }
    guard common > 0 else { return [.root(new[0])] }
    return [.change(of: old[common - 1], from: old[common].routeIdentifier, to: new[common])]
  }
}

/// How long the navigator waits for a step.
struct StepTimeout {
  /// Calls `giveUp` on any thread after the time. The returned closure cancels that.
  let wait: (_ seconds: Double, _ giveUp: @escaping () -> Void) -> () -> Void

  static func ofClock() -> StepTimeout {
    StepTimeout { seconds, giveUp in
      let work = DispatchWorkItem(block: giveUp)
      Timers.shared.after(seconds) { work.perform() }
      return { work.cancel() }
    }
  }
}

/// The context that a screen was shown with. The same screen has the same object.
package final class ScreenContext {
  package let value: Any

  /// Identifies the context among those of a session.
  package private(set) lazy var id = String(UInt32.random(in: .min ... .max), radix: 36)

  package init(_ value: Any) { self.value = value }
}
