package import Hydra
public import Katana
internal import TempuraUI

/// Hides a screen, and what is above it.
public struct Hide: NavigationSideEffect, CustomDebugStringConvertible {
  public let identifierToHide: RouteElementIdentifier
  public let animated: Bool
  public let context: Any?
  public let atomic: Bool

  /// Whether there was no screen to hide when the effect was made.
  private let hasNoTarget: Bool

  /// - Parameters:
  ///   - identifierToHide: the screen; the topmost one of that name.
  ///   - animated: whether changes are animated on a phone.
  ///   - context: what the screens that go are given.
  ///   - atomic: whether all go in one step, which only the handler of the named screen is asked for.
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

  /// Hides the screen that is on top now, when the effect is made. If there is none, the effect fails.
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
  /// - Throws: A `NavigationError` if it does not take place.
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
