package import Hydra
public import Katana
internal import TempuraUI

/// Dependencies of side effects with a navigator. `Show`, `Hide` and `Navigate` require it of the app's dependencies.
public protocol NavigationProvider: SideEffectDependencyContainer {
  var navigator: Navigator { get }
}

/// A side effect that navigates.
public protocol NavigationSideEffect: AnySideEffect {}

extension NavigationSideEffect {
  /// Starts a navigation by the navigator of the store's dependencies.
  fileprivate func navigation(
    _ context: any AnySideEffectContext, _ navigate: (Navigator) throws -> Promise<Void>
  ) throws -> Promise<Any> {
    guard let provider = context.anyDependencies as? any NavigationProvider else {
      throw NavigationError.noNavigator(dependencies: String(describing: type(of: context.anyDependencies)))
    }
    return try navigate(provider.navigator).relay { $0 }
  }
}

/// Shows screens on top of the current ones.
public struct Show: NavigationSideEffect, CustomDebugStringConvertible {
  public let identifiersToShow: [RouteElementIdentifier]
  public let animated: Bool
  public let context: Any?

  /// - Parameters:
  ///   - identifiersToShow: The screens, in the order in which they are shown.
  ///   - animated: Whether changes are animated on a phone.
  ///   - context: The context of each screen.
  public init(_ identifiersToShow: [RouteElementIdentifier], animated: Bool = false, context: Any? = nil) {
    self.identifiersToShow = identifiersToShow
    self.animated = animated
    self.context = context
  }

  public init(_ identifierToShow: RouteElementIdentifier, animated: Bool = false, context: Any? = nil) {
    self.init([identifierToShow], animated: animated, context: context)
  }

  public init<K>(_ identifiersToShow: [K], animated: Bool = false, context: Any? = nil)
  where K: RawRepresentable, K.RawValue == RouteElementIdentifier {
    self.init(identifiersToShow.map(\.rawValue), animated: animated, context: context)
  }

  public init<K>(_ identifierToShow: K, animated: Bool = false, context: Any? = nil)
  where K: RawRepresentable, K.RawValue == RouteElementIdentifier {
    self.init([identifierToShow.rawValue], animated: animated, context: context)
  }

  /// Waits for the navigation.
  ///
  /// - Throws: A `NavigationError` if it fails.
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    try Hydra.await(promise(context))
  }

  public var debugDescription: String {
    let name = String(reflecting: Self.self)
    if identifiersToShow.count == 1 { return "\(name).\(identifiersToShow[0])" }
    return "\(name) [\(identifiersToShow.joined(separator: ", "))]"
  }
}

extension Show: NonblockingSideEffect {
  package func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> {
    try navigation(context) { $0.show(identifiersToShow, animated: animated, context: self.context) }
  }
}

/// Hides a screen and all screens above it.
public struct Hide: NavigationSideEffect, CustomDebugStringConvertible {
  public let identifierToHide: RouteElementIdentifier
  public let animated: Bool
  public let context: Any?
  public let atomic: Bool

  /// Whether there was no screen when the effect was made.
  private let hasNoTarget: Bool

  /// - Parameters:
  ///   - identifierToHide: The topmost screen with that name.
  ///   - animated: Whether changes are animated on a phone.
  ///   - context: The context of each change.
  ///   - atomic: Whether to hide all in one step, by one request for the named screen.
  public init(
    _ identifierToHide: RouteElementIdentifier, animated: Bool = false, context: Any? = nil, atomic: Bool = false
  ) {
    self.init(target: identifierToHide, animated: animated, context: context, atomic: atomic)
  }

  public init<K>(_ identifierToHide: K, animated: Bool = false, context: Any? = nil)
  where K: RawRepresentable, K.RawValue == RouteElementIdentifier {
    self.init(target: identifierToHide.rawValue, animated: animated, context: context, atomic: false)
  }

  public init<K>(_ identifierToHide: K, animated: Bool = false, context: Any? = nil, atomic: Bool = false)
  where K: RawRepresentable, K.RawValue == RouteElementIdentifier {
    self.init(target: identifierToHide.rawValue, animated: animated, context: context, atomic: atomic)
  }

  /// Hides the screen that is on top when the effect is made. If there is none, the effect fails.
  public init(animated: Bool = false, context: Any? = nil, atomic: Bool = false) {
    let top = UIApplication.shared.currentRoutableIdentifiers.last
    self.init(target: top, animated: animated, context: context, atomic: atomic)
  }

  private init(target: RouteElementIdentifier?, animated: Bool, context: Any?, atomic: Bool) {
    identifierToHide = target ?? ""
    hasNoTarget = target == nil
    self.animated = animated
    self.context = context
    self.atomic = atomic
  }

  /// Waits for the navigation.
  ///
  /// - Throws: A `NavigationError` if it fails.
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    try Hydra.await(promise(context))
  }

  public var debugDescription: String { "\(String(reflecting: Self.self)).\(identifierToHide)" }
}

extension Hide: NonblockingSideEffect {
  package func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> {
    try navigation(context) { navigator in
      guard !hasNoTarget else { throw NavigationError.nothingToHide }
      return navigator.hide(identifierToHide, animated: animated, context: self.context, atomic: atomic)
    }
  }
}

/// Navigates to a route: shows, hides or replaces the screens that differ from the current ones.
public struct Navigate: NavigationSideEffect, CustomDebugStringConvertible {
  public let route: Route
  public let animated: Bool
  public let context: Any?

  /// - Parameters:
  ///   - route: The screens, bottom to top.
  ///   - animated: Whether changes are animated on a phone.
  ///   - context: The context of each change.
  public init(to route: Route, animated: Bool = false, context: Any? = nil) {
    self.route = route
    self.animated = animated
    self.context = context
  }

  /// Waits for the navigation.
  ///
  /// - Throws: A `NavigationError` if it fails.
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
