public import Tempura

/// An app delegate that says what the URLs of its routes look like, where they are not to be as by default.
///
/// By default `["list", "item"]` is `/list/item`, and contexts that are `String`s are in the query.
public protocol RouteURLs {
  /// The types of contexts that are no `String`s, by the elements that are shown with them. A URL says what a context is,
  /// never of which type; one that says anything else than the type can read is answered with 404.
  static var routeContexts: [RouteElementIdentifier: ContextType] { get }

  /// Paths of the app's own, and the routes that they lead to, such as `"/lists/{item}": ["list", "item"]`: in the place
  /// of `{item}` is the context of the element `item`. Mistakes are told at start.
  static var routePaths: [String: Route] { get }
}

extension RouteURLs {
  public static var routeContexts: [RouteElementIdentifier: ContextType] { [:] }
  public static var routePaths: [String: Route] { [:] }
}
