/// What a screen is called in routes.
public typealias RouteElementIdentifier = String

/// The screens, bottom to top.
public typealias Route = [RouteElementIdentifier]

/// To be called when a navigation that a routable performs is done.
public typealias RoutingCompletion = () -> Void
