public import Hydra
public import Katana

/// Navigation as a value, for code that is to be tested without screens.
public struct NavigationWitness {
  var _show: ([RouteElementIdentifier], Bool, Any?) -> Promise<Void>
  var _hide: (RouteElementIdentifier?, Bool, Any?, Bool) -> Promise<Void>

  public func show(
    _ identifiersToShow: [RouteElementIdentifier], animated: Bool = false, context: Any? = nil
  ) -> Promise<Void> {
    _show(identifiersToShow, animated, context)
  }

  public func show(
    _ identifierToShow: RouteElementIdentifier, animated: Bool = false, context: Any? = nil
  ) -> Promise<Void> {
    _show([identifierToShow], animated, context)
  }

  public func show<I>(_ identifiersToShow: [I], animated: Bool = false, context: Any? = nil) -> Promise<Void>
  where I: RawRepresentable, I.RawValue == RouteElementIdentifier {
    _show(identifiersToShow.map(\.rawValue), animated, context)
  }

  public func show<I>(_ identifiersToShow: I, animated: Bool = false, context: Any? = nil) -> Promise<Void>
  where I: RawRepresentable, I.RawValue == RouteElementIdentifier {
    _show([identifiersToShow.rawValue], animated, context)
  }

  public func hide(
    _ identifierToHide: RouteElementIdentifier, animated: Bool = false, context: Any? = nil, atomic: Bool = false
  ) -> Promise<Void> {
    _hide(identifierToHide, animated, context, atomic)
  }

  public func hide<I>(
    _ identifierToHide: I, animated: Bool = false, context: Any? = nil, atomic: Bool = false
  ) -> Promise<Void> where I: RawRepresentable, I.RawValue == RouteElementIdentifier {
    _hide(identifierToHide.rawValue, animated, context, atomic)
  }

  /// Hides the screen that is on top when this is called.
  public func hide(animated: Bool = false, context: Any? = nil, atomic: Bool = false) -> Promise<Void> {
    _hide(nil, animated, context, atomic)
  }
}

extension NavigationWitness {
  /// Navigation by dispatching `Show` and `Hide`.
  public static func live(dispatch: @escaping AnyDispatch) -> Self {
    NavigationWitness(
      _show: { identifiers, animated, context in
        dispatch(Show(identifiers, animated: animated, context: context)).void
      },
      _hide: { identifier, animated, context, atomic in
        guard let identifier else { return dispatch(Hide(animated: animated, context: context, atomic: atomic)).void }
        return dispatch(Hide(identifier, animated: animated, context: context, atomic: atomic)).void
      })
  }
}
