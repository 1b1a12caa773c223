/// One step from the screens that are shown to those that are to be.
enum RouteChange: CustomStringConvertible {
  case hide(any Routable)
  case show(RouteElementIdentifier)
  case change(of: any Routable, from: RouteElementIdentifier, to: RouteElementIdentifier)
  case root(RouteElementIdentifier)

  /// The element that is on the screen after it, and was not before.
  var added: RouteElementIdentifier? {
    switch self {
    case .hide: nil
    case .show(let element), .change(_, _, let element), .root(let element): element
    }
  }

  var description: String {
    switch self {
    case .hide(let screen): "Hiding \"\(screen.routeIdentifier)\""
    case .show(let element): "Showing \"\(element)\""
    case .change(_, let from, let to): "Changing \"\(from)\" to \"\(to)\""
    case .root(let element): "Putting up \"\(element)\""
    }
  }

  /// The steps that lead from some screens to a route.
  ///
  /// - Parameters:
  ///   - old: the screens that are shown, bottom to top.
  ///   - new: the route to be.
  ///   - isAtomic: whether what is hidden is hidden in one step, rather than screen by screen from the top.
  static func steps(from old: [any Routable], to new: Route, isAtomic: Bool = false) -> [RouteChange] {
    let common = commonCount(old.map(\.routeIdentifier), new)
    if common == old.count { return new[common...].map(RouteChange.show) }
    if common == new.count {
      return isAtomic ? [.hide(old[common])] : old[common...].reversed().map(RouteChange.hide)
    }
    guard common > 0 else { return [.root(new[0])] }
    return [.change(of: old[common - 1], from: old[common].routeIdentifier, to: new[common])]
  }

  /// How many elements two routes begin with alike.
  static func commonCount(_ left: Route, _ right: Route) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
  }
}
