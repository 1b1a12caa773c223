package import Hydra

extension Navigator {
  /// Brings the screens to a route.
  ///
  /// - Parameters:
  ///   - newRoute: the route, which needs at least one element.
  ///   - animated: whether changes are animated on a phone.
  ///   - context: what all screens that come or go are given.
  /// - Returns: A promise that is settled after the last change; rejected with a `NavigationError`.
  package func changeRoute(newRoute: Route, animated: Bool, context: Any?) -> Promise<Void> {
    navigate(animated: animated, context: context) { current throws(NavigationError) in
      guard !newRoute.isEmpty else { throw .emptyRoute }
      return RouteChange.steps(from: current, to: newRoute)
    }
  }

  /// Shows screens on top of the current ones, in their order.
  @discardableResult
  package func show(_ elementsToShow: [RouteElementIdentifier], animated: Bool, context: Any?) -> Promise<Void> {
    navigate(animated: animated, context: context) { _ throws(NavigationError) in
      elementsToShow.map(RouteChange.show)
    }
  }

  /// Hides the topmost screen of a name, and all above. If there is none, nothing happens.
  ///
  /// - Parameter isAtomic: whether that is asked of the screens in one step, rather than screen by screen from the top.
  @discardableResult
  package func hide(
    _ elementToHide: RouteElementIdentifier, animated: Bool, context: Any?, atomic: Bool = false
  ) -> Promise<Void> {
    navigate(animated: animated, context: context) { current throws(NavigationError) in
      guard let index = current.lastIndex(where: { $0.routeIdentifier == elementToHide }) else { return [] }
      guard index > 0 else { throw .hidingRoot(elementToHide) }
      return RouteChange.steps(from: current, to: current[..<index].map(\.routeIdentifier), isAtomic: atomic)
    }
  }

  /// Performs the steps that `steps` makes of the screens that are shown when the navigation's turn comes.
  private func navigate(
    animated: Bool, context: Any?,
    steps: @escaping (_ current: [any Routable]) throws(NavigationError) -> [RouteChange]
  ) -> Promise<Void> {
    var remaining: ArraySlice<RouteChange>?
    return promise(animated: animated) { [unowned self] () throws(NavigationError) in
      var left: ArraySlice<RouteChange>
      if let remaining { left = remaining } else { left = try steps(currentRoutables)[...] }
      let change = left.popFirst()
      remaining = left
      return change.map { Navigation.Step(change: $0, context: context) }
    }
  }

  private func promise(
    animated: Bool, nextStep: @escaping () throws(NavigationError) -> Navigation.Step?
  ) -> Promise<Void> {
    let promise = Promise<Void>()
    enqueue(
      Navigation(isAnimated: animated, nextStep: nextStep) { error in
        if let error { promise.reject(error) } else { promise.resolve(()) }
      })
    return promise
  }
}

// MARK: - Routes from outside

extension Navigator {
  /// Brings the screens to a route that somebody else made up, such as that of a URL.
  ///
  /// The root is installed if it is not there, or has or is to have a context. Each further element is shown, one by
  /// one, by the screens below it: an element beyond the first never replaces the root. At last what is above the route
  /// is hidden, if it can be: the screen of a tab cannot.
  ///
  /// - Parameters:
  ///   - route: the route, which needs at least one element.
  ///   - contexts: what each screen is given, by its place in the route.
  /// - Returns: A promise that is rejected with `NavigationError.unknownRoute` at the first element that nothing shows.
  package func bring(to route: Route, contexts: [Int: Any]) -> Promise<Void> {
    var place = 0
    var height = Int.max
    return promise(animated: false) { [unowned self] () throws(NavigationError) in
      guard !route.isEmpty else { throw .emptyRoute }
      while place < route.count {
        defer { place += 1 }
        guard let change = change(to: route[place], at: place, context: contexts[place]) else { continue }
        return Navigation.Step(
          change: change, context: contexts[place], hasRootFallback: false,
          failure: .unknownRoute(route[place], in: route))
      }
      let current = currentRoutables
      guard current.count > route.count, current.count < height, let top = current.last else { return nil }
      height = current.count
      return Navigation.Step(change: .hide(top), isOptional: true)
    }
  }

  /// What has to be done to have an element at its place; nil if it is there.
  private func change(to element: RouteElementIdentifier, at place: Int, context: Any?) -> RouteChange? {
    let current = currentRoutables
    guard place < current.count else { return place == 0 ? .root(element) : .show(element) }
    let isThere = current[place].routeIdentifier == element
    if place == 0 { return isThere && context == nil && contexts[0] == nil ? nil : .root(element) }
    // A container may have screens of its own above it already.
    return isThere ? nil : .change(of: current[place - 1], from: current[place].routeIdentifier, to: element)
  }
}
