package import Hydra
public import Katana

/// Shows screens on top of the current ones.
public struct Show: NavigationSideEffect, CustomDebugStringConvertible {
  public let identifiersToShow: [RouteElementIdentifier]
  public let animated: Bool
  public let context: Any?

  /// - Parameters:
  ///   - identifiersToShow: the screens, in the order in which they are shown.
  ///   - animated: whether changes are animated on a phone.
  ///   - context: what each of the screens is given.
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
  /// - Throws: A `NavigationError` if it does not take place.
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
