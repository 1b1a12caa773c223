/// One operation of a navigator: a series of steps, each of which is known when the one before it is done.
final class Navigation {
  /// What a step is performed with.
  struct Step {
    var change: RouteChange
    var context: Any?
    /// Whether the root installer is asked if no screen shows the element.
    var hasRootFallback = true
    /// What the navigation fails with if the step is not handled, instead of the error that says why.
    var failure: NavigationError?
    /// Whether the navigation goes on if the step is not handled.
    var isOptional = false
  }

  let isAnimated: Bool

  /// The next step, nil when there are no more. It is asked for before each step, the first one when the navigation's
  /// turn comes.
  let nextStep: () throws(NavigationError) -> Step?

  /// Called once, with what the navigation failed with.
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
