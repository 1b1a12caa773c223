public import Hydra
public import Katana

/// Navigation as a value, so that tests need no screens.
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
  /// Makes navigation that dispatches `Show` and `Hide`.
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

#if DEBUG
  /// The requests to a mocked navigation, in order.
  public class NavigationRequests: Equatable, ExpressibleByArrayLiteral, CustomDebugStringConvertible {
    public internal(set) var requests: [NavigationRequest]

    public init(_ initialValue: [NavigationRequest] = []) { requests = initialValue }

    public required init(arrayLiteral elements: NavigationRequest...) { requests = elements }

    public static func == (lhs: NavigationRequests, rhs: NavigationRequests) -> Bool { lhs.requests == rhs.requests }

    public var debugDescription: String { requests.debugDescription }

    func append(_ request: NavigationRequest) { requests.append(request) }

    func append(contentsOf new: [NavigationRequest]) { requests.append(contentsOf: new) }
  }

  extension NavigationWitness {
    /// Makes navigation that records requests.
    ///
    /// - Parameters:
    ///   - navigations: Requests are appended to it, one for each identifier. A hide without one has `"nil"`.
    ///   - showHandlers: Return the promises of showing screens, by identifier.
    ///   - hideHandlers: Return the promises of hiding screens, by identifier.
    public static func mocked(
      appendTo navigations: NavigationRequests = [],
      showHandlers: [RouteElementIdentifier: (Bool, Any?) -> Promise<Void>] = [:],
      hideHandlers: [RouteElementIdentifier: (Bool, Any?, Bool) -> Promise<Void>] = [:]
    ) -> Self {
      NavigationWitness(
        _show: { identifiers, animated, context in
          navigations.append(contentsOf: identifiers.map { .show($0) })
          let handlers = identifiers.compactMap { showHandlers[$0] }
          return handlers.isEmpty ? Promise(resolved: ()) : all(handlers.map { $0(animated, context) }).void
        },
        _hide: { identifier, animated, context, atomic in
          let identifier = identifier ?? "nil"
          navigations.append(.hide(identifier))
          return hideHandlers[identifier]?(animated, context, atomic) ?? Promise(resolved: ())
        })
    }

    /// Makes navigation that traps when it is used.
    public static func unimplemented(
      show: @escaping ([RouteElementIdentifier], Bool, Any?) -> Promise<Void> = { identifiers, _, _ in
        fatalError("NavigationWitness.show(\(identifiers)) is not implemented in this test.")
      },
      hide: @escaping (RouteElementIdentifier?, Bool, Any?, Bool) -> Promise<Void> = { identifier, _, _, _ in
        fatalError("NavigationWitness.hide(\(identifier ?? "nil")) is not implemented in this test.")
      }
    ) -> Self {
      NavigationWitness(_show: show, _hide: hide)
    }
  }
#endif
