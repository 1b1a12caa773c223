package import Hydra

extension Navigator {
  /// Navigates to a route.
  ///
  /// - Parameters:
  ///   - newRoute: The route. It needs at least one element.
  ///   - animated: Whether changes are animated on a phone.
  ///   - context: The context of all changes.
  /// - Returns: A promise that resolves after the last change, or is rejected with a `NavigationError`.
  package func changeRoute(newRoute: Route, animated: Bool, context: Any?) -> Promise<Void> {
    navigate(animated: animated, context: context) { current throws(NavigationError) in
      guard !newRoute.isEmpty else { throw .emptyRoute }
      return RouteChange.steps(from: current, to: newRoute)
    }
  }

  /// Shows screens on top of the current ones, in this order.
  @discardableResult
  package func show(_ elementsToShow: [RouteElementIdentifier], animated: Bool, context: Any?) -> Promise<Void> {
    navigate(animated: animated, context: context) { _ throws(NavigationError) in
      elementsToShow.map(RouteChange.show)
    }
  }

  /// Hides the topmost screen with a name, and all above it. Does nothing if there is none.
  ///
  /// - Parameter atomic: Whether to hide them in one step. Else they are hidden one by one from the top.
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

  /// Performs the changes that `steps` returns for the screens that are shown when the navigation begins.
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

// MARK: - Routes of URLs

extension Navigator {
  /// Navigates to a route that may be invalid, such as that of a URL.
  ///
  /// The root is installed if another one is shown, or if the old or the new one has a context. Then the screens below each
  /// further element show it, one by one: such an element never replaces the root. Finally the screens above the route are
  /// hidden, if this is possible: the screen of a tab cannot be hidden. An element that no screen shows may be that of a tab,
  /// which is selected then, as by a tap on it.
  ///
  /// - Parameters:
  ///   - route: The route. It needs at least one element.
  ///   - contexts: The contexts of screens, by their index in the route.
  /// - Returns: A promise that is rejected with `NavigationError.unknownRoute` at the first element that no screen shows.
  package func navigate(to route: Route, contexts: [Int: Any]) -> Promise<Void> {
    var index = 0
    let hide = hiding(above: route.count)
    return promise(animated: false) { [unowned self] () throws(NavigationError) in
      guard !route.isEmpty else { throw .emptyRoute }
      while index < route.count {
        defer { index += 1 }
        guard let change = change(to: route[index], at: index, context: contexts[index]) else { continue }
        return Navigation.Step(
          change: change, context: contexts[index], hasRootFallback: false,
          failure: .unknownRoute(route[index], in: route), selectsTabs: true)
      }
      return hide()
    }
  }

  /// Hides the screens above the first ones of the route, the top one first, until one stays.
  package func hideScreens(above count: Int) -> Promise<Void> {
    let hide = hiding(above: count)
    return promise(animated: false) { () throws(NavigationError) in hide() }
  }

  /// The steps that hide the screens above the first ones.
  private func hiding(above count: Int) -> () -> Navigation.Step? {
    var height = Int.max
    return { [unowned self] in
      let current = currentRoutables
      guard current.count > count, current.count < height, let top = current.last else { return nil }
      height = current.count
      return Navigation.Step(change: .hide(top), isOptional: true)
    }
  }

  /// Whether the navigator shows the route without contexts, and no navigation is queued or under way.
  package func isAt(_ route: Route) -> Bool {
    let (current, contexts) = location
    return !isNavigating && current == route && contexts.allSatisfy { $0 == nil }
  }

  /// Returns the change that shows an element at its index in the route, or nil if it is shown there.
  private func change(to element: RouteElementIdentifier, at index: Int, context: Any?) -> RouteChange? {
    let current = currentRoutables
    guard index < current.count else { return index == 0 ? .root(element) : .show(element) }
    let isThere = current[index].routeIdentifier == element
    if index == 0 { return isThere && context == nil && contexts[0] == nil ? nil : .root(element) }
    // A container may show a screen of its own there.
    return isThere ? nil : .change(of: current[index - 1], from: current[index].routeIdentifier, to: element)
  }
}
