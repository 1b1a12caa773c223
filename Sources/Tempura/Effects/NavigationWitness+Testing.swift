#if DEBUG
  public import Hydra

  extension NavigationWitness {
    /// Navigation that records what it is asked for.
    ///
    /// - Parameters:
    ///   - navigations: where requests are added; one for each identifier, `"nil"` for a hide without one.
    ///   - showHandlers: what is waited for when the screen of an identifier is shown.
    ///   - hideHandlers: what is waited for when the screen of an identifier is hidden.
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

    /// Navigation that must not be used.
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
