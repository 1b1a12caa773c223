package import Hydra
public import Katana

/// Brings the screens to a route: shows, hides or changes what differs from the current one.
public struct Navigate: NavigationSideEffect, CustomDebugStringConvertible {
  public let route: Route
  public let animated: Bool
  public let context: Any?

  /// - Parameters:
  ///   - route: the screens, bottom to top.
  ///   - animated: whether changes are animated on a phone.
  ///   - context: what the screens that come or go are given.
  public init(to route: Route, animated: Bool = false, context: Any? = nil) {
    self.route = route
    self.animated = animated
    self.context = context
  }

  /// Waits for the navigation.
  ///
  /// - Throws: A `NavigationError` if it does not take place.
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    try Hydra.await(promise(context))
  }

  public var debugDescription: String { "\(String(reflecting: Self.self)).\(route.joined(separator: "."))" }
}

extension Navigate: NonblockingSideEffect {
  package func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> {
    try navigation(context) { $0.changeRoute(newRoute: route, animated: animated, context: self.context) }
  }
}
